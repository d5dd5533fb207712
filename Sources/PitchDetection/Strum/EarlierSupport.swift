// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The support that the updates of a stroke gave a string, while it was likely.
///
/// Each update adds a weight that grows with the log odds. The weights fade, so a string that is no
/// longer likely loses the support after some tenths of a second. Only a frequency near the mean of
/// those updates keeps it: the peaks of other strings seldom stay at one place.
///
/// Source: docs/decisions/0194-the-likely-updates-of-a-stroke-count-together.md.
struct EarlierSupport: BitwiseCopyable {
  // | name     | unit  | source                                                                |
  // | -------- | ----- | --------------------------------------------------------------------- |
  // | likely   | 1     | log odds from which an update has a weight: best of −0.5 to 1 on      |
  // |          |       | recorded mixtures. From `StringEvidence.certainOdds` on, the weight   |
  // |          |       | is whole                                                              |
  // | period   | s     | time between two updates at 20 a second; more updates weigh less      |
  // | memory   | s     | time constant of the weights; with 0.22 or without end, more silent   |
  // |          |       | strings are reported                                                  |
  // | windows  | s     | window up to which an update has no weight, and from which it has the |
  // |          |       | whole: in short windows the partials of two strings are one line      |
  // | near     | cents | distance from the mean frequency up to which a string keeps support   |
  private static let likely = 0.0
  private static let period = 0.05
  private static let memory = 0.17
  private static let windows = 0.1...0.2
  private static let near = 15.0

  private var weight = 0.0
  private var frequency = 0.0
  private var support = 0.0

  /// Returns the support that a string keeps.
  ///
  /// - Parameters:
  ///   - frequency: its frequency in hertz.
  ///   - present: the support of its present lines.
  /// - Returns: the earlier support, but at most the sum of the weights above the present one; the
  ///   present one at another frequency.
  func kept(at frequency: Double, over present: Double) -> Double {
    isNear(frequency) ? max(present, min(support, present + weight)) : present
  }

  /// Fades the weights in an update that adds none.
  ///
  /// - Parameter seconds: the time since the previous update.
  mutating func fade(after seconds: Double) { weight *= exponential(of: -seconds / Self.memory) }

  /// Adds an update.
  ///
  /// Updates at another frequency take weight away, until the support of that frequency replaces
  /// the earlier one.
  ///
  /// - Parameters:
  ///   - measured: the measurement with its support and its log odds.
  ///   - window: the window's length in seconds.
  ///   - seconds: the time since the previous update.
  mutating func add(_ measured: StrumMeasurement, window: Double, after seconds: Double) {
    fade(after: seconds)
    var added = Self.share(measured.odds, of: Self.likely...StringEvidence.certainOdds)
    added *= Self.share(window, of: Self.windows) * min(seconds / Self.period, 1)
    guard added > 0 else { return }
    if weight > 0, !isNear(measured.frequency) {
      weight -= added
      guard weight <= 0 else { return }
    }
    if weight <= 0 { (weight, frequency, support) = (0, 0, measured.support) }
    frequency = (frequency * weight + measured.frequency * added) / (weight + added)
    support = max(support, measured.support)
    weight += added
  }

  private func isNear(_ other: Double) -> Bool {
    weight > 0 && abs(CentRatio.cents(of: other / frequency)) < Self.near
  }

  /// Returns the place of a value in a range, from 0 to 1.
  private static func share(_ value: Double, of range: ClosedRange<Double>) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(share, 0), 1)
  }
}
