// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import PitchDetection
internal import TestSignals
internal import TunerPipeline
internal import Tuning

/// A test of the service levels of strokes.
///
/// It measures the time from the arrival of samples to observable state, the rate of updates, and
/// the time from a readable stroke to its marker.
///
/// The strokes are synthetic, over the six strings of a guitar, with noise 40 dB below them.
package enum StrumServiceBench {
  // | name    | unit | source                                                           |
  // | ------- | ---- | ---------------------------------------------------------------- |
  // | limit   | s    | time from an update's last samples to observable state           |
  // | marked  | s    | time from a readable stroke to its marker                        |
  // | fine    | Hz   | rate of updates that finds the time of a readable stroke         |
  // | lasting | s    | length of a stroke: over the engine's longest window             |
  // | damped  | s    | pause between two strokes, in which a hand damps the strings     |
  // | chunk   | 1    | number of samples in 10 ms, a period of a sound card             |
  static let limit = 0.005
  static let marked = 0.1
  static let fine = 200
  private static let lasting = 2.3
  private static let damped = 0.3
  static let chunk = 480
  static let updates = 20
  static let sampleRate = SampleRate(48_000)
  /// The seed of the first stroke.
  package static let firstSeed: UInt64 = 9000

  /// Returns strokes one after another over one noise, and the onset of each in seconds.
  ///
  /// The player damps the strings before the next stroke.
  static func succession(
    of count: Int, from seed: UInt64
  ) -> (signal: [Float], onsets: [Double]) {
    var plucks: [Pluck] = []
    var onsets: [Double] = []
    var noise: Noise?
    var start = 0.0
    for index in 0..<count {
      let strum = strum(seed &+ UInt64(index))
      let stroke = strum.signal(at: sampleRate, lasting: lasting)
      noise = noise ?? stroke.noise
      onsets.append(start + strum.firstOnset)
      for var pluck in stroke.plucks {
        pluck.onset += start
        pluck.stop = start + stroke.duration - damped
        plucks.append(pluck)
      }
      start += stroke.duration
    }
    let whole = TestSignal(plucks: plucks, noise: noise, duration: start)
    return (whole.render(at: sampleRate), onsets)
  }

  private static func strum(_ seed: UInt64) -> Strum {
    var draw = StrumDraw.guitar
    draw.missing = 0
    return draw.strum(seed: seed)
  }

  static func stroke(_ seed: UInt64) -> TestSignal {
    strum(seed).signal(at: sampleRate, lasting: lasting)
  }

  private static func pipeline(updates: Int) throws -> StrumPipeline {
    try StrumPipeline(
      StrumConfiguration(
        tuning: .standard, system: PitchSystem(reference: .concert), sampleRate: sampleRate),
      updateRate: UpdateRate(updates: updates))
  }

  /// Returns the position of the first sounding update of each stroke, in seconds.
  static func soundingTimes(
    of signal: [Float], onsets: [Double], updates: Int
  ) throws -> [Double?] {
    var pipeline = try pipeline(updates: updates)
    var cursor = 0
    var found = [Double?](repeating: nil, count: onsets.count)
    while let result = pipeline.nextResult(in: signal.span, from: &cursor) {
      guard result.isSounding, let onset = result.onsets?.lowerBound.seconds(at: sampleRate),
        let stroke = onsets.lastIndex(where: { $0 < onset + 0.05 }), found[stroke] == nil
      else { continue }
      found[stroke] = result.timestamp.seconds(at: sampleRate)
    }
    return found
  }
}
