// SPDX-License-Identifier: MIT

internal import Acoustics

/// Attenuates the confidence in a pitch that first appears when the sound has already decayed.
///
/// After a knock, or after a string is muted, other strings may still ring. A played note appears
/// near the peak of its own sound; a pitch that first appears far below the peak did not make that
/// sound.
struct ResidualRinging {
  /// The power below the peak from which a new pitch is attenuated, as a ratio: 20 dB.
  ///
  /// The attenuation grows over the next 10 dB.
  private static let near = 0.01
  /// The least share of the confidence that remains.
  private static let leastShare = 0.3
  /// log₂ 10, the octaves of a factor of ten.
  private static let tenfold = 3.321_928_094_887_362
  /// The decay of the remembered peak, in nepers of power a second: 6 dB a second.
  ///
  /// The peak is forgotten because a pitch that lasts for long belongs to a string.
  private static let forgetting = 1.4
  /// The confidence from which a pitch near the peak is remembered.
  private static let leastConfidence = 0.7
  /// The largest change of a remembered pitch from update to update, as a share of the pitch.
  private static let samePitch = 0.03

  private var power = 0.0
  private var peak = 0.0
  private var known: Double?

  /// The power of the last update over the peak of the sound, a ratio; 1 before the first.
  var remainder: Double { peak > 0 ? power / peak : 1 }

  /// Begins another note.
  ///
  /// The remembered pitch stays: a knock on a guitar whose string rings on is an onset as well.
  mutating func noteBegan() { (power, peak) = (0, 0) }

  /// Adds the power of an update.
  ///
  /// - Parameters:
  ///   - power: the mean square of the newest samples.
  ///   - highest: the highest mean square of the note since the last update.
  ///   - seconds: the time since the last update.
  mutating func add(power: Double, highest: Double, after seconds: Double) {
    self.power = power
    let kept = peak * exponential(of: -Self.forgetting * seconds)
    peak = highest.isFinite ? max(highest, kept) : kept
  }

  /// Returns the share of its confidence that a pitch keeps, 0…1: 1 for a remembered pitch and for
  /// any near the peak.
  ///
  /// - Parameter frequency: the pitch, in hertz.
  /// - Returns: a factor for the confidence.
  func attenuation(at frequency: Double) -> Double {
    guard !isKnown(frequency), power < Self.near * peak else { return 1 }
    let beyond = min(1, binaryLogarithm(of: Self.near * peak / power) / Self.tenfold)
    return 1 - (1 - Self.leastShare) * beyond
  }

  /// Remembers the pitch of an update where it is clear and near the peak, or continues the
  /// remembered pitch.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - confidence: the reported confidence in it, 0…1.
  mutating func remember(_ frequency: Double, confidence: Double) {
    let isClear = !(power < Self.near * peak) && confidence >= Self.leastConfidence
    if isKnown(frequency) || isClear { known = frequency }
  }

  private func isKnown(_ frequency: Double) -> Bool {
    known.map { abs(frequency / $0 - 1) < Self.samePitch } ?? false
  }
}
