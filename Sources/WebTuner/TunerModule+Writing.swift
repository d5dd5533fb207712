// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState
internal import Tuning

extension ModuleMemory {
  /// Writes a reading.
  func write(_ reading: ModuleReading) {
    let (result, estimate) = (reading.result, reading.result.estimate)
    self[.position] = Double(result.timestamp.samples)
    self[.onset] = result.onset.map { Double($0.samples) } ?? .nan
    self[.timeS] = reading.time
    self[.frequencyHz] = estimate?.frequency.value ?? .nan
    self[.confidence] = result.confidence
    self[.sigmaCents] = estimate?.sigma?.value ?? .nan
    self[.wanderCents] = estimate?.wander?.value ?? .nan
    self[.cents] = result.cents?.value ?? .nan
    self[.levelDbfs] = result.level?.value ?? .nan
    self[.inharmonicity] = estimate?.inharmonicity ?? .nan
    self[.fitHz] = estimate?.fit?.value ?? .nan
    self[.periodHz] = estimate?.period?.value ?? .nan
    self[.guidanceCents] = result.guidance?.interval.value ?? .nan
    self[.midi] = result.note.map { Double($0.midi) } ?? .nan
    self[.targetMidi] = result.target.map { Double($0.note.midi) } ?? .nan
    self[.string] = result.target?.string.map { Double($0.position) } ?? .nan
    self[.guidanceString] = result.guidance.map { Double($0.string.position) } ?? .nan
    self[.harmonicString] = result.harmonic.map { Double($0.string.position) } ?? .nan
    self[.targetHz] = reading.target?.value ?? .nan
    self[.strobeTurns] = reading.strobe ?? .nan
  }

  /// Writes the state of the screen.
  func write(_ view: TunerView, feedbackCount: Int) {
    let state = view.tuningState
    self[.state] = Double(state.number)
    self[.color] = Double(MarkerColor(state).number)
    self[.marker] = view.markerPosition
    self[.displayCents] = view.displayCents.map(Double.init) ?? .nan
    let note = view.state.spelledNote
    self[.letter] = note.map { Double($0.letter.rawValue) } ?? .nan
    self[.accidental] = note.map { Double($0.accidental.rawValue) } ?? .nan
    self[.octave] = note.map { Double($0.octave) } ?? .nan
    self[.confirmed] = view.state.showInTuneConfirmation ? 1 : 0
    self[.feedback] = Double(feedbackCount)
    self[.listening] = view.state.isListening ? 1 : 0
    self[.far] = view.isFarFromLocked ? 1 : 0
  }

  /// Writes the strings of the selected tuning, from the highest number to string 1.
  ///
  /// - Returns: their number; 0 in chromatic mode.
  func writeStrings(of view: TunerView) -> Int32 {
    let indicators = view.targetStringIndicators
    for (index, string) in indicators.prefix(Self.stringCount).enumerated() {
      let row = strings + index * Self.stringFields
      row[0] = Double(string.string.position)
      row[1] = Double(string.string.course)
      row[2] = Double(string.note.note.midi)
      row[3] = string.frequency?.value ?? .nan
      row[4] = string.isMatched ? 1 : 0
      row[5] = string.isDone ? 1 : 0
      row[6] = Double(string.note.letter.rawValue)
      row[7] = Double(string.note.accidental.rawValue)
      row[8] = Double(string.note.octave)
    }
    return Int32(min(indicators.count, Self.stringCount))
  }
}

extension TuningState {
  /// The number of the state, that of `headstock_state` in `headstock.h`.
  var number: Int {
    switch self {
    case .silent: 0
    case .detecting: 1
    case .active: 2
    case .inTune: 3
    case .slightlyFlat: 4
    case .veryFlat: 5
    case .slightlySharp: 6
    case .verySharp: 7
    }
  }
}

extension MarkerColor {
  /// The number of the colour: green, yellow, red, grey.
  var number: Int {
    switch self {
    case .green: 0
    case .yellow: 1
    case .red: 2
    case .grey: 3
    }
  }
}
