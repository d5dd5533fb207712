// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Terminal
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

/// A tuner in typical situations, made by the reducer.
struct DisplayScenes {
  var tuner: TunerView
  private var strokes = StrumHistory()

  /// A tuner that listens, with every preset to choose from.
  init(_ actions: [TunerAction] = []) {
    tuner = TunerView()
    let opening: [TunerAction] = [
      .settings(.loaded([:], tunings: InstrumentTuning.presets)), .startListening, .startSucceeded,
    ]
    for action in opening + actions { _ = tuner.reduce(action) }
  }

  /// Lets a string sound, a number of cents above its target.
  mutating func sound(
    string position: Int, cents: Double, at second: Double = 1, confidence: Double = 0.98
  ) throws {
    let string = try #require(tuner.target.tuning.string(at: position))
    let frequency = ReferencePitch.concert.frequency(of: string.note).raised(by: Cents(cents))
    let estimate = PitchEstimate(
      frequency: frequency, inharmonicity: 6e-5, confidence: confidence, sigma: Cents(0.04))
    var result = try tuner.target.classifier().classify(
      estimate, level: Decibels(-23), at: SamplePosition(Int64(second * 48_000)))
    result.onset = SamplePosition(Int64((second - 0.2) * 48_000))
    _ = tuner.reduce(.pitchResult(result, at: .seconds(second)))
  }

  /// Lets a stroke sound, by strings from low to high; `nil` for one that it misses.
  mutating func strum(_ cents: [Double?], at second: Double = 1, sigmas: [Double]? = nil) {
    let targets = tuner.strum.strings.map(\.target)
    for step in 0..<30 {
      let time = second + 0.05 * Double(step)
      var readings = StringReadings(count: targets.count)
      for (index, cents) in cents.enumerated() {
        guard let cents else { continue }
        let frequency = targets[index].frequency.raised(by: Cents(cents))
        // A repeated frequency is no measurement.
        readings[index] = StringReading(
          state: .sounding, frequency: frequency.raised(by: Cents(Double(step) * 1e-9)),
          deviation: frequency.interval(above: targets[index].frequency),
          sigma: Cents(sigmas?[index] ?? 0.05),
          confidence: 0.98)
      }
      let onset = SamplePosition(Int64((second - 0.2) * 48_000))
      let result = StrumResult(
        timestamp: SamplePosition(Int64(time * 48_000)), sampleRate: SampleRate(48_000),
        onsets: onset...onset, readings: readings, level: Decibels(-23))
      _ = tuner.reduce(.strumResult(result, at: .seconds(time)))
      strokes.follow(tuner.strum)
    }
  }

  /// Lets strokes sound on a floating bridge: two pegs are turned, one after the other.
  ///
  /// - Parameter far: the cents of every string below those of the other scenes.
  mutating func turnTwoPegs(far: Double = 0) {
    let falls = [0.08, 0.1, 0.12, 0.09, 0.11, 0.1]
    var cents = [-30.0, -20, -25, -22, -28, -18].map { $0 - far }
    strum(cents.map(\.self), at: 1)
    for (turn, string) in [1, 4].enumerated() {
      for other in falls.indices { cents[other] += other == string ? 24 : -24 * falls[other] }
      strum(cents.map(\.self), at: 5 + 4 * Double(turn))
    }
  }

  /// The picture, with the marker at rest and a history that approaches the target.
  func frame(_ change: (inout DisplayFrame) -> Void = { _ in }) -> DisplayFrame {
    var frame = DisplayFrame(tuner: tuner)
    frame.marker = tuner.markerPosition
    frame.strumMarkers = tuner.strum.strings.map(\.markerPosition)
    frame.strokes = strokes.memory
    frame.now = tuner.strum.strings.compactMap(\.readingTime).max() ?? .zero
    frame.strobePhase = tuner.state.currentPitchResult?.cents == nil ? nil : 0.2
    for column in 0..<90 {
      let age = Double(column - 30) / 12
      frame.history.add(
        age < 0 ? nil : 40 * exp(-age) - 4, age < 2 ? .yellow : .green, at: Double(column) / 20)
    }
    frame.spectrum = (0..<64).map { bar -> Double in
      [6, 19, 26, 32, 36].contains(bar) ? -30 - Double(bar) / 2 : -85
    }
    change(&frame)
    return frame
  }
}
