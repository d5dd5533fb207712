// SPDX-License-Identifier: MIT

internal import Acoustics

/// The lowest level of about the last tenth of a second, at any update rate.
///
/// Two minima, each of at least `span`: the one that is being taken and the one before it.
struct RecentLevels {
  /// The length of a minimum, in seconds: one update of the standard rate.
  private static let span = 0.05

  private let spanSamples: Int64
  private var start: SamplePosition?
  private var current: Decibels?
  private var before: Decibels?

  init(sampleRate: SampleRate) {
    spanSamples = Int64(Self.span * Double(sampleRate.hertz))
  }

  /// The lowest level; `nil` before there are two minima, and where one of them is digital silence.
  var lowest: Decibels? {
    guard let current, let before else { return nil }
    return min(current, before)
  }

  /// Takes in the level of the result at `position`.
  mutating func append(_ level: Decibels?, at position: SamplePosition) {
    guard let start, position.distance(from: start) < spanSamples else {
      start = position
      before = current
      current = level
      return
    }
    current = level.flatMap { level in current.map { min($0, level) } }
  }
}
