// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Distinguishes a string from a voice and from the other sounds of a room.
///
/// A string is struck: its energy rises steeply, and does not collapse as that of a knock does.
/// Then it holds its pitch; the pitch of a voice moves by several cents from period to period. The
/// reported confidence has a ceiling until both are known: below a displayed pitch for a sound that
/// was neither struck nor steady, and below a clear pitch for one that was only struck.
struct StringRecognition {
  /// The evidence that a sound comes from a string.
  enum Evidence {
    /// None: the sound swelled, and its pitch moves.
    case none
    /// It began as a string does.
    case struck
    /// It held its pitch.
    case steady
  }

  // | name            | unit    | source                                                       |
  // | --------------- | ------- | ------------------------------------------------------------ |
  // | leastRise       | 1       | 20 dB: voices rise by 10 dB (median), plucks by 20 to 60     |
  // | leastRemainder  | 1       | −8 dB: knocks fall by 10 dB (median), plucks by 2            |
  // | openingSeconds  | s       | what sounds at the start of a stream may have been struck    |
  // |                 |         | before                                                       |
  // | onsetSeconds    | s       | age until which the course of the onset is followed          |
  // | attackSeconds   | s       | the pitch of a struck string appears within this time …      |
  // | attackPeriods   | periods | … or, of a low one, within these                             |
  // | steadySeconds   | s       | a voice stays within `steadyCents` for less                  |
  // | steadyPeriods   | periods | … or, for a low one, than these: a floor resonates for longer |
  // | struckSeconds   | s       | the same after a stroke: most voices do not begin like one   |
  // | steadyCents     | cents   | distance from the slow mean: strings wander less              |
  // | noisySeconds    | s       | the same where the noise of the readings is larger: they     |
  // | noisyDeviations | 1       | may lie this many standard deviations from the mean …        |
  // | noisyCents      | cents   | … and at most this far                                       |
  // | carriedSeconds  | s       | a steady string stays one through a change of its pitch, as  |
  // |                 |         | in a hammer-on                                               |
  // | doubtful        | 1       | below the 0.3 of a displayed pitch                           |
  // | young           | 1       | below the 0.7 of a clear pitch                               |
  private static let leastRise: Float = 100
  private static let leastRemainder: Float = 0.158
  private static let openingSeconds = 0.2
  private static let onsetSeconds = 0.1
  private static let attackSeconds = 0.06
  private static let attackPeriods = 4.5
  private static let steadySeconds = 0.11
  private static let steadyPeriods = 16.0
  private static let struckSeconds = 0.04
  private static let steadyCents = 4.0
  private static let noisySeconds = 0.25
  private static let noisyDeviations = 4.0
  private static let noisyCents = 25.0
  private static let carriedSeconds = 0.15
  private static let doubtful = 0.29
  private static let young = 0.69
  /// A cent as a share of a frequency.
  private static let cent = 5.778e-4

  private var steady = SteadyTime()
  private var noisy = SteadyTime()
  private var isStruck = true
  private var isSteady = false
  private var hasPitch = false
  /// The time since the stream began, in seconds.
  private var time = 0.0
  /// The time for which a string that was steady still counts as struck, in seconds.
  private var carried = 0.0

  /// The evidence of the last update.
  var evidence: Evidence { isSteady ? .steady : isStruck || carried > 0 ? .struck : .none }

  /// The highest confidence that the last update may report.
  var ceiling: Double {
    switch evidence {
    case .none: Self.doubtful
    case .struck: Self.young
    case .steady: 1
    }
  }

  /// Begins an update: examines the onset of the note while it is young.
  mutating func begin(_ update: UpdateContext) {
    time += update.seconds
    carried = max(0, carried - update.seconds)
    if update.isNewNote {
      endPitch()
      isStruck = false
    }
    if time < Self.openingSeconds {
      isStruck = true
    } else if let onset = update.onset, let age = update.age, age < Self.onsetSeconds {
      isStruck = onset.rise >= Self.leastRise && (onset.remainder ?? 1) >= Self.leastRemainder
    }
  }

  /// Ends the pitch of an update that has none.
  mutating func endPitch(in update: UpdateContext) {
    endPitch()
    if update.sounding > Self.attackSeconds { isStruck = false }
  }

  /// Adds the pitch of an update.
  ///
  /// - Parameters:
  ///   - frequency: the pitch, in hertz.
  ///   - noise: the variance of its noise, in squared cents; 0 where it is unknown.
  ///   - isBreak: true where the pitch is not that of the last update.
  ///   - update: the segment of the update.
  mutating func add(_ frequency: Double, noise: Double, isBreak: Bool, in update: UpdateContext) {
    let attack = max(Self.attackSeconds, Self.attackPeriods / frequency)
    if isBreak, update.sounding > attack + (hasPitch ? 0 : update.seconds) { isStruck = false }
    if isBreak { endPitch() }
    hasPitch = true
    let spread = min(Self.noisyCents, Self.noisyDeviations * max(0, noise).squareRoot())
    steady.add(frequency, after: update.seconds, within: Self.cent * Self.steadyCents)
    noisy.add(
      frequency, after: update.seconds, within: Self.cent * max(Self.steadyCents, spread))
    let needed =
      evidence == .struck
      ? Self.struckSeconds : max(Self.steadySeconds, Self.steadyPeriods / frequency)
    // Two updates that are far apart agree by chance.
    if steady.seconds >= needed + update.seconds || noisy.seconds >= Self.noisySeconds {
      isSteady = true
    }
  }

  private mutating func endPitch() {
    if isSteady { carried = Self.carriedSeconds }
    (isSteady, hasPitch) = (false, false)
    (steady, noisy) = (SteadyTime(), SteadyTime())
  }
}
