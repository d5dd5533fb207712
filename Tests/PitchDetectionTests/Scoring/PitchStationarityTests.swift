// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing

@testable import PitchDetection

/// The limits are 0.29 for a pitch that may be anything, 0.65 for one that is heard, and 1.
@Suite("The limit of a pitch that has not stayed")
struct PitchStationarityTests {
  private static let step = 0.005

  private func update(
    age: Double?, sounding: Double = 5, power: Double = 0.01, isNewNote: Bool = false
  ) -> UpdateContext {
    UpdateContext(
      seconds: Self.step, isNewNote: isNewNote, age: age, sounding: sounding, sampleAge: nil,
      hasOnset: age != nil, count: 1024, power: power)
  }

  /// Returns the limits of a pitch that moves, in cents a second, in a note of an age.
  private func limits(
    _ stationarity: inout PitchStationarity, slope: Double, from age: Double = 1, count: Int = 40,
    sigma: Double? = 0.5
  ) -> [Double] {
    (0..<count).map { index in
      let seconds = Double(index) * Self.step
      let update = update(age: age + seconds)
      stationarity.advance(update)
      return stationarity.limit(
        200 * exp2(slope * seconds / 1200), sigma: sigma, confidence: 0.9,
        unbroken: 0.001 + seconds, in: update)
    }
  }

  @Test("a still pitch is heard after 50 ms and clear after 120")
  func still() {
    var stationarity = PitchStationarity()
    let limits = limits(&stationarity, slope: 0)
    #expect(limits[0..<10].allSatisfy { $0 == 0.29 })
    #expect(limits[10..<24].allSatisfy { $0 == 0.65 })
    #expect(limits[24...].allSatisfy { $0 == 1 })
  }

  /// A mode of 50 Hz and Q 12 loses 110 dB a second; a muted string loses 40.
  @Test("a still pitch that dies is heard, and one that decays as a string is clear")
  func dying() {
    for (decay, expected) in [(110.0, 0.65), (40, 1)] {
      var stationarity = PitchStationarity()
      var last = 0.0
      for index in 0..<40 {
        let seconds = Double(index) * Self.step
        let update = update(age: 1 + seconds, power: 0.01 * pow(10, -decay * seconds / 10))
        stationarity.advance(update)
        last = stationarity.limit(
          50, sigma: 0.5, confidence: 0.9, unbroken: 0.001 + seconds, in: update)
      }
      #expect(last == expected)
    }
  }

  /// 600 cents a second are 10 cents an update at 60 updates a second.
  @Test("a pitch that runs away is never heard", arguments: [600.0, -600, 1500])
  func runaway(slope: Double) {
    var stationarity = PitchStationarity()
    #expect(limits(&stationarity, slope: slope, count: 100).allSatisfy { $0 == 0.29 })
  }

  @Test("a pitch that has stayed may move, and is clear again after another stroke")
  func bend() {
    var stationarity = PitchStationarity()
    _ = limits(&stationarity, slope: 0)
    #expect(limits(&stationarity, slope: 1000, from: 1.2).allSatisfy { $0 == 1 })
    let again = update(age: 0, isNewNote: true)
    stationarity.forget()
    stationarity.advance(again)
    let bent = 200 * exp2(1000 * 0.195 / 1200)
    #expect(
      stationarity.limit(bent, sigma: 0.5, confidence: 0.5, unbroken: 0.1, in: again) == 1)
  }

  @Test("a break of the pitch ends it")
  func broken() {
    var stationarity = PitchStationarity()
    _ = limits(&stationarity, slope: 0)
    let update = update(age: 1.3)
    stationarity.advance(update)
    #expect(
      stationarity.limit(410, sigma: 0.5, confidence: 0.9, unbroken: 0, in: update) < 0.7)
  }

  @Test("readings without partials are never clear, and rough ones have more room")
  func errors() {
    var bare = PitchStationarity()
    #expect(limits(&bare, slope: 0, sigma: nil).allSatisfy { $0 < 0.7 })
    var rough = PitchStationarity()
    // 40 cents in 0.2 s are within twice 20 cents.
    #expect(limits(&rough, slope: 200, sigma: 20).last == 1)
  }

  @Test("a stroke is heard at once; a swell of the same height is not")
  func stroke() {
    for (rise, expected) in [(200.0, 0.65), (20, 0.29)] {
      var stationarity = PitchStationarity()
      stationarity.advance(update(age: nil, power: 1e-6))
      let struck = update(age: 0.01, power: 1e-6 * rise, isNewNote: true)
      stationarity.advance(struck)
      #expect(
        stationarity.limit(200, sigma: 0.5, confidence: 0.5, unbroken: 0.01, in: struck) == expected
      )
    }
  }

  @Test("a pitch without a break for 0.7 s is clear, as a vibrato from the stroke on")
  func lasting() {
    var stationarity = PitchStationarity()
    var last = 0.0
    for index in 0..<150 {
      let seconds = Double(index) * Self.step
      let update = update(age: 1 + seconds)
      stationarity.advance(update)
      last = stationarity.limit(
        200 * exp2(40 * sin(2 * .pi * 5 * seconds) / 1200), sigma: 0.5, confidence: 0.9,
        unbroken: seconds + 0.001, in: update)
      #expect(index > 138 || last < 0.7)
    }
    #expect(last == 1)
  }
}
