// SPDX-License-Identifier: MIT

internal import Acoustics

/// The shift of the first partial from the fit of the other partials.
///
/// A guitar body shifts the first partial by several cents for the whole note. Its modes, which the
/// pluck excites, also ring close to the first partial for 0.05 to 0.3 s: the partial beats, and
/// its measured frequency swings by up to 40 cents about its true frequency. A beat bends the phase
/// and the level of the partial; a steady decay bends neither. The bend therefore bounds the part
/// of the measured shift that a mode may have caused. The rest of the estimate comes from
/// `ShiftMemory`, which starts with the typical shift by guitar bodies.
struct FirstPartialShift {
  // | name        | unit  | source                                                                |
  // | ----------- | ----- | --------------------------------------------------------------------- |
  // | bodyFreedom | 1     | bodies shift the first partial beyond the scatter of the others       |
  // | leastReach  | cents | a shift up to this is accepted if its error is small                  |
  // | bendReach   | 1     | error of the phase for each unit of bend, fitted on recorded notes    |
  // | ringing     | s     | duration of a mode of the body, fitted on recorded notes              |
  // | fading      | s     | time constant with which its effect ends, fitted on recorded notes    |
  // | bendNoise   | 1     | share of the bend that noise explains, in variances of the noise      |
  // | leastBeat   | cents | smaller beats are ignored                                             |
  // | kept        | 1     | standard error of a shift, as a share of it, fitted on recorded notes |
  // | scattered   | 1     | standard error of the fit, as a share of its scatter, fitted on       |
  // |             |       | recorded notes                                                        |
  private static let bodyFreedom = 2.5
  private static let leastReach = 0.5
  private static let bendReach = 4.0
  private static let ringing = 0.25
  private static let fading = 0.15
  private static let bendNoise = 2.0
  private static let leastBeat = 0.22
  private static let kept = 0.1
  private static let scattered = 0.1

  /// The shift, in cents.
  let cents: Double
  /// The variance of the shifted fit, in square cents.
  let variance: Double
  /// The part of `variance` that noise explains.
  let noise: Double
  /// The part of the measured shift that is attributed to a beat, in cents.
  let beat: Double

  /// Estimates the shift.
  ///
  /// - Parameters:
  ///   - first: the first partial, which is present.
  ///   - level: its level relative to the strongest partial, in decibels.
  ///   - fit: the first partial of the fit, in hertz, with its variance and the scatter of the
  ///     partials about the fit, in square cents and cents.
  ///   - glide: the common glide of the partials, which bends the phase too.
  ///   - memory: the shift that the note has shown so far; receives this measurement.
  ///   - elapsed: the time since the last measurement, in seconds.
  init(
    of first: Partial, level: Double,
    fit: (frequency: Double, variance: Double, scatter: Double), glide: Double,
    memory: inout ShiftMemory, after elapsed: Double
  ) {
    let measured = 1200 * binaryLogarithm(of: first.frequency / fit.frequency)
    let own = first.standardError / first.frequency * PartialFit.centsPerNeper
    let ownVariance = own * own + 1e-8
    let beatVariance = Self.beatVariance(of: first, glide: glide, age: memory.seconds)
    let error = ownVariance + beatVariance
    let scatterVariance = fit.scatter * fit.scatter
    memory.add(
      measured, variance: error + fit.variance + scatterVariance, at: fit.frequency,
      after: elapsed)
    let beating = beatVariance / (error + Self.leastBeat * Self.leastBeat)
    let shown = 0.5 * abs(memory.mean) / max(memory.variance, 1e-12).squareRoot() - 1
    let trust = max(beating, min(1, max(0, shown)))
    let expected = trust * memory.mean
    let distance = measured - expected
    let pull = min(
      Self.pull(distance, error: error, level: level, scatter: fit.scatter),
      memory.expectedVariance / (memory.expectedVariance + error))
    let remaining = 1 - pull
    cents = expected + pull * distance
    // If there is no beat, only noise determines the weight of the measured partial.
    beat =
      Self.pull(measured, error: ownVariance, level: level, scatter: fit.scatter) * measured - cents
    noise = remaining * remaining * fit.variance + pull * pull * ownVariance
    variance =
      remaining * remaining * (fit.variance + trust * memory.variance) + pull * pull * error
      + pull * remaining * distance * distance
      + Self.kept * Self.kept * cents * cents
      + Self.scattered * Self.scattered * scatterVariance
  }

  /// Returns the share of the measured shift to accept, 0…1.
  ///
  /// It is large if the shift is beyond the noise, or if the other partials scatter as much.
  private static func pull(
    _ distance: Double, error: Double, level: Double, scatter: Double
  ) -> Double {
    let deviation = error.squareRoot()
    let significance = 0.5 * abs(distance) / deviation - 1
    let pull = min(1, max(0, (level + 36) / 8)) * min(1, max(0, significance))
    guard abs(distance) < 8 * (scatter + deviation) + leastReach else { return pull }
    let freedom = bodyFreedom * bodyFreedom * scatter * scatter
    return max(pull, freedom / (freedom + error) * min(1, max(0, (level + 45) / 10)))
  }

  /// Returns the variance that a mode close to the partial may have caused, in square cents.
  private static func beatVariance(
    of first: Partial, glide: Double, age: Double
  ) -> Double {
    let phase = (first.glide - glide) * first.bendPerGlide
    let noise = first.glideError * first.bendPerGlide
    let bend = phase * phase + first.levelBend * first.levelBend - bendNoise * noise * noise
    let late = exponential(of: -max(0, age - ringing) / fading)
    let perRadian =
      bendReach * late * PartialFit.centsPerNeper / (first.frequency * first.radiansPerHertz)
    return perRadian * perRadian * max(0, bend)
  }
}
