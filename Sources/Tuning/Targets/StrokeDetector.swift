// SPDX-License-Identifier: MIT

internal import Acoustics

/// Notices from the level alone that a string was struck.
///
/// A stroke is a rise above the lowest level of the last tenth to fifth of a second. The levels are
/// kept as two minima, so that the work does not grow with the update rate.
struct StrokeDetector: Hashable, Sendable {
  /// How much the level must rise.
  static let rise = Decibels(6)
  /// What digital silence counts as.
  private static let floor = Decibels(-120)
  /// The length of one minimum, in seconds.
  private static let span = 0.1
  /// For how long a stroke is not another one, in seconds: its own attack.
  private static let attack = 0.15

  private let spanSamples: Int64
  private let attackSamples: Int64
  private var spanStart = SamplePosition.start
  private var minimum: Decibels?
  private var minimumBefore: Decibels?
  private var lastStroke: SamplePosition?

  init(sampleRate: SampleRate) {
    spanSamples = Int64(Self.span * Double(sampleRate.hertz))
    attackSamples = Int64(Self.attack * Double(sampleRate.hertz))
  }

  /// Takes in a level, and tells whether a string was struck.
  mutating func advance(_ level: Decibels?, at position: SamplePosition) -> Bool {
    let level = max(level ?? Self.floor, Self.floor)
    if let lastStroke, position.distance(from: lastStroke) < attackSamples {
      // What rises here is the stroke itself, and no measure of what comes behind it.
      restart(at: level, position)
      return false
    }
    let recent = minimum ?? level
    let lowest = min(recent, minimumBefore ?? recent)
    if level.value - lowest.value >= Self.rise.value {
      lastStroke = position
      restart(at: level, position)
      return true
    }
    if position.distance(from: spanStart) >= spanSamples {
      minimumBefore = minimum
      minimum = level
      spanStart = position
    } else {
      minimum = min(recent, level)
    }
    return false
  }

  private mutating func restart(at level: Decibels, _ position: SamplePosition) {
    minimum = level
    minimumBefore = nil
    spanStart = position
  }
}
