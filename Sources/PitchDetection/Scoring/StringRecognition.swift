// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Distinguishes a string from a voice and from the other sounds of a room.
///
/// A sound is a string if it was struck or if it holds its pitch:
///
/// * The energy of a struck string rises steeply and then stays. The energy of a knock collapses,
///   and that of a voice grows.
/// * The pitch of a voice moves by several cents from period to period.
///
/// A note that follows a string counts as struck too, because the energy before its onset is that
/// of the string, so it hardly rises. It must not fall.
///
/// The confidence in other sounds stays below that of a displayed pitch. A struck sound is
/// displayed at once; one that follows a string, once it is calm for `settledSeconds`. Its pitch is
/// clear once it has been steady for as long.
struct StringRecognition {
  // | name             | unit    | source                                                        |
  // | ---------------- | ------- | ------------------------------------------------------------- |
  // | leastRise        | 1       | 20 dB: voices rise by 10 dB (median), plucks by 20 to 60      |
  // | remainder        | 1       | −8 to 4 dB: knocks fall by 10 dB (median), plucks by 2, and   |
  // |                  |         | voices grow                                                   |
  // | onsetSeconds     | s       | age before an update up to which the onset is examined        |
  // | attackSeconds    | s       | time in which the pitch of a struck string appears            |
  // | attackPeriods    | periods | the same for a low string, if this is longer                  |
  // | settledSeconds   | s       | a struck knock or syllable is steady for a shorter time       |
  // | steadySeconds    | s       | a voice stays within `steadyCents` for a shorter time         |
  // | steadyPeriods    | periods | the same for a low pitch, if this is longer: floors resonate  |
  // |                  |         | for longer                                                    |
  // | steadyCents      | cents   | distance from the slow mean: strings wander less              |
  // | noisySeconds     | s       | required time for a noisy pitch: over five updates of a view; |
  // |                  |         | vowels end sooner                                             |
  // | noisyDeviations  | 1       | distance of a noisy pitch from its slow mean, in standard     |
  // |                  |         | deviations of the noise                                       |
  // | noisyCents       | cents   | largest distance of a noisy pitch from its slow mean          |
  // | …Variance        | cents²  | noise of the readings above which they agree by chance        |
  // | calmSeconds      | s       | a struck sound that stays within `calmCents` for this time is |
  // |                  |         | a string                                                      |
  // | calmCents        | cents   | distance from the slow mean: syllables move further           |
  // | lastingSeconds   | s       | a struck sound whose pitch does not jump for this time is a   |
  // |                  |         | string, even if it moves: syllables are shorter               |
  // | glidingCents     | cents   | a steady sound that was not struck and moves further from its |
  // |                  |         | slow mean is a voice                                          |
  // | widestMovement   | 1       | a semitone: step of a steady string from update to update     |
  // | stringSeconds    | s       | a struck sound near one pitch for this time may be followed;  |
  // |                  |         | shorter ones are often knocks and syllables                   |
  // | followingSeconds | s       | time after a string in which another note follows it          |
  // | followingRise    | 1       | least rise of a note that follows; it must not fall           |
  // | remainingSeconds | s       | a string remains recognised for this time after a change of   |
  // |                  |         | pitch, but not longer than it was steady: a hammer-on, or a   |
  // |                  |         | slide at a low update rate. Their readings are clear; a noisy |
  // |                  |         | one may be an octave below the string                         |
  // | hiddenConfidence | 1       | below the 0.3 of a displayed pitch                            |
  private static let leastRise: Float = 100
  private static let remainder: ClosedRange<Float> = 0.158...2.5
  private static let onsetSeconds = 0.1
  private static let attackSeconds = 0.06
  private static let attackPeriods = 4.5
  private static let settledSeconds = 0.04
  private static let settledVariance = 4.0
  private static let steadySeconds = 0.11
  private static let steadyPeriods = 16.0
  private static let steadyCents = 4.0
  private static let steadyVariance = 12.0
  private static let noisySeconds = 0.26
  private static let noisyDeviations = 4.0
  private static let noisyCents = 25.0
  private static let noisyVariance = 100.0
  private static let calmSeconds = 0.25
  private static let calmCents = 15.0
  private static let lastingSeconds = 0.5
  private static let glidingCents = 50.0
  private static let widestMovement = 0.06
  private static let stringSeconds = 0.15
  private static let followingSeconds = 0.7
  private static let followingRise: Float = 1
  private static let remainingSeconds = 0.3
  private static let hiddenConfidence = 0.29
  /// A cent as a share of a frequency.
  private static let cent = 5.778e-4

  private var steady = SteadyTime()
  private var noisy = SteadyTime()
  private var calm = SteadyTime()
  /// The time for which a sound has stayed closer to its slow mean than a voice does.
  private var near = SteadyTime()
  private var isStruck = true
  /// True if the sound counts as struck only because it follows a string.
  private var isFollowing = false
  private var isSteady = false
  /// True if the steady sound was struck, or follows a struck one without a gap.
  private var isString = false
  /// The time since the sound was found to be steady, in seconds.
  private var steadyFor = 0.0
  private var last = 0.0
  /// The variance of the noise of the last pitch, in squared cents.
  private var noise = 0.0
  private var hasPitch = false
  /// The time since the stream began, in seconds.
  private var time = 0.0
  /// The remaining time in which a string that was steady still counts as steady, in seconds.
  private var remaining = 0.0
  /// The remaining time in which another note follows a string, in seconds.
  private var following = 0.0

  /// The highest confidence that the last update may report.
  var highestConfidence: Double {
    if isSteady || remaining > 0 && noise <= Self.steadyVariance { return 1 }
    guard isStruck, !isFollowing || calm.seconds >= Self.settledSeconds else {
      return Self.hiddenConfidence
    }
    let isSettled = steady.seconds >= Self.settledSeconds && noise <= Self.settledVariance
    return isSettled ? 1 : ConfidenceModel.highestYoung
  }

  /// Begins an update.
  ///
  /// Examines the onset of the note during its first `onsetSeconds`.
  mutating func begin(_ update: UpdateContext) {
    time += update.seconds
    remaining = max(0, remaining - update.seconds)
    following = max(0, following - update.seconds)
    if update.isNewNote {
      endPitch()
      isFollowing = following > 0
      isStruck = isFollowing
    }
    if time < UpdateContext.streamStartSeconds {
      isStruck = true
    } else if let onset = update.onset, let age = update.age,
      age < Self.onsetSeconds + update.seconds
    {
      let stays = Self.remainder.contains(onset.remainder ?? 1)
      let isPlucked = stays && onset.rise >= Self.leastRise
      isFollowing = isFollowing && stays && !isPlucked && onset.rise >= Self.followingRise
      isStruck = isPlucked || isFollowing
    }
  }

  /// Records an update without a pitch.
  mutating func endPitch(in update: UpdateContext) {
    endPitch()
    if update.sounding > Self.attackSeconds { isStruck = false }
  }

  /// Adds the pitch of an update.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - noise: the variance of its noise, in squared cents; 0 if it is unknown.
  ///   - unbroken: the time for which every update stayed near the one before, in seconds; 0 if
  ///     the pitch is not that of the last update.
  ///   - mayBeMotor: true if the pitch may be that of a motor, whose noisy readings do not count.
  ///   - update: the segment of the update.
  mutating func add(
    _ frequency: Double, noise: Double, unbroken: Double, mayBeMotor: Bool, in update: UpdateContext
  ) {
    let isBreak = unbroken == 0
    let attack = max(Self.attackSeconds, Self.attackPeriods / frequency)
    if isBreak, update.sounding > attack + (hasPitch ? 0 : update.seconds) { isStruck = false }
    // The vibrato of a steady string may be so wide that updates lie far apart.
    let isMovement = isSteady && abs(frequency / last - 1) < Self.widestMovement
    if isBreak, !isMovement { endPitch() }
    last = frequency
    hasPitch = true
    follow(frequency, noise: max(0, noise), after: update.seconds)
    if isSteady { steadyFor += update.seconds }
    if !isString, near.seconds == 0 { isSteady = false }
    let needed = max(Self.steadySeconds, Self.steadyPeriods / frequency)
    // Two updates that are far apart may agree by chance.
    if steady.seconds >= needed + update.seconds
      || !mayBeMotor && noisy.seconds >= Self.noisySeconds
      || isStruck && (calm.seconds >= Self.calmSeconds || unbroken >= Self.lastingSeconds)
    {
      isString = isString || isStruck
      isSteady = true
    }
    if isSteady && isString || isStruck && near.seconds >= Self.stringSeconds {
      following = Self.followingSeconds
    }
  }

  /// Compares the pitch with its slow means and updates them.
  private mutating func follow(_ frequency: Double, noise: Double, after elapsed: Double) {
    self.noise = noise
    let spread = Self.noisyDeviations * noise.squareRoot()
    near.add(frequency, after: elapsed, within: Self.cent * Self.glidingCents)
    calm.add(
      frequency, after: elapsed,
      within: Self.cent * max(Self.calmCents, min(Self.noisyCents, spread)))
    steady.add(
      frequency, after: elapsed,
      within: noise <= Self.steadyVariance ? Self.cent * Self.steadyCents : 0)
    noisy.add(
      frequency, after: elapsed,
      within: noise <= Self.noisyVariance
        ? Self.cent * max(Self.steadyCents, min(Self.noisyCents, spread)) : 0)
  }

  private mutating func endPitch() {
    if isSteady { remaining = max(remaining, min(Self.remainingSeconds, steadyFor)) }
    if remaining == 0 { isString = false }
    (isSteady, hasPitch, steadyFor) = (false, false, 0)
    (steady, noisy) = (SteadyTime(), SteadyTime())
    (near, calm) = (SteadyTime(), SteadyTime())
  }
}
