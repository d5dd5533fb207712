// SPDX-License-Identifier: MIT

internal import Acoustics

/// The wander of a note's readings: how far they have recently moved from their mean.
///
/// A first partial beats with modes of the body and with the other polarisation of the string, so
/// its readings wander about the pitch of a longer window. Two movements count:
///
/// * the shift of the first partial relative to the other partials, from its mean over the last
///   `shiftSeconds`: the beat;
/// * the pitch of all partials, from its mean over the last `pitchSeconds`: a reading lags behind a
///   glide, a bend or a vibrato by about that distance. The mean of an older note is longer,
///   because what moves it then is slower: the glide of the string and the beat of its
///   polarisations.
///
/// Both are distances of the newest reading: the mean of a beat is the pitch, so a reading near the
/// mean is right even while the partial swings.
///
/// Two constants stand for wander that cannot be measured yet: that of a young note, and a beat of
/// a string whose partials lie off the fit, which is slower than these means.
struct PitchWander {
  // | name         | unit  | source                                                               |
  // | ------------ | ----- | -------------------------------------------------------------------- |
  // | shiftSeconds | s     | a beat of 7 Hz; over a longer time the attack stays in the mean      |
  // | pitchSeconds | s     | half a window of a high string; the longest: a window of a low       |
  // |              |       | string                                                               |
  // | pitchShare   | 1     | time of that mean, as a share of the age of the note                 |
  // | counted      | 1     | factor of the squared distance, fitted on recorded notes             |
  // | noisy        | 1     | squared distance that noise explains, of the variance of its         |
  // |              |       | readings                                                             |
  // | least        | cents | distance that no wander of a string reaches: what remains of the     |
  // |              |       | attack and of the glide                                              |
  // | unmeasured   | cents | wander of recorded notes in their first quarter of a second beyond   |
  // |              |       | the measured wander                                                  |
  // | youngSeconds | s     | time after which wander is measured; the constant fades for as long  |
  // |              |       | again                                                                |
  // | slow         | cents | slow wander of recorded notes whose partials scatter                 |
  // | leastScatter | cents | scatter of the partials of a string that beats; ideal strings have   |
  // |              |       | less than a tenth of it                                              |
  private static let shiftSeconds = 0.15
  private static let pitchSeconds = 0.05...0.2
  private static let pitchShare = 0.15
  private static let counted = 1.25
  private static let noisy = 6.0
  private static let least = 0.04
  private static let unmeasured = 0.6
  private static let youngSeconds = 0.3
  private static let slow = 0.42
  private static let leastScatter = 0.05

  private var shiftMean = 0.0
  private var pitchMean = 0.0
  private var squares = 0.0
  private var slowSquares = 0.0
  /// The first pitch of the note, in hertz, from which cents are counted.
  private var reference = 0.0
  private var seconds = 0.0

  /// The wander, in cents.
  var cents: Double {
    let unmeasured = Self.unmeasured * min(1, max(0, 2 - seconds / Self.youngSeconds))
    return (squares + unmeasured * unmeasured + slowSquares).squareRoot()
  }

  /// Begins another note.
  mutating func reset() { self = PitchWander() }

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
    let (shiftDistance, pitchDistance) = (shift - shiftMean, pitch - pitchMean)
    shiftMean +=
      Self.share(of: elapsed, over: Self.shiftSeconds, since: seconds) * shiftDistance
    pitchMean += Self.share(of: elapsed, over: pitchMemory, since: seconds) * pitchDistance
    let distance = shiftDistance * shiftDistance + pitchDistance * pitchDistance
    slowSquares = Self.slowSquares(of: fit)
    squares =
      Self.counted * max(0, distance - Self.noisy * fit.noise - Self.least * Self.least)
  }

  /// Adds the wander to the standard error of an estimate.
  ///
  /// - Parameter estimate: the estimate of the last reading; one without a standard error stays.
  func add(to estimate: inout PitchEstimate) {
    guard let sigma = estimate.sigma else { return }
    estimate.wander = Cents(cents)
    estimate.sigma = Cents((sigma.value * sigma.value + cents * cents).squareRoot())
  }

  /// The time of the mean pitch, in seconds.
  private var pitchMemory: Double {
    min(Self.pitchSeconds.upperBound, max(Self.pitchSeconds.lowerBound, Self.pitchShare * seconds))
  }

  /// Returns the square of the slow wander of a string; two partials alone show no scatter.
  private static func slowSquares(of fit: PartialFit) -> Double {
    guard fit.presentCount > 2 else { return 0 }
    let scatter = fit.scatter / leastScatter
    let power = scatter * scatter * scatter * scatter
    return slow * slow * power / (1 + power)
  }

  /// Returns the weight of the newest reading: at the beginning of a note all readings have the
  /// same weight.
  private static func share(of elapsed: Double, over memory: Double, since seconds: Double)
    -> Double
  {
    elapsed / (elapsed + min(memory, max(seconds - elapsed, 0)) + 1e-9)
  }
}
