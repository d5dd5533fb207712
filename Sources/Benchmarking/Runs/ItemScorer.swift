// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

/// Scores one item's readings.
struct ItemScorer {
  /// The rate at which the steady part and the melody are scored, in readings a second.
  ///
  /// Neighbouring updates share almost all their samples and are not independent.
  static let scoredPerSecond = 20.0
  /// The tolerance for an early update, as a share of the interval: positions are whole samples.
  private static let slotSlack = 0.01

  /// The pitch that a contestant without an answer is taken to report in noise; its value has no
  /// effect, because there is no reference.
  private static let alarmPitch = Hertz(440)

  let truth: ItemTruth
  let sampleRate: SampleRate
  /// The length of the sound in seconds.
  let duration: Double
  let settings: RunSettings
  /// Returns the length of the samples that determine a reading of a pitch, in seconds; `nil` if it
  /// is unknown.
  var window: (Hertz) -> Double? = { _ in nil }

  /// The readings or slots a second: not more than the updates of the run.
  private var slotsPerSecond: Double { Self.slotsPerSecond(by: settings) }

  private static func slotsPerSecond(by settings: RunSettings) -> Double {
    min(scoredPerSecond, Double(settings.updatesPerSecond))
  }

  /// Returns the time of the last reading that counts, in seconds.
  ///
  /// Some programs time a reading by the middle of a window that extends beyond the sound, so half a
  /// slot is added.
  static func lastReading(in duration: Double, by settings: RunSettings) -> Double {
    duration + 0.5 / slotsPerSecond(by: settings)
  }

  /// Returns the score of `readings`, which are in the order of time.
  ///
  /// A reading that is missing counts as one without a pitch, so that a contestant gains nothing if
  /// it leaves out the readings of which it is unsure.
  func score(_ readings: [Reading]) -> ItemScore {
    let interval = medianInterval(of: readings)
    let readings = withEveryUpdate(readings, every: interval)
    var score: ItemScore
    if let answer = HarmonicAnswer(to: truth, by: readings) {
      score = ItemScorer(
        truth: answer.truth, sampleRate: sampleRate, duration: duration, settings: settings,
        window: window
      ).scored(readings)
      score.held = answer.held
      score.harmonics.count(answer.isHarmonic)
    } else {
      score = scored(readings)
    }
    score.recordInterval(interval, slots: slotsPerSecond)
    return score
  }

  /// Returns the score of a contestant without an answer for the item, the worst one: no pitch while
  /// one sounds, and a certain one while none does.
  ///
  /// Without it, a program that ends where it is unsure would be compared on the easy items.
  func scoreWithoutAnswer() -> ItemScore {
    let hop = 1 / Double(settings.updatesPerSecond)
    let alarm = ScoredFrame.Answer(frequency: Self.alarmPitch, confidence: 1)
    return score(
      (0..<Int(duration / hop + Self.slotSlack)).map { index in
        let seconds = Double(index + 1) * hop
        guard case .unvoiced = truth.state(at: seconds) else {
          return Reading(seconds: seconds, answer: nil)
        }
        return Reading(seconds: seconds, answer: alarm)
      })
  }

  private func scored(_ readings: [Reading]) -> ItemScore {
    let frames = readings.compactMap { judge($0, against: truth.state) }.map(spread)
    let thinned = thinned(frames)
    var score = ItemScore()
    score.noise.record(frames)
    if case .track(let track) = truth { score.annotated = track.decidedShare(lasting: duration) }
    score.melody.record(MelodyScore(AlignedMelody(thinned)))
    if let steady = truth.steady {
      if truth.allowsCents {
        score.pitch.record(thinned, steady: steady)
        score.notes.record(thinned, steady: steady)
        recordBound(of: thinned, steady: steady, in: &score)
      } else {
        score.coarse.record(thinned, steady: steady)
      }
    }
    if let pluck = truth.pluck {
      recordBeginning(of: readings, since: pluck, in: &score.beginning)
      recordWindows(of: frames, since: pluck, in: &score.sincePluck)
      let gliding = readings.compactMap { judge($0, against: truth.settling) }.map(spread)
      score.settling.record(Settling(of: gliding, pluck: pluck))
    }
    return score
  }

  private func judge(
    _ reading: Reading, against state: (Double) -> ReferenceTrack.State
  ) -> ScoredFrame? {
    switch state(reading.seconds) {
    case .pitch(let pitch): reading.judged(against: pitch)
    case .unvoiced: reading.judged(against: nil)
    case .undecided: nil
    }
  }

  /// Returns a frame with the spread of the reference.
  private func spread(_ frame: ScoredFrame) -> ScoredFrame {
    var frame = frame
    frame.spread = truth.spread
    return frame
  }

  /// Adds the readings of the beginning of a note, which a player sees first.
  private func recordBeginning(
    of readings: [Reading], since pluck: Double, in tally: inout PitchTally
  ) {
    let frames = readings.compactMap { reading in
      truth.beginning(at: reading.seconds).map { reading.judged(against: $0) }
    }.map(spread)
    let window = ItemTruth.beginning
    tally.record(frames, steady: (pluck + window.lowerBound)...(pluck + window.upperBound))
  }

  /// Returns the first frame of each slot.
  private func thinned(_ frames: [ScoredFrame]) -> [ScoredFrame] {
    var last: Int?
    return frames.filter { frame in
      let here = slot(at: frame.seconds)
      defer { last = here }
      return here != last
    }
  }

  private func slot(at seconds: Double) -> Int {
    Int((seconds * slotsPerSecond + Self.slotSlack).rounded(.down))
  }

  /// Returns the median interval of the readings in seconds; `nil` with fewer than two.
  private func medianInterval(of readings: [Reading]) -> Double? {
    let times = readings.map(\.seconds)
    return Measurements(zip(times, times.dropFirst()).map { $1 - $0 }).distribution()?.median
  }

  /// The shortest hop of a contestant in seconds.
  ///
  /// Rates up to 1000 updates a second are allowed. Without a limit, a program that prints lines
  /// that are nanoseconds apart would have more readings than fit into memory.
  private static let shortestHop = 0.001

  /// Returns the readings, with one without a pitch wherever a contestant left one out.
  ///
  /// A contestant has readings at a hop of its own, the median interval, which is at most a slot and
  /// at least `shortestHop`. An interval of more than one and a half hops lacks readings.
  private func withEveryUpdate(_ readings: [Reading], every interval: Double?) -> [Reading] {
    let slot = 1 / slotsPerSecond
    let hop = max(Self.shortestHop, min(interval ?? slot, slot))
    var filled: [Reading] = []
    filled.reserveCapacity(readings.count)
    func fill(from start: Double, to end: Double) {
      var number = 1.0
      while start + number * hop < end - hop / 2 {
        filled.append(Reading(seconds: start + number * hop, answer: nil))
        number += 1
      }
    }
    var last = 0.0
    for reading in readings {
      fill(from: last, to: reading.seconds)
      filled.append(reading)
      last = reading.seconds
    }
    fill(from: last, to: duration)
    return filled
  }

  /// The reference of a string in white noise, for which the bound holds; `nil` for other items.
  private var boundedTruth: SignalTruth? {
    guard case .synthetic(let truth) = truth, truth.noiseVariance > 0,
      truth.signal.noise?.colour == .white
    else { return nil }
    return truth
  }

  /// Adds the ratio of error to bound for each answered reading without a gross error.
  private func recordBound(
    of frames: [ScoredFrame], steady: ClosedRange<Double>, in score: inout ItemScore
  ) {
    guard let truth = boundedTruth else { return }
    for frame in frames where steady.contains(frame.seconds) && frame.isAnswered {
      let seconds = frame.truth.flatMap(window)
      guard let error = frame.error, error.magnitude <= ScoringThreshold.gross,
        let bound = bound(
          of: frame, in: truth,
          samples: seconds.map { Int($0 * Double(sampleRate.hertz)) } ?? settings.boundWindow)
      else { continue }
      score.overBound.append(bound.ratio(of: error))
      score.bound.append(bound.standardError.value)
    }
  }

  /// Adds the first reading after each window since the pluck.
  private func recordWindows(
    of frames: [ScoredFrame], since pluck: Double, in tally: inout WindowTally
  ) {
    guard let truth = boundedTruth else { return }
    for milliseconds in settings.pluckWindows {
      let end = pluck + Double(milliseconds) / 1000
      guard let frame = frames.first(where: { $0.seconds >= end - Self.instant }),
        frame.seconds <= end + Self.latest, let pitch = frame.truth,
        pitch.value * (frame.seconds - pluck) >= Self.fewestPeriods,
        let bound = bound(
          of: frame, in: truth,
          samples: Int((frame.seconds - pluck) * Double(sampleRate.hertz)))
      else { continue }
      let isTentative = frame.isAnswered(at: ScoringThreshold.tentative)
      let error = frame.error.flatMap {
        $0.magnitude <= ScoringThreshold.gross ? $0.magnitude : nil
      }
      tally.record(
        milliseconds: milliseconds, cents: isTentative ? error?.value : nil, bound: bound)
    }
  }

  // Times are multiples of a hop, so 0.8 may come out as 0.79999…
  private static let instant = 1e-6
  /// The longest time after a window's end at which a reading still counts for it, in seconds.
  private static let latest = 0.025
  /// The least number of periods in a window for which the formula of the bound holds.
  private static let fewestPeriods = 3.0

  /// Returns the bound for the `samples` before a frame, with the amplitudes at their middle.
  private func bound(
    of frame: ScoredFrame, in truth: SignalTruth, samples: Int
  ) -> CramerRaoBound? {
    let half = Double(samples) / Double(sampleRate.hertz) / 2
    guard let pitch = frame.truth,
      let information = truth.weightedSquaredAmplitude(at: frame.seconds - half)
    else { return nil }
    return CramerRaoBound(
      samples: samples, rate: sampleRate, pitch: pitch, amplitudes: [information.squareRoot()],
      noiseVariance: truth.noiseVariance)
  }
}
