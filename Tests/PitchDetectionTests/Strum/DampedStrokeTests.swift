// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Damped strokes")
struct DampedStrokeTests {
  /// A stroke of all strings, which a hand stops one after the other, 5 ms apart.
  private func stroke(seed: UInt64, after seconds: Double, except ringing: Int? = nil) -> Strum {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var strum = draw.strum(seed: seed)
    let stop = strum.lastOnset + seconds
    for index in strum.voices.indices where index != ringing {
      strum.voices[index].pluck.stop = stop + 0.005 * Double(index)
      for companion in strum.voices[index].companions.indices {
        strum.voices[index].companions[companion].stop = stop + 0.005 * Double(index)
      }
    }
    return strum
  }

  private func error(_ reading: StringReading, _ truth: Hertz?) throws -> Double {
    let frequency = try #require(reading.frequency)
    return try #require(truth).interval(above: frequency).magnitude.value
  }

  // The last reading of each string stays on the screen after the stroke.
  @Test("keeps the readings of strings that a hand damps", arguments: [0.6, 1.1])
  func keepsReadings(seconds: Double) throws {
    var errors: [Double] = []
    for seed in UInt64(300)..<312 {
      let strum = stroke(seed: seed, after: seconds)
      let stop = strum.lastOnset + seconds
      let heard = try strum.hear()
      for index in strum.voices.indices {
        let sounding = heard.filter {
          $0.readings[index].state == .sounding && $0.time > strum.lastOnset + 0.4
        }
        let last = try #require(sounding.last, "seed \(seed), string \(index)")
        let error = try error(
          last.readings[index], strum.firstPartial(ofString: index, at: stop - 0.001))
        let sigma = try #require(last.readings[index].sigma).value
        #expect(error < max(0.5, 3 * sigma), "seed \(seed), string \(index): \(sigma)")
        errors.append(error)
      }
    }
    errors.sort()
    #expect(errors[errors.count / 2] < 0.05)
    #expect(errors[errors.count * 9 / 10] < 0.3)
  }

  @Test("reports damped strings as silent soon", arguments: UInt64(300)..<304)
  func becomesSilent(seed: UInt64) throws {
    let strum = stroke(seed: seed, after: 0.8)
    for one in try strum.hear() where one.time > strum.lastOnset + 0.8 + 0.35 {
      #expect(one.readings.allSatisfy { $0.state != .sounding }, "after \(one.time) s")
    }
  }

  @Test("measures a string that rings on", arguments: 0..<6)
  func ringsOn(index: Int) throws {
    let strum = stroke(seed: 320 + UInt64(index), after: 0.4, except: index)
    let one = try #require(try strum.hear().first(after: strum.lastOnset, by: 1))
    let reading = one.readings[index]
    #expect(reading.state == .sounding)
    let error = try error(reading, strum.firstPartial(ofString: index, at: one.time))
    #expect(error < max(0.5, 3 * (try #require(reading.sigma).value)))
  }

  /// Samples of decaying sines at 12 kHz.
  private func sines(_ hertz: [Double], decay: Double, seconds: Double = 2) -> [Float] {
    (0..<Int(12000 * seconds)).map { index in
      let time = Double(index) / 12000 - 0.2
      guard time >= 0 else { return 0 }
      return Float(exp(-time * decay) * hertz.reduce(0) { $0 + 0.1 * sin(2 * .pi * $1 * time) })
    }
  }

  /// Sounds of strings that ring.
  private static let ringing: [(hertz: [Double], decay: Double)] = [
    (Array(stride(from: 31, to: 1500, by: 31)), 1), ([220, 226], 1), ([440, 452], 1),
    ([110, 110.5], 1), ([330], 6.9),
  ]

  @Test("finds no fall in pulses, in beats and in decays", arguments: ringing)
  func fallsNot(hertz: [Double], decay: Double) {
    var onsets = StrokeOnsets(rate: 12000)
    onsets.append(sines(hertz, decay: decay).span)
    #expect(onsets.start != nil)
    #expect(onsets.fall == nil)
  }

  @Test("finds the fall when the sound stops")
  func falls() {
    var onsets = StrokeOnsets(rate: 12000)
    var samples = sines([110, 220, 331], decay: 1)
    for index in 14400..<24000 { samples[index] *= Float(exp(-Double(index - 14400) / 60)) }
    onsets.append(samples.span)
    let fall = onsets.fall
    // The sound decays for 0.1 s, and its end is the newest fall.
    #expect(fall.map { (14400...16400).contains($0) } ?? false, "\(fall ?? -1)")
    onsets.reset()
    #expect(onsets.fall == nil)
  }
}
