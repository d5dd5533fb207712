// SPDX-License-Identifier: MIT

/// The pitch of the last update and how stable it was until then.
struct PitchHistory {
  /// The pitch of the last update; `nil` if it had none.
  private(set) var pitch: TrackedPitch?
  /// The durations for which the pitch has stayed the same.
  private(set) var stability = PitchStability()

  /// Returns the history with the pitch of one more update, whose confidence is not known yet.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - seconds: the time since the last update.
  /// - Returns: the history after that update.
  func appending(_ frequency: Double, after seconds: Double) -> PitchHistory {
    var next = self
    next.stability.add(frequency, after: seconds)
    next.pitch = TrackedPitch(
      frequency: frequency, confidence: 0, unbroken: next.stability.unbroken)
    return next
  }

  /// Sets the confidence in the newest pitch, 0…1.
  mutating func setConfidence(_ confidence: Double) { pitch?.confidence = confidence }

  /// Discards the history: the update had no pitch, or another note began.
  mutating func clear() { self = PitchHistory() }
}
