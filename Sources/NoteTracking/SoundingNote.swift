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
  /// And at most where the detector heard the sound go on: what is hammered on breaks it.
  private static let longestUnbroken = 130.0
  /// The longest that a pitch may be unclear on its way, in seconds, and how far it may go from one
  /// reading there to the next, in cents.
  private static let longestPassage = 0.3
  private static let passingSteps = 15.0...150
  /// The share by which the current pitch follows a reading.
  private static let follow = 0.3
  /// The standard error from which a reading is too rough to show how the pitch moves.
  private static let rough = Cents(5)
  /// How long it may take to the peak of the stroke, in seconds.
  private static let stroke = 0.125
  /// How near to a whole ratio a partial is, in cents.
  private static let partialReach = 40.0

  /// An unclear reading on the way from one pitch to another, the step that led there, in cents, and how
  /// many steps led there.
  private typealias Passing = (
    frequency: Hertz, step: Double, position: SamplePosition, count: Int
  )

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
  /// Whether several strings sound at once.
  var isPolyphonic = false
  /// How it began where it was not struck.
  var legato: Legato?
  private(set) var pitch: Hertz
  private var last: Hertz
  /// The step that led to the last clear reading, in cents.
  private var lastStep = 0.0
  /// Whether the last reading was too rough to show how the pitch moves.
  private var isRough = false
  /// An unclear reading behind the last clear one.
  private var passing: Passing?

  /// Begins with the first clear result; `struck` is how loud it was before, where it was struck.
  init(
    _ result: PitchResult, _ estimate: PitchEstimate, from start: SamplePosition,
    struck: Decibels?, at sampleRate: SampleRate
  ) {
    self.start = start
    onsetLevel = struck
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
    if isNear(frequency) || isPassed(to: frequency, in: result, at: sampleRate) { return true }
    let seconds = Double(result.timestamp.distance(from: lastClear)) / Double(sampleRate.hertz)
    // A rough reading lags behind what moves, and the next has the more to go.
    let isUnbroken = beginning != nil && result.beginning == beginning
    let longest = isUnbroken ? Self.longestUnbroken : Self.longestStep
    let farthest = isRough ? Self.longestStep : Self.fastest * seconds
    let step = min(longest, max(Self.leastStep, farthest))
    return seconds <= Self.shortest && frequency.interval(above: last).magnitude.value <= step
  }

  /// Tells whether a reading is of the note's current pitch.
  func isNear(_ frequency: Hertz) -> Bool {
    frequency.interval(above: pitch).magnitude <= Self.reach
  }

  /// Takes in a result that is not clear: where the pitch was on its way, perhaps.
  mutating func pass(_ result: PitchResult) {
    guard let frequency = result.estimate?.frequency else { return passing = nil }
    if let passing, let before = goesOn(from: passing, to: frequency) {
      self.passing = (frequency, before, result.timestamp, passing.count + 1)
    } else {
      let step = frequency.interval(above: last).value
      passing =
        Self.passingSteps.contains(abs(step))
        ? (frequency, step, result.timestamp, leads(to: step) ? 2 : 1) : nil
    }
  }

  /// Whether the last clear reading came the same way.
  private func leads(to step: Double) -> Bool {
    lastStep * step > 0 && Self.passingSteps.contains(abs(lastStep))
  }

  /// The step to `frequency`, where it leads on as the one before did.
  private func goesOn(from passing: Passing, to frequency: Hertz) -> Double? {
    let step = frequency.interval(above: passing.frequency).value
    return step * passing.step > 0 && Self.passingSteps.contains(abs(step)) ? step : nil
  }

  /// Tells whether the pitch went to `frequency` through unclear readings on the way there.
  ///
  /// A fast bend or slide does, which no reading can follow. What jumps passes nothing.
  private func isPassed(
    to frequency: Hertz, in result: PitchResult, at sampleRate: SampleRate
  ) -> Bool {
    guard let passing else { return false }
    // Behind several steps of the same way a pitch has arrived where it stays.
    let stays = frequency.interval(above: passing.frequency).magnitude.value
    let hasArrived = passing.count > 1 && stays < Self.leastStep
    guard hasArrived || goesOn(from: passing, to: frequency) != nil else { return false }
    let (since, all) = (
      result.timestamp.distance(from: passing.position), result.timestamp.distance(from: lastClear)
    )
    return Double(since) <= Self.shortest * Double(sampleRate.hertz)
      && Double(all) <= Self.longestPassage * Double(sampleRate.hertz)
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
    passing = nil
    let age = Double(lastClear.distance(from: start)) / Double(sampleRate.hertz)
    // The steady part is told by what was heard clearly: a beginning may lie a quarter second before.
    let clear = Double(lastClear.distance(from: firstClear)) / Double(sampleRate.hertz)
    isPastStroke = clear >= Self.stroke
    let step = estimate.frequency.interval(above: pitch)
    pitch = pitch.raised(by: Cents(Self.follow * step.value))
    lastStep = estimate.frequency.interval(above: last).value
    last = estimate.frequency
    readings.append(Readings.Reading(estimate: estimate, time: clear, level: result.level))
    // What partials can't be measured of, as where a swing is fastest, shows where it is too roughly.
    isRough = estimate.sigma.map { $0 >= Self.rough } ?? false
    if !isRough { contour.append(estimate.frequency, at: age) }
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
