// SPDX-License-Identifier: MIT

internal import Acoustics

/// The mains hum that was heard beside a string, so that it is known when the string has ended.
struct KnownHum {
  /// How long it must have been heard beside a string, in seconds.
  private static let leastSeconds = 0.1
  /// How much louder than the line was heard it may be read, in decibels: a string that is plucked there is
  /// louder by more.
  private static let louder = 6.0

  private var lines = MainsHum()
  private var seconds = 0.0

  /// Takes in the lines of an update beside what it heard, `seconds` after the last.
  mutating func hear(_ lines: MainsHum, beside running: Running, after seconds: Double) {
    guard lines.isBeside(running) else { return }
    self.lines = lines
    self.seconds += seconds
  }

  /// Whether a reading is that of one of its first two lines.
  ///
  /// - Parameters:
  ///   - estimate: the reading.
  ///   - reach: how far it may be from the line, as a share of it.
  /// - Returns: whether it is.
  func explains(_ estimate: PitchEstimate, within reach: Double) -> Bool {
    guard seconds >= Self.leastSeconds, let level = estimate.firstPartialLevel else { return false }
    return isNear(estimate.frequency.value, level, lines.frequency, lines.first, reach)
      || isNear(estimate.frequency.value, level, 2 * lines.frequency, lines.second, reach)
  }

  private func isNear(
    _ frequency: Double, _ level: Decibels, _ line: Double, _ known: Decibels?, _ reach: Double
  ) -> Bool {
    guard let known else { return false }
    return abs(frequency / line - 1) < reach && level.value < known.value + Self.louder
  }
}
