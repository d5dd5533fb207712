// SPDX-License-Identifier: MIT

/// Recognises the hum of an electric motor by how long it lasts at one speed.
///
/// The motors of refrigerators and pumps turn a few percent below the frequency of the mains, where
/// the lowest strings of a bass sound too. Both give noisy readings in a noisy room. A plucked
/// string decays into the noise or is plucked again, and a pluck is clear; a motor gives noisy
/// readings of the same pitch for as long as it runs.
struct MotorHum {
  // | name            | unit   | source                                                          |
  // | --------------- | ------ | --------------------------------------------------------------- |
  // | speeds          | 1      | speed of a two-pole induction motor over the mains: 1 to 8 %    |
  // |                 |        | slip, and the scatter of its readings                           |
  // | sameSpeed       | 1      | 43 cents: scatter of the readings of a motor                    |
  // | meanSeconds     | s      | time constant of the speed: several independent windows         |
  // | leastSeconds    | s      | a noisy low string decays into the noise sooner                 |
  // | longestSeconds  | s      | longest remembered time: forgotten 25 s after the motor stopped |
  // | forgetting      | 1      | time that a second without the pitch takes away, in seconds     |
  // | clearVariance   | cents² | noise of the readings of a string that is not masked            |
  // | clearConfidence | 1      | confidence in such a reading: that of a clear pitch             |
  // | clearLoss       | 1      | time that a second of clear readings takes away, in seconds     |
  private static let speeds = 0.91...1.02
  private static let sameSpeed = 0.025
  private static let meanSeconds = 2.0
  private static let leastSeconds = 3.0
  private static let longestSeconds = 8.0
  private static let forgetting = 0.2
  private static let clearVariance = 12.0
  private static let clearConfidence = 0.7
  private static let clearLoss = 50.0

  /// The pitch of the motor, in hertz; 0 for none.
  private var speed = 0.0
  /// The time for which noisy readings have had this pitch, in seconds.
  private var seconds = 0.0

  /// Returns true if a pitch is that of a motor that has run for `leastSeconds`.
  func explains(_ frequency: Double) -> Bool {
    seconds >= Self.leastSeconds && isNear(frequency)
  }

  /// Adds the pitch of an update.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - noise: the variance of its noise, in squared cents; `nil` if it is unknown.
  ///   - confidence: the confidence in it before it is known to be a string, 0…1.
  ///   - elapsed: the time since the last update, in seconds.
  mutating func add(
    _ frequency: Double, noise: Double?, confidence: Double, after elapsed: Double
  ) {
    guard isNear(frequency) else {
      rest(for: elapsed)
      if seconds == 0 { speed = Self.isSpeed(frequency) ? frequency : 0 }
      return
    }
    if let noise, noise <= Self.clearVariance, confidence >= Self.clearConfidence {
      seconds = max(0, seconds - Self.clearLoss * elapsed)
    } else {
      seconds = min(Self.longestSeconds, seconds + elapsed)
      speed += (frequency - speed) * min(1, elapsed / Self.meanSeconds)
    }
  }

  /// Records an update without a pitch.
  ///
  /// - Parameter elapsed: the time since the last update, in seconds.
  mutating func rest(for elapsed: Double) {
    seconds = max(0, seconds - Self.forgetting * elapsed)
  }

  private func isNear(_ frequency: Double) -> Bool {
    speed > 0 && abs(frequency / speed - 1) < Self.sameSpeed
  }

  /// Returns true if a pitch, in hertz, is the speed of a two-pole motor on 50 or 60 Hz.
  static func isSpeed(_ frequency: Double) -> Bool {
    speeds.contains(frequency / MainsLine.mains.0) || speeds.contains(frequency / MainsLine.mains.1)
  }
}
