// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// A note that still sounds.
struct SoundingNote {
  // | name                | unit    | source                                                   |
  // | ------------------- | ------- | -------------------------------------------------------- |
  // | confirmation        | s       | longer than an octave error: agreement that makes a note |
  // | agreement           | s       | the same after an onset                                  |
  // | partialConfirmation | s       | the same if the pitch may be a partial of the last note  |
  // | longestAttack       | s       | longest time in which an attack hides the pitch          |
  // | shortest            | s       | shortest time from one onset to the next                 |
  // | longestPause        | s       | longest time from a reading to the next one of a moving  |
  // |                     |         | pitch, and from an onset to the last reading before it   |
  // | reach               | cents   | wider than a vibrato, narrower than the next fret        |
  // | fastest             | cents/s | a slide over an octave takes 0.4 s                       |
  // | leastStep           | cents   | least and …                                              |
  // | longestStep         | cents   | … largest step of a moving pitch from one reading to the |
  // |                     |         | next                                                     |
  // | longestUnbroken     | cents   | the same without an onset: a hammer-on has one           |
  // | longestPassage      | s       | longest unclear time of a moving pitch                   |
  // | glideSteps          | cents   | steps of the unclear readings in that time               |
  // | follow              | 1       | share by which the current pitch follows a reading       |
  // | rough               | cents   | standard error from which a reading shows no movement    |
  // | stroke              | s       | longest time from the onset to the peak level            |
  // | partialReach        | cents   | distance of a partial from a whole ratio                 |
  static let confirmation = 0.12
  static let agreement = 0.07
  static let partialConfirmation = 0.3
  static let longestAttack = 0.6
  static let shortest = 0.08
  static let longestPause = 0.08
  private static let reach = Cents(70)
  private static let fastest = 3000.0
  private static let leastStep = 15.0
  private static let longestStep = 90.0
  private static let longestUnbroken = 130.0
  private static let longestPassage = 0.3
  private static let glideSteps = 15.0...150
  private static let follow = 0.3
  private static let rough = Cents(5)
  private static let stroke = 0.125
  private static let partialReach = 40.0

  /// An unclear reading between two pitches, the step that led there, in cents, and the number of
  /// such steps.
  private typealias UnclearGlide = (
    frequency: Hertz, step: Double, position: SamplePosition, count: Int
  )

  /// The position at which the note began.
  var start: SamplePosition
  /// The detector's onset of the sound that contains the note.
  var beginning: SamplePosition?
  /// The first clear result.
  let firstClear: SamplePosition
  private(set) var lastClear: SamplePosition
  private(set) var onsetLevel: Decibels?
  /// The level of the last clear result.
  private(set) var lastLevel: Decibels?
  private(set) var readings = Readings()
  private(set) var contour: Contour
  /// True after the stroke, when a rise of the level is another stroke.
  private(set) var isPastStroke = false
  /// True while several strings sound.
  var isPolyphonic = false
  /// The way in which the note began without a stroke.
  var legato: Legato?
  private(set) var pitch: Hertz
  private var last: Hertz
  /// The step that led to the last clear reading, in cents.
  private var lastStep = 0.0
  /// True if the last reading was too rough to show a movement of the pitch.
  private var isRough = false
  /// An unclear reading after the last clear one.
  private var glide: UnclearGlide?

  /// Begins with the first clear result; `struck` is the level before a stroke, `nil` for none.
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

  /// Returns true if a reading may belong to this note: it is near, or the pitch has moved
  /// there.
  func accepts(_ frequency: Hertz, in result: PitchResult, at sampleRate: SampleRate) -> Bool {
    if isNear(frequency) || isPassed(to: frequency, in: result, at: sampleRate) { return true }
    let seconds = Double(result.timestamp.distance(from: lastClear)) / Double(sampleRate.hertz)
    // A rough reading lags behind a moving pitch, so the next step is larger.
    let isUnbroken = beginning != nil && result.beginning == beginning
    let longest = isUnbroken ? Self.longestUnbroken : Self.longestStep
    let farthest = isRough ? Self.longestStep : Self.fastest * seconds
    let step = min(longest, max(Self.leastStep, farthest))
    return seconds <= Self.longestPause && frequency.interval(above: last).magnitude.value <= step
  }

  /// Returns true if a reading has the note's current pitch.
  func isNear(_ frequency: Hertz) -> Bool {
    frequency.interval(above: pitch).magnitude <= Self.reach
  }

  /// Follows an unclear result, whose pitch may be moving.
  mutating func pass(_ result: PitchResult) {
    guard let frequency = result.estimate?.frequency else { return glide = nil }
    if let glide, let before = nextStep(from: glide, to: frequency) {
      self.glide = (frequency, before, result.timestamp, glide.count + 1)
    } else {
      let step = frequency.interval(above: last).value
      glide =
        Self.glideSteps.contains(abs(step))
        ? (frequency, step, result.timestamp, leads(to: step) ? 2 : 1) : nil
    }
  }

  /// Returns true if the last step to a clear reading had the same direction.
  private func leads(to step: Double) -> Bool {
    lastStep * step > 0 && Self.glideSteps.contains(abs(lastStep))
  }

  /// Returns the step to `frequency` if it continues the previous step.
  private func nextStep(from glide: UnclearGlide, to frequency: Hertz) -> Double? {
    let step = frequency.interval(above: glide.frequency).value
    return step * glide.step > 0 && Self.glideSteps.contains(abs(step)) ? step : nil
  }

  /// Returns true if the pitch reached `frequency` through unclear readings between the two.
  ///
  /// A fast bend or slide does so, and no reading can follow it. A jump has no readings between its
  /// two pitches.
  private func isPassed(
    to frequency: Hertz, in result: PitchResult, at sampleRate: SampleRate
  ) -> Bool {
    guard let glide else { return false }
    // After several steps in one direction the pitch has arrived.
    let stays = frequency.interval(above: glide.frequency).magnitude.value
    let hasArrived = glide.count > 1 && stays < Self.leastStep
    guard hasArrived || nextStep(from: glide, to: frequency) != nil else { return false }
    let (since, all) = (
      result.timestamp.distance(from: glide.position), result.timestamp.distance(from: lastClear)
    )
    return Double(since) <= Self.longestPause * Double(sampleRate.hertz)
      && Double(all) <= Self.longestPassage * Double(sampleRate.hertz)
  }

  /// Returns true if this note may be a partial of another pitch, or that pitch one of this note.
  func isPartial(of other: Hertz) -> Bool {
    let interval = pitch.interval(above: other).magnitude.value
    for number in 2...6 {
      let partial = Hertz(Double(number)).interval(above: Hertz(1)).value
      if abs(interval - partial) < Self.partialReach { return true }
    }
    return false
  }

  /// Appends a clear result of this note.
  mutating func extend(
    with result: PitchResult, _ estimate: PitchEstimate, at sampleRate: SampleRate
  ) {
    lastClear = result.timestamp
    lastLevel = result.level
    glide = nil
    let age = Double(lastClear.distance(from: start)) / Double(sampleRate.hertz)
    // The steady part is counted from the first clear result: the onset may lie 0.25 s earlier.
    let clear = Double(lastClear.distance(from: firstClear)) / Double(sampleRate.hertz)
    isPastStroke = clear >= Self.stroke
    let step = estimate.frequency.interval(above: pitch)
    pitch = pitch.raised(by: Cents(Self.follow * step.value))
    lastStep = estimate.frequency.interval(above: last).value
    last = estimate.frequency
    readings.append(Readings.Reading(estimate: estimate, time: clear, level: result.level))
    // The partials of a fast swing cannot be measured: such a reading is too rough for the contour.
    isRough = estimate.noise.map { $0 >= Self.rough } ?? false
    if !isRough {
      contour.append(
        estimate.frequency, fromAllPartials: estimate.fit ?? estimate.frequency, at: age)
    }
    if !isPastStroke, let level = result.level {
      onsetLevel = max(onsetLevel ?? level, level)
    }
  }
}

extension PitchResult {
  /// The position of the detector's onset; `nil` for none.
  var beginning: SamplePosition? {
    estimate?.age.map { timestamp.advanced(by: -$0) }
  }
}
