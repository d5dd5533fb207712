// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// Detects several strings since the last stroke, from the share of the spectrum that a second
/// string explains.
///
/// A single reading is not reliable. Once enough readings exist, their mean over the first second
/// after a stroke decides, and the decision holds until the next stroke. The only exception is a
/// string whose attack resembles a second one: if the mean falls far enough within that second, it
/// was a single string. The detector's onsets do not count as strokes here: a chord has no lasting
/// period, so the detector reports new notes without a stroke.
struct Polyphony {
  // | name         | unit  | source                                                               |
  // | ------------ | ----- | -------------------------------------------------------------------- |
  // | least        | 1     | mean share: above nearly every single note, below nearly every chord |
  // | leastAfter   | 1     | mean share below which several strings were a single one: that of a  |
  // |              |       | note with a rough attack falls to 0.04; from 0.08 on, chords are     |
  // |              |       | missed                                                               |
  // | highest      | 1     | largest share that one reading contributes                           |
  // | swing        | cents | deviation from which readings do not count: see below                |
  // | otherPitch   | cents | deviation from which the reading is another pitch, and counts        |
  // | swingSeconds | s     | averaging time of the deviation                                      |
  // | attack       | s     | time after the stroke in which partials are not resolved             |
  // | confirmation | s     | time with readings before the mean decides, less its rounding        |
  // | horizon      | s     | time after the stroke in which readings count                        |
  // | silence      | s     | time without a reading that ends the strings                         |
  // | longestStep  | s     | longest time that one reading represents                             |
  // | reach        | dB    | level under the loudest since the stroke from which readings count   |
  //
  // The values are fitted on recorded notes, bends, vibratos and chords. A bend or a vibrato smears
  // the partials of a string, which resembles a second string.
  private static let least = 0.11
  private static let leastAfter = 0.065
  private static let highest = 0.5
  private static let swing = 11.0
  private static let otherPitch = 150.0
  private static let swingSeconds = 0.15
  private static let attack = 0.1
  private static let confirmation = 0.3 - 1e-3
  private static let horizon = 1.2
  private static let silence = 0.3
  private static let longestStep = 0.1
  private static let reach = Decibels(-30)

  private let sampleRate: SampleRate
  private var stroke: SamplePosition?
  /// The first reading since the stroke, and the onset of its sound.
  private var start: SamplePosition?
  private(set) var onset: SamplePosition?
  private var last: SamplePosition?
  /// The previous result, with a reading or without.
  private var before: SamplePosition?
  private var peak: Decibels?
  /// The running mean of the pitch, and the mean deviation from it, in cents.
  private var pitch: Hertz?
  private var deviation = 0.0
  private var sum = 0.0
  private var seconds = 0.0
  /// True while several strings sound.
  private(set) var isPolyphonic = false
  /// True if the decision that several strings sound was revoked, because later readings show one.
  private(set) var isRevoked = false

  init(sampleRate: SampleRate) { self.sampleRate = sampleRate }

  /// Evaluates a reading.
  ///
  /// A result without an estimate changes nothing.
  ///
  /// - Parameters:
  ///   - result: results in the order of their positions.
  ///   - lastRise: the position of the level's last rise by a stroke.
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
    // A second string cannot be detected in the first periods of a note.
    guard let start, let secondString = reading.secondString else { return }
    let age = span(from: start, to: now)
    let isLoud = result.level.map { $0.value >= (peak ?? $0).value + Self.reach.value } ?? true
    guard age >= Self.attack, age <= Self.horizon, isLoud, deviation < Self.swing
    else { return }
    sum += step * min(Self.highest, secondString)
    seconds += step
    if isPolyphonic {
      isRevoked = sum < Self.leastAfter * seconds
      isPolyphonic = !isRevoked
    } else if !isRevoked {
      isPolyphonic = seconds >= Self.confirmation && sum >= Self.least * seconds
    }
  }

  /// Follows the pitch and its deviation.
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
