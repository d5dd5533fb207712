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
  private static let least = 0.11
  /// What one reading counts at most.
  private static let highest = 0.5
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
  /// The first reading since the stroke.
  private(set) var start: SamplePosition?
  private var last: SamplePosition?
  private var peak: Decibels?
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
    guard let company = (result.estimate ?? result.unclear)?.company else { return }
    let now = result.timestamp
    let isSilent = last.map { span(from: $0, to: now) > Self.silence } ?? true
    if lastRise != stroke || isSilent {
      self = Polyphony(sampleRate: sampleRate)
      stroke = lastRise
      start = now
    }
    let step = min(Self.longestStep, last.map { span(from: $0, to: now) } ?? Self.longestStep / 2)
    last = now
    if let level = result.level { peak = max(peak ?? level, level) }
    guard let start, !isHeard else { return }
    let age = span(from: start, to: now)
    let isLoud = result.level.map { $0.value >= (peak ?? $0).value + Self.reach.value } ?? true
    guard age >= Self.attack, age <= Self.horizon, isLoud else { return }
    sum += step * min(Self.highest, company)
    seconds += step
    isHeard = seconds >= Self.confirmation && sum >= Self.least * seconds
  }

  private func span(from start: SamplePosition, to end: SamplePosition) -> Double {
    Double(end.distance(from: start)) / Double(sampleRate.hertz)
  }
}
