// SPDX-License-Identifier: MIT

internal import Acoustics

/// The times at which `StrumEngine` may measure between two updates.
///
/// They follow an update at equal distances of about a sixtieth of a second, which is the shortest
/// time between the updates of a session. The distance divides the time between the last two
/// updates, so no measurement comes just before the next one.
struct StrumMeasurementTimes: BitwiseCopyable {
  // | name | unit | source                                        |
  // | ---- | ---- | --------------------------------------------- |
  // | rate | Hz   | the highest rate of the updates of a session  |
  private static let rate = 60

  private let sampleRate: Int
  /// The number of samples since the last update.
  private var count = 0
  /// The number of parts that are over since the last update.
  private var passed = 0
  /// The number of parts, and the number of samples of each.
  private var (parts, length) = (1, 0)

  /// Begins a stream.
  init(_ sampleRate: SampleRate) { self.sampleRate = sampleRate.hertz }

  /// The number of samples until the next time; `nil` for none before the next update.
  var missing: Int? { passed + 1 < parts ? (passed + 1) * length - count : nil }

  /// Counts samples.
  ///
  /// - Parameter samples: at most `missing`.
  /// - Returns: true if they reach a time.
  mutating func advance(by samples: Int) -> Bool {
    let isReached = missing == samples
    count += samples
    if isReached { passed += 1 }
    return isReached
  }

  /// Begins the time after an update.
  mutating func update() {
    parts = max(1, (count * Self.rate + sampleRate / 2) / sampleRate)
    length = (count + parts - 1) / parts
    (count, passed) = (0, 0)
  }

  /// Begins another stream.
  mutating func reset() { self = StrumMeasurementTimes(SampleRate(sampleRate)) }
}
