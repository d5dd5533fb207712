// SPDX-License-Identifier: MIT

internal import Acoustics

/// Whether a tone becomes quieter and quieter, as what was plucked does: its mean level of the last moment
/// is under that of the last second or two.
struct LevelDecay {
  /// The two spans, in seconds.
  private static let shortSpan = 0.15
  private static let longSpan = 1.5
  /// How far one must be under the other, in decibels: a string that loses 1.5 dB a second comes to it,
  /// and what wavers by a decibel doesn't.
  private static let least = 2.0

  private var lately = 0.0
  private var before = 0.0
  private var isEmpty = true

  /// Whether it becomes quieter.
  var isFalling: Bool { exceeds(Self.least) }

  /// Whether it has become quieter by more than `decibels`.
  func exceeds(_ decibels: Double) -> Bool { before - lately > decibels }

  /// Starts with another tone.
  mutating func forget() { self = LevelDecay() }

  /// Takes in the level of an update, `seconds` after the last.
  mutating func add(_ level: Decibels, after seconds: Double) {
    if isEmpty { (lately, before, isEmpty) = (level.value, level.value, false) }
    lately += (level.value - lately) * (1 - exponential(of: -seconds / Self.shortSpan))
    before += (level.value - before) * (1 - exponential(of: -seconds / Self.longSpan))
  }
}
