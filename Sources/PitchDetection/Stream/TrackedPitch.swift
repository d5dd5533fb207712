// SPDX-License-Identifier: MIT

/// The pitch of the last update.
struct TrackedPitch {
  /// The pitch, in hertz.
  var frequency: Double
  /// The confidence in it, 0…1.
  var confidence: Double
  /// The time for which every update stayed near the one before, in seconds.
  var unbroken = 0.0
}
