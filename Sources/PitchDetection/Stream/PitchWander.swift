// SPDX-License-Identifier: MIT

internal import Acoustics

/// The wander of a note's readings: the standard deviation that was heard lately, beside the noise.
///
/// A first partial beats with modes of the body and with the other polarisation of the string, so its
/// readings wander about the pitch that a longer look finds. Two movements count:
///
/// * the shift of the first partial against the other partials, as its deviation from its mean over the
///   last `shiftSeconds`;
/// * the pitch of all partials, as its distance from its mean over the last `pitchSeconds`. A reading
///   lags behind a bend or a vibrato by about that distance.
///
/// Neither counts the glide of a settled string, which all partials share and which is slower.
struct PitchWander {
  // | name         | unit | source                                                                  |
  // | ------------ | ---- | ----------------------------------------------------------------------- |
  // | shiftSeconds | s    | a beat of 5 Hz; fitted on recorded notes                                |
  // | pitchSeconds | s    | half a window of a low string                                           |
  private static let shiftSeconds = 0.2
  private static let pitchSeconds = 0.08

  private var shiftMean = 0.0
  private var shiftVariance = 0.0
  private var pitchMean = 0.0
  private var pitchDistance = 0.0
  /// The first pitch of the note, in hertz, from which cents are counted.
  private var reference = 0.0
  private var seconds = 0.0

  /// The wander, in cents.
  var cents: Double { (shiftVariance + pitchDistance * pitchDistance).squareRoot() }

  /// Begins another note.
  mutating func forget() { self = PitchWander() }

  /// Adds a reading.
  ///
  /// - Parameters:
  ///   - fit: the fit of its partials.
  ///   - elapsed: the time since the last reading, in seconds.
  mutating func add(_ fit: PartialFit, after elapsed: Double) {
    let shift = 1200 * binaryLogarithm(of: fit.frequency / fit.fit)
    guard reference > 0 else {
      (reference, shiftMean) = (fit.frequencyNow, shift)
      return
    }
    let pitch = 1200 * binaryLogarithm(of: fit.frequencyNow / reference) - shift
    seconds += elapsed
    let shiftShare = Self.share(of: elapsed, over: Self.shiftSeconds, since: seconds)
    let deviation = shift - shiftMean
    shiftMean += shiftShare * deviation
    shiftVariance = (1 - shiftShare) * (shiftVariance + shiftShare * deviation * deviation)
    pitchDistance = pitch - pitchMean
    pitchMean += Self.share(of: elapsed, over: Self.pitchSeconds, since: seconds) * pitchDistance
  }

  /// Returns the weight of the newest reading: at the beginning of a note all count alike.
  private static func share(of elapsed: Double, over memory: Double, since seconds: Double)
    -> Double
  {
    elapsed / (elapsed + min(memory, max(seconds - elapsed, 0)) + 1e-9)
  }
}
