// SPDX-License-Identifier: MIT

internal import Acoustics

/// Attenuates the confidence in a pitch that first appears when the sound has already decayed.
///
/// After a knock, or after a string is muted, other strings may still ring. The pitch of a played
/// note is found while the sound is near its peak level. A pitch that is found for the first time
/// far below that level belongs to a string that was ringing before.
struct ResidualRinging {
  /// The power below the peak from which a new pitch is attenuated, as a ratio: 20 dB.
  ///
  /// The attenuation grows over the next 10 dB.
  private static let near = 0.01
  /// The least share of the confidence that remains.
  private static let leastShare = 0.3
  /// log₂ 10, the octaves of a factor of ten.
  private static let tenfold = 3.321_928_094_887_362
  /// The decay of the remembered peak, in nepers of power per second: 6 dB per second.
  ///
  /// The remembered peak decays, because a long-lasting pitch belongs to a string.
  private static let decay = 1.4
  /// The confidence from which a pitch near the peak is remembered.
  private static let leastConfidence = 0.7
  /// The largest change of a remembered pitch from update to update, as a share of the pitch.
  private static let samePitch = 0.03

  private var power = 0.0
  private var peak = 0.0
  private var remembered: Double?

  /// The power of the last update over the peak of the sound, a ratio; 1 before the first.
  var remainder: Double { peak > 0 ? power / peak : 1 }

  /// Begins another note.
  ///
  /// The remembered pitch stays, because a knock on a guitar while a string rings is also an onset.
  mutating func noteBegan() { (power, peak) = (0, 0) }

  /// Adds the power of an update.
  ///
  /// - Parameters:
  ///   - power: the mean square of the newest samples.
  ///   - highest: the highest mean square of the note since the last update.
  ///   - seconds: the time since the last update.
  mutating func add(power: Double, highest: Double, after seconds: Double) {
    self.power = power
    let kept = peak * exponential(of: -Self.decay * seconds)
    peak = highest.isFinite ? max(highest, kept) : kept
  }

  /// Returns the factor of the confidence in a pitch, 0…1.
  ///
  /// It is 1 for a remembered pitch and for every pitch near the peak.
  ///
  /// - Parameter frequency: the pitch, in hertz.
  /// - Returns: a factor for the confidence.
  func attenuation(at frequency: Double) -> Double {
    guard !isRemembered(frequency), power < Self.near * peak else { return 1 }
    let beyond = min(1, binaryLogarithm(of: Self.near * peak / power) / Self.tenfold)
    return 1 - (1 - Self.leastShare) * beyond
  }

  /// Remembers the pitch of an update if it is clear and near the peak, or continues the
  /// remembered pitch.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - confidence: the reported confidence in it, 0…1.
  mutating func remember(_ frequency: Double, confidence: Double) {
    let isClear = !(power < Self.near * peak) && confidence >= Self.leastConfidence
    if isRemembered(frequency) || isClear { remembered = frequency }
  }

  private func isRemembered(_ frequency: Double) -> Bool {
    remembered.map { abs(frequency / $0 - 1) < Self.samePitch } ?? false
  }
}
