// SPDX-License-Identifier: MIT

internal import Acoustics

/// Detects a stroke from the level alone.
///
/// A stroke is a rise above the lowest level of the last 0.1 to 0.2 s. The levels are stored as two
/// minima, so the work does not grow with the update rate.
struct StrokeDetector: Hashable, Sendable {
  // | name   | unit | source                                                    |
  // | ------ | ---- | --------------------------------------------------------- |
  // | rise   | dB   | above the beats of a ringing string                       |
  // | span   | s    | duration of one minimum: two updates at the standard rate |
  // | attack | s    | time after a stroke without another one                   |
  static let rise = Decibels(6)
  private static let span = 0.1
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

  /// Appends a level and returns true if a string was struck.
  mutating func advance(_ level: Decibels?, at position: SamplePosition) -> Bool {
    let level = max(level ?? .digitalSilence, .digitalSilence)
    if let lastStroke, position.distance(from: lastStroke) < attackSamples {
      // A rise right after a stroke belongs to its attack.
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
