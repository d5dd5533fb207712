// SPDX-License-Identifier: MIT

/// The shift of the first partial that a note has shown so far.
///
/// This is a scalar Kalman filter. Its initial state is the typical shift by a body. The weight of
/// a measurement depends on its variance and on the time since the last one, because windows of
/// successive updates overlap. Over a beat its mean is the mean of the measured shift, so a beat
/// does not bias it.
struct ShiftMemory {
  // | name        | unit     | source                                                          |
  // | ----------- | -------- | --------------------------------------------------------------- |
  // | drift       | cents²/s | growth of the variance: fitted on recorded notes                |
  // | correlation | s        | time between independent measurements, fitted on recorded notes |
  // | largestStep | 1        | step of the pitch that begins another string, as a share of it  |
  private static let drift = 10.0
  private static let correlation = 0.2
  private static let largestStep = 0.02

  /// The shift, in cents.
  private(set) var mean = 0.0
  /// The variance of `mean`, in square cents.
  private(set) var variance = 0.0
  /// The variance before the last measurement.
  private(set) var expectedVariance = 0.0
  /// The time since the first measurement, in seconds.
  private(set) var seconds = 0.0
  /// The last pitch, in hertz; 0 before the first.
  private var pitch = 0.0

  /// Begins another note.
  mutating func reset() { self = ShiftMemory() }

  /// Adds a measurement.
  ///
  /// - Parameters:
  ///   - shift: the measured shift, in cents.
  ///   - error: its variance, in square cents.
  ///   - pitch: the pitch of the string, in hertz.
  ///   - elapsed: the time since the last measurement, in seconds.
  mutating func add(
    _ shift: Double, variance error: Double, at pitch: Double, after elapsed: Double
  ) {
    let isSameString =
      self.pitch > 0 && abs(pitch - self.pitch) < Self.largestStep * self.pitch
    if isSameString {
      expectedVariance = variance + Self.drift * elapsed
      seconds += elapsed
    } else {
      seconds = 0
      let body = BodyShift(at: pitch)
      (mean, expectedVariance) = (body.mean, body.variance)
    }
    self.pitch = pitch
    let repeated = max(1, Self.correlation / max(elapsed, 1e-6))
    let gain = expectedVariance / (expectedVariance + error * repeated)
    mean += gain * (shift - mean)
    variance = (1 - gain) * expectedVariance
  }
}
