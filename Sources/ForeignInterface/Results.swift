// SPDX-License-Identifier: MIT

internal import Acoustics
internal import CHeadstock
internal import NoteTracking
internal import OfflineAnalysis
internal import PitchDetection
internal import Tuning

// Translations of results to the structures of `headstock.h`. None of them allocates.

extension Optional where Wrapped == Double {
  /// The number, or NaN where there is none.
  fileprivate var orNaN: Double { self ?? .nan }
}

extension headstock_result {
  /// The size of the structure in the first release.
  static let leastSize = 144

  /// Translates a result.
  init(_ result: PitchResult, _ state: TuningState, at rate: SampleRate) {
    self.init()
    position = result.timestamp.samples
    onset = result.onset?.samples ?? -1
    time_s = result.timestamp.seconds(at: rate)
    let estimate = result.estimate
    frequency_hz = (estimate?.frequency.value).orNaN
    confidence = result.confidence
    sigma_cents = (estimate?.sigma?.value).orNaN
    wander_cents = (estimate?.wander?.value).orNaN
    cents = (result.deviation?.value).orNaN
    level_dbfs = (result.level?.value).orNaN
    inharmonicity = (estimate?.inharmonicity).orNaN
    fit_hz = (estimate?.fit?.value).orNaN
    period_hz = (estimate?.period?.value).orNaN
    second_string = ((estimate ?? result.unclear)?.secondString).orNaN
    guidance_cents = (result.guidance?.interval.value).orNaN
    midi = Int32(clamping: result.note?.midi ?? -1)
    target_midi = Int32(clamping: result.target?.note.midi ?? -1)
    string = Int32(clamping: result.target?.string?.position ?? 0)
    guidance_string = Int32(clamping: result.guidance?.string.position ?? 0)
    (degree, degree_count) = (-1, 0)
    if case .degree(let scale)? = result.target {
      (degree, degree_count) = (Int32(clamping: scale.number), Int32(clamping: scale.count))
    }
    harmonic_string = Int32(clamping: result.harmonic?.string.position ?? 0)
    self.state = state.number.rawValue.signed
  }
}

extension UInt32 {
  /// The value as the signed number of the same bits.
  fileprivate var signed: Int32 { Int32(bitPattern: self) }
}

extension TuningState {
  /// The state's number in C.
  fileprivate var number: headstock_state {
    switch self {
    case .silent: HEADSTOCK_SILENT
    case .detecting: HEADSTOCK_DETECTING
    case .active: HEADSTOCK_ACTIVE
    case .inTune: HEADSTOCK_IN_TUNE
    case .slightlyFlat: HEADSTOCK_SLIGHTLY_FLAT
    case .veryFlat: HEADSTOCK_VERY_FLAT
    case .slightlySharp: HEADSTOCK_SLIGHTLY_SHARP
    case .verySharp: HEADSTOCK_VERY_SHARP
    }
  }
}

extension headstock_string_reading {
  /// The size of the structure in the first release.
  static let leastSize = 64

  /// Translates the reading of a string.
  ///
  /// As in the records of `tuner`, a silent string has no numbers, and without a frequency there is
  /// nothing that the confidence could be of.
  init(_ reading: StringReading, of target: Hertz, number: Int) {
    self.init()
    let reading = reading.state == .silent ? .unmeasured(.silent) : reading
    target_hz = target.value
    frequency_hz = (reading.frequency?.value).orNaN
    cents = (reading.deviation?.value).orNaN
    sigma_cents = (reading.sigma?.value).orNaN
    confidence = reading.frequency == nil ? .nan : reading.confidence
    inharmonicity = reading.inharmonicity.orNaN
    fitted_hz = (reading.fittedFrequency?.value).orNaN
    string = Int32(clamping: number)
    let number =
      switch reading.state {
      case .silent: HEADSTOCK_STRING_SILENT
      case .unclear: HEADSTOCK_STRING_UNCLEAR
      case .sounding: HEADSTOCK_STRING_SOUNDING
      }
    state = number.rawValue.signed
  }
}

extension headstock_newest_stroke {
  /// The size of the structure in the first release.
  static let leastSize = 48

  /// Translates the newest stroke.
  ///
  /// - Parameters:
  ///   - onsets: its first and its last onset; `nil` without a stroke.
  ///   - position: the position of the stream.
  ///   - number: the number of strokes up to it.
  ///   - isSettled: true if its readings are settled.
  ///   - rate: the rate of the stream.
  init(
    _ onsets: ClosedRange<SamplePosition>?, at position: SamplePosition, number: Int,
    isSettled: Bool, rate: SampleRate
  ) {
    self.init()
    self.position = position.samples
    onset = onsets?.lowerBound.samples ?? -1
    last_onset = onsets?.upperBound.samples ?? -1
    time_s = position.seconds(at: rate)
    onset_s = (onsets?.lowerBound.seconds(at: rate)).orNaN
    stroke = Int32(clamping: number)
    is_settled = isSettled ? 1 : 0
  }
}

extension headstock_stroke {
  /// The size of the structure in the first release.
  static let leastSize = 104

  /// Translates one string of a stroke.
  init(_ stroke: Stroke, number: Int, _ reading: headstock_string_reading, at rate: SampleRate) {
    self.init()
    start = stroke.start.samples
    end = stroke.end.samples
    start_s = stroke.start.seconds(at: rate)
    end_s = stroke.end.seconds(at: rate)
    target_hz = reading.target_hz
    frequency_hz = reading.frequency_hz
    cents = reading.cents
    sigma_cents = reading.sigma_cents
    confidence = reading.confidence
    inharmonicity = reading.inharmonicity
    fitted_hz = reading.fitted_hz
    self.stroke = Int32(clamping: number)
    string = reading.string
    state = reading.state
  }
}

extension headstock_note {
  /// The size of the structure in the first release.
  static let leastSize = 120

  /// Translates a note.
  ///
  /// - Parameters:
  ///   - note: the note. A chord has no pitch.
  ///   - isHarmonic: true for a harmonic of an open string.
  ///   - rate: the rate of the recording.
  init(_ note: TrackedNote, isHarmonic: Bool, at rate: SampleRate) {
    self.init()
    let pitched = note.isPolyphonic ? nil : note
    start = note.start.samples
    end = note.end.samples
    start_s = note.start.seconds(at: rate)
    end_s = note.end.seconds(at: rate)
    frequency_hz = (pitched?.frequency.value).orNaN
    cents = (pitched?.cents?.value).orNaN
    sigma_cents = (pitched?.sigma?.value).orNaN
    confidence = note.confidence
    inharmonicity = (pitched?.inharmonicity).orNaN
    onset_level_dbfs = (note.onsetLevel?.value).orNaN
    glide_cents = (pitched?.glide?.interval.value).orNaN
    vibrato_hz = (pitched?.vibrato?.rate.value).orNaN
    vibrato_cents = (pitched?.vibrato?.depth.value).orNaN
    midi = Int32(clamping: pitched?.note.midi ?? -1)
    target_midi = Int32(clamping: pitched?.target?.note.midi ?? -1)
    string = Int32(clamping: pitched?.target?.string?.position ?? 0)
    articulations = UInt32(
      pitched?.articulations(isHarmonic: isHarmonic) ?? HEADSTOCK_CHORD)
  }
}

extension TrackedNote {
  /// The articulations as bits.
  fileprivate func articulations(isHarmonic: Bool) -> Int {
    var bits = isHarmonic ? HEADSTOCK_HARMONIC : 0
    switch legato {
    case .hammerOn: bits |= HEADSTOCK_HAMMER_ON
    case .pullOff: bits |= HEADSTOCK_PULL_OFF
    case nil: break
    }
    switch glide?.kind {
    case .bend: bits |= HEADSTOCK_BEND
    case .slide: bits |= HEADSTOCK_SLIDE
    case nil: break
    }
    return vibrato == nil ? bits : bits | HEADSTOCK_VIBRATO
  }
}

extension headstock_candidate {
  /// The size of the structure in the first release.
  static let leastSize = 16

  /// Translates a candidate.
  init(_ candidate: PitchCandidate) {
    self.init(frequency_hz: candidate.frequency.value, evidence: candidate.evidence)
  }
}
