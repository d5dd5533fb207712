// SPDX-License-Identifier: MIT

internal import Acoustics

/// Detects the decay of a plucked tone: its mean level over `shortSpan` is below that over
/// `longSpan`.
struct LevelDecay {
  // | name      | unit | source                                                                  |
  // | --------- | ---- | ----------------------------------------------------------------------- |
  // | shortSpan | s    | time constant of the recent level                                       |
  // | longSpan  | s    | time constant of the earlier level                                      |
  // | least     | dB   | a decay of 1.5 dB per second reaches it, a fluctuation of 1 dB does not |
  private static let shortSpan = 0.15
  private static let longSpan = 1.5
  private static let least = 2.0

  private var lately = 0.0
  private var before = 0.0
  private var isEmpty = true

  /// True while the tone decays.
  var isFalling: Bool { exceeds(Self.least) }

  /// Returns true if the recent level lies more than `decibels` below the earlier one.
  func exceeds(_ decibels: Double) -> Bool { before - lately > decibels }

  /// Begins another tone.
  mutating func reset() { self = LevelDecay() }

  /// Adds the level of an update, `seconds` after the last one.
  mutating func add(_ level: Decibels, after seconds: Double) {
    if isEmpty { (lately, before, isEmpty) = (level.value, level.value, false) }
    lately += (level.value - lately) * (1 - exponential(of: -seconds / Self.shortSpan))
    before += (level.value - before) * (1 - exponential(of: -seconds / Self.longSpan))
  }
}
