// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// A note in the making.
struct SoundingNote {
  /// How long readings must agree to be a note, in seconds.
  static let confirmation = 0.12
  /// And how long behind a beginning that the detector heard.
  static let agreement = 0.07
  /// And how long where they could be a partial of the note before: its tail, more likely.
  static let partialConfirmation = 0.3
  /// The longest that an attack hides the pitch, in seconds.
  static let longestAttack = 0.6
  /// The shortest time from one beginning to the next, in seconds.
  static let shortest = 0.08
  /// How far a reading may lie from the note's current pitch: wider than a vibrato, narrower than the
  /// next fret.
  private static let reach = Cents(70)
  /// How fast a pitch may move that goes on, in cents a second: an octave's slide takes 0.4 s.
  private static let fastest = 3000.0
  /// What a step from one reading to the next may be at least and at most, in cents.
  private static let leastStep = 15.0
  private static let longestStep = 90.0
  /// The share by which the current pitch follows a reading.
  private static let follow = 0.3
  /// How long it may take to the peak of the stroke, in seconds.
  private static let stroke = 0.125
  /// How near to a whole ratio a partial is, in cents.
  private static let partialReach = 40.0

  /// Where the note began.
  var start: SamplePosition
  /// Where the detector heard the sound begin that the note is part of.
  var beginning: SamplePosition?
  /// The first clear result.
  let firstClear: SamplePosition
  private(set) var lastClear: SamplePosition
  private(set) var onsetLevel: Decibels?
  private(set) var readings = Readings()
  private(set) var contour: Contour
  /// Whether the stroke is over, so that a rise of the level is another one.
  private(set) var isPastStroke = false
  private var pitch: Hertz
  private var last: Hertz

  /// Begins with the first clear result.
  init(
    _ result: PitchResult, _ estimate: PitchEstimate, from start: SamplePosition,
    at sampleRate: SampleRate
  ) {
    self.start = start
    beginning = result.beginning
    firstClear = result.timestamp
    lastClear = result.timestamp
    pitch = estimate.frequency
    last = estimate.frequency
    contour = Contour(reference: estimate.frequency)
    extend(with: result, estimate, at: sampleRate)
  }

  /// Tells whether a reading can belong to this note: it is near, or the pitch has moved there.
  func accepts(_ frequency: Hertz, in result: PitchResult, at sampleRate: SampleRate) -> Bool {
    if frequency.interval(above: pitch).magnitude <= Self.reach { return true }
    let seconds = Double(result.timestamp.distance(from: lastClear)) / Double(sampleRate.hertz)
    let step = min(Self.longestStep, max(Self.leastStep, Self.fastest * seconds))
    return seconds <= Self.shortest && frequency.interval(above: last).magnitude.value <= step
  }

  /// Tells whether this may be a partial of `other`, or `other` one of this.
  func isPartial(of other: SoundingNote) -> Bool {
    let interval = pitch.interval(above: other.pitch).magnitude.value
    for number in 2...6 {
      let partial = Hertz(Double(number)).interval(above: Hertz(1)).value
      if abs(interval - partial) < Self.partialReach { return true }
    }
    return false
  }

  /// Takes in a clear result of this note.
  mutating func extend(
    with result: PitchResult, _ estimate: PitchEstimate, at sampleRate: SampleRate
  ) {
    lastClear = result.timestamp
    let age = Double(lastClear.distance(from: start)) / Double(sampleRate.hertz)
    isPastStroke =
      Double(lastClear.distance(from: firstClear)) / Double(sampleRate.hertz) >= Self.stroke
    let step = estimate.frequency.interval(above: pitch)
    pitch = pitch.raised(by: Cents(Self.follow * step.value))
    last = estimate.frequency
    readings.append(Readings.Reading(estimate: estimate, time: age, level: result.level))
    contour.append(estimate.frequency, at: age)
    if !isPastStroke, let level = result.level {
      onsetLevel = max(onsetLevel ?? level, level)
    }
  }
}

extension PitchResult {
  /// Where the detector heard the sound begin; `nil` where it heard no beginning.
  var beginning: SamplePosition? {
    estimate?.age.map { timestamp.advanced(by: -$0) }
  }
}
