// SPDX-License-Identifier: MIT

internal import Acoustics

/// Tells a note from what is left ringing behind a sound that was none: strings that ring along with one
/// that was muted, or under the hand that struck or scraped them.
///
/// A note is heard while its beginning is near. What is heard for the first time when the sound has sunk
/// far under its peak did not make that sound.
struct ResidualRinging {
  /// How far under the peak a pitch may be that was not heard before, in power: 20 dB.
  ///
  /// It loses confidence over the next tenfold.
  private static let near = 0.01
  /// The share of it that is left to it there.
  private static let leastShare = 0.3
  /// Octaves in a tenfold: log₂ 10.
  private static let tenfold = 3.321_928_094_887_362
  /// How fast the peak is forgotten, in nepers of power a second, 6 dB: what rings on for long is a string.
  private static let forgetting = 1.4
  /// How sure an update near the peak must be of its pitch to know it later, and how far that may have
  /// gone by then, as a share of it.
  private static let believed = 0.7
  private static let samePitch = 0.03

  private var power = 0.0
  private var peak = 0.0
  private var known: Double?

  /// Starts with another note.
  ///
  /// The pitch that was known stays so: a knock on a guitar whose string rings on is a beginning as well.
  mutating func noteBegan() { (power, peak) = (0, 0) }

  /// Takes in an update.
  ///
  /// - Parameters:
  ///   - power: the mean square of the newest samples.
  ///   - highest: the highest that the note had since the last update.
  ///   - seconds: the time since then.
  mutating func hear(power: Double, highest: Double, after seconds: Double) {
    self.power = power
    let kept = peak * exponential(of: -Self.forgetting * seconds)
    peak = highest.isFinite ? max(highest, kept) : kept
  }

  /// Returns what is left of the confidence in a pitch.
  ///
  /// - Parameters:
  ///   - confidence: that in the pitch, 0…1, wherever it was heard first.
  ///   - frequency: the pitch, in hertz.
  /// - Returns: the same for a pitch that was heard near the peak, at most `confidence` for another.
  mutating func weigh(_ confidence: Double, in frequency: Double) -> Double {
    if let known, abs(frequency / known - 1) < Self.samePitch {
      self.known = frequency
      return confidence
    }
    guard power < Self.near * peak else {
      if confidence >= Self.believed { known = frequency }
      return confidence
    }
    let beyond = min(1, binaryLogarithm(of: Self.near * peak / power) / Self.tenfold)
    return confidence * (1 - (1 - Self.leastShare) * beyond)
  }
}
