// SPDX-License-Identifier: MIT

internal import Acoustics

/// The lowest level of about the last tenth of a second, at any update rate.
///
/// Holds two minima, each over at least `span`: the current one and the previous one.
struct LowestLevel {
  /// The duration of one minimum, in seconds: one update at the standard rate.
  private static let span = 0.05

  private let spanSamples: Int64
  private var start: SamplePosition?
  private var current: Decibels?
  private var before: Decibels?

  init(sampleRate: SampleRate) {
    spanSamples = Int64(Self.span * Double(sampleRate.hertz))
  }

  /// The level, at least that of digital silence; `nil` before two minima exist.
  var value: Decibels? {
    guard let current, let before else { return nil }
    return min(current, before)
  }

  /// Appends the level of the result at `position`.
  mutating func append(_ level: Decibels?, at position: SamplePosition) {
    let level = max(level ?? .digitalSilence, .digitalSilence)
    guard let start, position.distance(from: start) < spanSamples else {
      start = position
      before = current
      current = level
      return
    }
    current = min(current ?? level, level)
  }
}
