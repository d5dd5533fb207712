// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// A note in the making.
struct SoundingNote {
  /// How far a reading may lie from the note's current pitch: wider than a vibrato, narrower than the
  /// next fret.
  private static let reach = Cents(70)
  /// The share by which the current pitch follows a reading, so that a bend stays one note.
  private static let follow = 0.3
  /// How long it may take to the peak of the stroke, in seconds.
  private static let stroke = 0.125

  let start: SamplePosition
  private(set) var lastClear: SamplePosition
  private(set) var onsetLevel: Decibels?
  private(set) var readings = Readings()
  /// Whether the stroke is over, so that a rise of the level is another one.
  private(set) var isPastStroke = false
  private var pitch: Hertz

  /// Begins with the first clear result.
  init(_ result: PitchResult, _ estimate: PitchEstimate, at sampleRate: SampleRate) {
    start = result.timestamp
    lastClear = result.timestamp
    pitch = estimate.frequency
    extend(with: result, estimate, at: sampleRate)
  }

  /// Tells whether `frequency` can belong to this note.
  func accepts(_ frequency: Hertz) -> Bool {
    frequency.interval(above: pitch).magnitude <= Self.reach
  }

  /// Returns the time from the start to the last clear result, in seconds.
  func duration(at sampleRate: SampleRate) -> Double {
    Double(lastClear.distance(from: start)) / Double(sampleRate.hertz)
  }

  /// Takes in a clear result of this note.
  mutating func extend(
    with result: PitchResult, _ estimate: PitchEstimate, at sampleRate: SampleRate
  ) {
    lastClear = result.timestamp
    isPastStroke = duration(at: sampleRate) >= Self.stroke
    let step = estimate.frequency.interval(above: pitch)
    pitch = pitch.raised(by: Cents(Self.follow * step.value))
    readings.append(
      Readings.Reading(estimate: estimate, time: duration(at: sampleRate), level: result.level))
    if !isPastStroke, let level = result.level {
      onsetLevel = max(onsetLevel ?? level, level)
    }
  }
}
