// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// Whether several strings sound at once since the last stroke, from what the detector says of a pitch's
/// company.
///
/// One reading says little: the mean over the first second behind a stroke decides, once enough of it
/// was heard, and what it decides holds until the next stroke. The detector's own beginnings do not
/// count as strokes here: in a chord the period breaks all the time.
struct Polyphony {
  /// The mean company from which there are several strings: above nearly every single note, below
  /// nearly every chord.
  private static let least = 0.13
  /// What one reading counts at most.
  private static let highest = 0.5
  /// What readings that swing by so many cents say does not count.
  ///
  /// A string that is bent or shaken smears its partials, which looks like company. Beyond
  /// `otherPitch`, it is another pitch that was read.
  private static let swing = 11.0
  private static let otherPitch = 150.0
  /// How long a swing is looked at, in seconds.
  private static let swingSeconds = 0.15
  /// What lies this near behind the stroke says nothing: partials can't be told apart yet, in seconds.
  private static let attack = 0.1
  /// How long readings must have come in, in seconds: less what rounding may take.
  private static let confirmation = 0.3 - 1e-3
  /// How far behind a stroke readings count, in seconds.
  private static let horizon = 1.2
  /// How long without a reading ends what is heard, in seconds.
  private static let silence = 0.3
  /// The longest that one reading stands for, in seconds.
  private static let longestStep = 0.1
  /// How far under the loudest since the stroke a reading still counts.
  private static let reach = Decibels(-30)

  private let sampleRate: SampleRate
  private var stroke: SamplePosition?
  /// The first reading since the stroke, and where the detector heard its sound begin.
  private var start: SamplePosition?
  private(set) var onset: SamplePosition?
  private var last: SamplePosition?
  /// The result before, with a reading or without.
  private var before: SamplePosition?
  private var peak: Decibels?
  /// The mean pitch of late, and how far readings lie from it, in cents.
  private var pitch: Hertz?
  private var deviation = 0.0
  private var sum = 0.0
  private var seconds = 0.0
  /// Whether several strings sound.
  private(set) var isHeard = false

  init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  /// Takes in a reading; one without an estimate says nothing.
  ///
  /// - Parameters:
  ///   - result: results in the order of their positions.
  ///   - lastRise: where the level last rose as it does at a stroke.
  mutating func advance(_ result: PitchResult, lastRise: SamplePosition?) {
    defer { before = result.timestamp }
    guard let reading = result.estimate ?? result.unclear else { return }
    let now = result.timestamp
    let isSilent = last.map { span(from: $0, to: now) > Self.silence } ?? true
    if lastRise != stroke || isSilent {
      let (previous, before) = (last, before)
      self = Polyphony(sampleRate: sampleRate)
      (stroke, start) = (lastRise, now)
      onset = result.beginning.flatMap { $0 < now && $0 > previous ?? .start ? $0 : nil }
      onset = onset ?? before.map { $0.advanced(by: Int(now.distance(from: $0) / 2)) } ?? now
    }
    let step = min(Self.longestStep, last.map { span(from: $0, to: now) } ?? Self.longestStep / 2)
    last = now
    follow(reading.frequency, for: step)
    if let level = result.level { peak = max(peak ?? level, level) }
    // A note's first periods tell of no company.
    guard let start, let secondString = reading.secondString, !isHeard else { return }
    let age = span(from: start, to: now)
    let isLoud = result.level.map { $0.value >= (peak ?? $0).value + Self.reach.value } ?? true
    guard age >= Self.attack, age <= Self.horizon, isLoud, deviation < Self.swing
    else { return }
    sum += step * min(Self.highest, secondString)
    seconds += step
    isHeard = seconds >= Self.confirmation && sum >= Self.least * seconds
  }

  /// Follows the pitch, and how much it swings.
  private mutating func follow(_ frequency: Hertz, for step: Double) {
    let cents = pitch.map { frequency.interval(above: $0).value } ?? .infinity
    guard abs(cents) < Self.otherPitch else {
      pitch = frequency
      return
    }
    let share = min(1, step / Self.swingSeconds)
    pitch = pitch?.raised(by: Cents(share * cents))
    deviation += share * (abs(cents) - deviation)
  }

  private func span(from start: SamplePosition, to end: SamplePosition) -> Double {
    Double(end.distance(from: start)) / Double(sampleRate.hertz)
  }
}
