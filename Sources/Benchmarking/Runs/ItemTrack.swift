// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// The readings and the reference of one item over time, thinned for a picture.
package struct ItemTrack: Hashable, Codable, Sendable {
  /// The item's place in its list.
  package let index: Int
  /// The item's name.
  package let item: String
  /// The set in which it is counted.
  package let set: String
  /// The pluck in seconds; `nil` when it is unknown.
  package let pluck: Double?
  /// The steady part in seconds; `nil` when there is none.
  package let steady: ClosedRange<Double>?
  /// The time of each reading, ascending.
  package let seconds: [Double]
  /// The reference at each time in hertz; `nil` when nothing sounds or it is unknown.
  package let truth: [Double?]
  /// The reading at each time in hertz; `nil` for no pitch and for an invalid frequency.
  package let reading: [Double?]
  /// The confidence of each reading; `nil` for no pitch.
  package let confidence: [Double?]

  private enum CodingKeys: String, CodingKey {
    case index, item, set, confidence
    case pluck = "pluck_s"
    case steady = "steady_s"
    case seconds = "time_s"
    case truth = "truth_hz"
    case reading = "frequency_hz"
  }

  /// The largest number of readings that a picture can resolve.
  static let limit = 600

  init(
    index: Int, item: BenchItem, truth: ItemTruth, readings: [Reading], duration: Double
  ) {
    self.index = index
    self.item = item.name
    set = item.set
    pluck = truth.pluck
    steady = truth.steady.flatMap { range in
      range.upperBound < duration || range.lowerBound > 0
        ? range.lowerBound...max(range.lowerBound, min(range.upperBound, duration)) : nil
    }
    let stride = readings.count / Self.limit + 1
    let shown = readings.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    seconds = shown.map { Self.rounded($0.seconds, to: 1e6) }
    self.truth = shown.map { reading in
      guard case .pitch(let pitch) = truth.state(at: reading.seconds) else { return nil }
      return Self.rounded(pitch.value, to: 1e5)
    }
    reading = shown.map { reading in
      guard let value = reading.answer?.frequency.value, value > 0, value.isFinite else {
        return nil
      }
      return Self.rounded(value, to: 1e5)
    }
    confidence = shown.map { reading in
      reading.answer.flatMap { answer in
        answer.confidence.isFinite ? Self.rounded(answer.confidence, to: 1e4) : nil
      }
    }
  }

  /// Rounds to the nearest multiple of 1 / `scale`, so that a report has fewer digits.
  ///
  /// Every step is finer than a picture resolves. That of frequencies, 0.00001 Hz, is 0.0006 cents
  /// at 30 Hz.
  private static func rounded(_ value: Double, to scale: Double) -> Double {
    let scaled = (value * scale).rounded() / scale
    return scaled.isFinite ? scaled : value
  }
}
