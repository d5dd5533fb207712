// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation

/// The glide of a recorded note just after its pluck, measured without any detector.
///
/// A plucked string begins sharp, so the measured pitch of the steady part is not a reference for
/// the first quarter of a second. The higher partials show the glide: each is compared with itself
/// in the steady part, and their weighted median is the glide of the string. The first partial is
/// not used, because modes of the body sound near it. The windows are centred on their time, so
/// they use later samples, which no detector can.
struct StringGlide {
  // | name        | unit | source                                                          |
  // | ----------- | ---- | --------------------------------------------------------------- |
  // | numbers     | 1    | partials that are above the noise on all strings                |
  // | window      | s    | separates the partials of E1                                    |
  // | step        | s    | time between two values of the track                            |
  // | reach       | s    | times of the track after the pluck                              |
  // | difference  | s    | time between the two phases of a frequency                      |
  // | steadyStep  | s    | time between two frequencies of the steady part                 |
  // | weakest     | 1    | amplitude of a partial against the strongest, −45 dB            |
  // | error       | c    | deviation of a straight partial                                 |
  private static let numbers = 2...12
  private static let window = 0.1
  private static let step = 0.01
  static let reach = 0.03...0.3
  private static let difference = 0.01
  private static let steadyStep = 0.02
  private static let weakest = 0.0056
  private static let error = 0.3
  /// The weights of seven neighbours: a Hann window.
  private static let smoothing = [0.0366, 0.125, 0.2134, 0.25, 0.2134, 0.125, 0.0366]

  private let start: Double
  /// The glide at each step, in cents above the steady part.
  private let track: [Double]

  /// Measures the glide of a note.
  ///
  /// The result is `nil` if fewer than three partials lie below 5 kHz (or 0.42 of a low sample
  /// rate) and can be measured, so there is none for notes above 1260 Hz.
  ///
  /// - Parameters:
  ///   - samples: the recording.
  ///   - rate: its rate.
  ///   - string: the first partial of the string's stiff-string model, in hertz, and its B.
  ///   - pluck: the time of the pluck, in seconds.
  ///   - steady: the steady part, in seconds.
  init?(
    in samples: [Float], at rate: SampleRate, string: (first: Double, inharmonicity: Double),
    pluck: Double, steady: ClosedRange<Double>
  ) {
    let hertz = Double(rate.hertz)
    let frequencies = Self.numbers.map { number in
      let n = Double(number)
      let b = string.inharmonicity
      return n * string.first * ((1 + b * n * n) / (1 + b)).squareRoot()
    }.filter { $0 < 0.42 * min(hertz, 12_000) }
    guard frequencies.count >= 3 else { return nil }
    let times = Array(
      stride(
        from: pluck + Self.reach.lowerBound, through: pluck + Self.reach.upperBound, by: Self.step))
    let partials = frequencies.compactMap { frequency in
      Self.partial(
        DemodulatedPartial(samples, hertz: hertz, frequency: frequency, window: Self.window),
        at: times, steady: steady)
    }
    guard partials.count >= 3 else { return nil }
    let medians = times.indices.map { Self.median(of: partials, at: $0) }
    start = times[0]
    track = Self.smoothed(medians)
  }

  /// Returns the glide at a time of the recording, in cents above the steady part.
  func cents(at seconds: Double) -> Double {
    let place = min(max((seconds - start) / Self.step, 0), Double(track.count - 1))
    let index = min(Int(place), track.count - 2)
    return track[index] + (place - Double(index)) * (track[index + 1] - track[index])
  }

  /// The glide and the amplitude of one partial at each time.
  private struct Track {
    var cents: [Double]
    var amplitudes: [Double]
  }

  private static func partial(
    _ partial: DemodulatedPartial, at times: [Double], steady: ClosedRange<Double>
  ) -> Track? {
    var (sum, total) = (0.0, 0.0)
    let length = steady.upperBound - steady.lowerBound
    for time in stride(from: steady.lowerBound, through: steady.upperBound, by: steadyStep) {
      let (frequency, amplitude) = partial.moment(at: time, difference: difference)
      let weight = amplitude * sin(.pi * (time - steady.lowerBound) / length)
      sum += weight * frequency
      total += weight
    }
    guard total > 0, sum > 0 else { return nil }
    let moments = times.map { partial.moment(at: $0, difference: difference) }
    return Track(
      cents: moments.map { 1200 * log2(max($0.frequency, 1) * total / sum) },
      amplitudes: moments.map(\.amplitude))
  }

  /// Returns the median of the partials at a time, each weighted by how straight its track is.
  private static func median(of partials: [Track], at index: Int) -> Double {
    let strongest = partials.map { $0.amplitudes[index] }.max() ?? 0
    let sorted = partials.map { partial -> (cents: Double, weight: Double) in
      let near = partial.cents[max(0, index - 3)...min(partial.cents.count - 1, index + 3)]
      let mean = near.reduce(0, +) / Double(near.count)
      let variance = near.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(near.count)
      let isAudible = partial.amplitudes[index] > weakest * strongest
      return (partial.cents[index], isAudible ? 1 / (error * error + variance) : 0)
    }.sorted { $0.cents < $1.cents }
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    var below = 0.0
    for value in sorted {
      below += value.weight
      if below >= half { return value.cents }
    }
    return 0
  }

  private static func smoothed(_ values: [Double]) -> [Double] {
    values.indices.map { index in
      smoothing.indices.reduce(0) { sum, place in
        let other = min(max(index + place - smoothing.count / 2, 0), values.count - 1)
        return sum + smoothing[place] * values[other]
      }
    }
  }
}
