// SPDX-License-Identifier: MIT

/// What the last update heard.
struct TrackedPitch {
  /// The pitch, in hertz.
  var frequency: Double
  /// How sure it was, 0…1.
  var confidence: Double
  /// How long no update has left the one before, in seconds.
  var unbroken = 0.0
}
