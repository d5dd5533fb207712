// SPDX-License-Identifier: MIT

internal import Acoustics

/// The mains hum that was heard beside a string, so that it is known when the string has ended.
struct RememberedHum {
  /// One line of it.
  private struct Line {
    private static let leastSeconds = 0.5
    /// How much it may have fallen, in decibels: the partials of another string do.
    private static let mostFall = 1.0
    /// How much louder than it was it may be read, in decibels: a string that is plucked there is louder by
    /// more.
    private static let louder = 6.0

    private var level: Decibels?
    private var fall = LevelDecay()
    private var seconds = 0.0

    mutating func hear(_ level: Decibels?, after seconds: Double) {
      self.level = level
      guard let level else { return }
      fall.add(level, after: seconds)
      self.seconds += seconds
    }

    func explains(_ level: Decibels) -> Bool {
      guard let known = self.level, seconds >= Self.leastSeconds, !fall.exceeds(Self.mostFall)
      else { return false }
      return level.value < known.value + Self.louder
    }
  }

  private var frequency = 0.0
  private var first = Line()
  private var second = Line()

  /// Takes in the lines of an update beside what it heard, `seconds` after the last.
  mutating func hear(_ lines: MainsHum, beside running: TrackedPitch, after seconds: Double) {
    guard lines.isBeside(running) else { return }
    frequency = lines.frequency
    first.hear(lines.first, after: seconds)
    second.hear(lines.second, after: seconds)
  }

  /// Whether a reading is that of one of its first two lines.
  ///
  /// - Parameters:
  ///   - estimate: the reading.
  ///   - reach: how far it may be from the line, as a share of it.
  /// - Returns: whether it is.
  func explains(_ estimate: PitchEstimate, within reach: Double) -> Bool {
    guard frequency > 0, let level = estimate.firstPartialLevel else { return false }
    let place = estimate.frequency.value / frequency
    return abs(place - 1) < reach && first.explains(level)
      || abs(place / 2 - 1) < reach && second.explains(level)
  }
}
