// SPDX-License-Identifier: MIT

internal import Acoustics

/// Remembers the mains hum that sounds together with a string, to recognise it when the string has
/// ended.
struct RememberedHum {
  /// One line of the hum.
  private struct Line {
    // | name         | unit | source                                          |
    // | ------------ | ---- | ----------------------------------------------- |
    // | leastSeconds | s    | a partial of another string has decayed by then |
    // | largestDecay | dB   | the stability of a line in recorded hum         |
    // | largestRise  | dB   | a string plucked at the line is louder by more  |
    private static let leastSeconds = 0.5
    private static let largestDecay = 1.0
    private static let largestRise = 6.0

    private var level: Decibels?
    private var decay = LevelDecay()
    private var seconds = 0.0

    mutating func add(_ level: Decibels?, after seconds: Double) {
      self.level = level
      guard let level else { return }
      decay.add(level, after: seconds)
      self.seconds += seconds
    }

    func explains(_ level: Decibels) -> Bool {
      guard let known = self.level, seconds >= Self.leastSeconds, !decay.exceeds(Self.largestDecay)
      else { return false }
      return level.value < known.value + Self.largestRise
    }
  }

  private var frequency = 0.0
  private var first = Line()
  private var second = Line()

  /// Adds the lines of an update if its pitch is settled and is not a multiple of the mains.
  ///
  /// - Parameters:
  ///   - lines: the lines in the last spectrum.
  ///   - tracked: the pitch of the update.
  ///   - seconds: the time since the last update.
  mutating func add(_ lines: MainsHum, beside tracked: TrackedPitch, after seconds: Double) {
    guard lines.isBeside(tracked) else { return }
    frequency = lines.frequency
    first.add(lines.first, after: seconds)
    second.add(lines.second, after: seconds)
  }

  /// Returns true if an estimate is one of the first two lines.
  ///
  /// - Parameters:
  ///   - estimate: the estimate.
  ///   - reach: the largest distance of the estimate from the line, as a share of the line's
  ///     frequency.
  /// - Returns: false if no hum is remembered.
  func explains(_ estimate: PitchEstimate, within reach: Double) -> Bool {
    guard frequency > 0, let level = estimate.firstPartialLevel else { return false }
    let place = estimate.frequency.value / frequency
    return abs(place - 1) < reach && first.explains(level)
      || abs(place / 2 - 1) < reach && second.explains(level)
  }
}
