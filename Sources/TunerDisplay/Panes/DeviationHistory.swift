// SPDX-License-Identifier: MIT

package import TunerState

/// The deviations of the last seconds, at the times of their results.
package struct DeviationHistory: Hashable, Sendable {
  /// A deviation of the history.
  package struct Point: Hashable, Sendable {
    /// The deviation in cents.
    let cents: Double
    /// The colour of the tuning state.
    let color: MarkerColor
    /// The time of the result in its stream, in seconds.
    let time: Double
    /// The time since the result before it, in seconds; 0 if that is too long to be drawn as one.
    let duration: Double
  }

  /// The largest number of deviations.
  private static let capacity = 400
  /// The longest time between two results that the later one fills, in seconds.
  ///
  /// A picture shows only the newest result, so that some of 10 to 60 a second are missing.
  private static let longestDuration = 0.25

  /// The deviations, oldest first.
  package private(set) var points: [Point] = []
  /// The time of the newest result, with or without a deviation, in seconds; `nil` before the first.
  package private(set) var end: Double?

  /// Makes an empty history.
  package init() {}

  /// Adds a result.
  ///
  /// - Parameters:
  ///   - cents: the deviation in cents; `nil` for none.
  ///   - color: the colour of the tuning state.
  ///   - time: the time in the stream, in seconds. An earlier one than the last begins another
  ///     history.
  package mutating func add(_ cents: Double?, _ color: MarkerColor, at time: Double) {
    if let end, time < end { self = DeviationHistory() }
    let passed = end.map { time - $0 } ?? 0
    end = time
    guard let cents, cents.isFinite else { return }
    if points.count == Self.capacity { points.removeFirst() }
    points.append(
      Point(
        cents: cents, color: color, time: time,
        duration: passed <= Self.longestDuration ? passed : 0))
  }
}
