// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState
internal import Tuning

extension StrumTable {
  /// Writes the newest result and the state of the screen after it.
  ///
  /// Allocates nothing.
  ///
  /// - Parameters:
  ///   - reading: the result.
  ///   - view: the state of the screen.
  ///   - feedbackCount: the number of in-tune signals so far.
  func write(_ reading: ModuleStrumReading, _ view: StrumView, feedbackCount: Int) {
    let result = reading.result
    set(.position, Double(result.timestamp.samples))
    set(.timeS, reading.time)
    set(.onset, result.onsets.map { Double($0.lowerBound.samples) })
    set(.levelDbfs, result.level?.value)
    set(.strokes, Double(view.strokeCount))
    set(.settledStroke, Double(view.settledStroke))
    set(.allInTune, view.isAllInTune ? 1 : 0)
    set(.confirmed, view.showsConfirmation ? 1 : 0)
    set(.feedback, Double(feedbackCount))
    let count = min(view.strings.count, result.readings.count, ModuleMemory.stringCount)
    set(.strings, Double(count))
    for row in 0..<count {
      write(view.strings[row], of: view, ofRow: row, at: reading.clock)
      write(view.settledVerdict(on: view.strings[row]), of: view.strings[row], ofRow: row)
      write(result.readings[row], ofRow: row)
    }
  }

  /// Writes the displayed state of a string.
  private func write(
    _ string: StrumStringView, of view: StrumView, ofRow row: Int, at now: Duration
  ) {
    let spelling = string.target.string.spelling
    set(.string, ofRow: row, Double(string.target.string.position))
    set(.positions, ofRow: row, Double(string.target.positionBits))
    set(.letter, ofRow: row, Double(spelling.letter.rawValue))
    set(.accidental, ofRow: row, Double(spelling.accidental.rawValue))
    set(.octave, ofRow: row, Double(spelling.octave))
    set(.targetHz, ofRow: row, string.target.frequency.value)
    let state = string.isUncertain ? Self.uncertain : string.latestState.number
    set(.state, ofRow: row, Double(state))
    set(.frequencyHz, ofRow: row, string.reading?.frequency?.value)
    set(.cents, ofRow: row, string.cents?.value)
    set(.sigmaCents, ofRow: row, string.reading?.sigma?.value)
    set(.confidence, ofRow: row, string.reading?.confidence)
    set(.inharmonicity, ofRow: row, string.reading?.inharmonicity)
    set(.marker, ofRow: row, string.markerPosition)
    set(.color, ofRow: row, Double(string.markerColor.number))
    set(.direction, ofRow: row, Double(string.direction.number))
    set(.inTune, ofRow: row, string.tuningState == .inTune ? 1 : 0)
    set(.stroke, ofRow: row, string.stroke.map(Double.init))
    set(.ageS, ofRow: row, string.readingTime.map { (now - $0) / .seconds(1) })
    set(.brightness, ofRow: row, view.freshness(of: string, at: now).brightness)
    set(.word, ofRow: row, Double(view.word(for: string, at: now).number))
    set(.confirmed, ofRow: row, string.confirmation == nil ? 0 : 1)
  }

  /// Writes the reading of a string in the settled stroke.
  private func write(_ verdict: StringVerdict?, of string: StrumStringView, ofRow row: Int) {
    set(.settledState, ofRow: row, verdict.map { Double(Self.number(of: $0)) })
    set(.settledCents, ofRow: row, string.settledReading?.deviation?.value)
    set(.settledSigmaCents, ofRow: row, string.settledReading?.sigma?.value)
    set(.settledInTune, ofRow: row, verdict.map { $0.isInTune == true ? 1 : 0 })
  }

  /// The number of the state of a string that sounds, but too uncertainly to judge.
  static var uncertain: Int { 3 }

  /// Returns the number of the state that a sentence tells.
  static func number(of verdict: StringVerdict) -> Int {
    switch verdict {
    case .inTune, .out: StringReading.State.sounding.number
    case .uncertain: uncertain
    case .unclear: StringReading.State.unclear.number
    case .silent: StringReading.State.silent.number
    }
  }

  /// Writes the newest reading of a string, even if the screen does not show it.
  private func write(_ reading: StringReading, ofRow row: Int) {
    set(.updateState, ofRow: row, Double(reading.state.number))
    set(.updateHz, ofRow: row, reading.frequency?.value)
    set(.updateCents, ofRow: row, reading.deviation?.value)
    set(.updateSigmaCents, ofRow: row, reading.sigma?.value)
    set(.updateConfidence, ofRow: row, reading.confidence)
  }
}

extension StrumTarget {
  /// The player's numbers of the strings that are measured as this one: bit n for string n.
  var positionBits: Int {
    var bits = 0
    // A range: unoptimised builds allocate in an array's iterator, and this runs in real time.
    for index in positions.indices { bits |= 1 << positions[index] }
    return bits
  }
}

extension StringWord {
  /// The number of the word, in the order of the cases.
  fileprivate var number: Int {
    switch self {
    case .awaited: 0
    case .unclear: 1
    case .uncertain: 2
    case .earlier: 3
    case .flat: 4
    case .inTune: 5
    case .sharp: 6
    }
  }
}

extension StringReading.State {
  /// The number of the state: silent, unclear, sounding.
  var number: Int {
    switch self {
    case .silent: 0
    case .unclear: 1
    case .sounding: 2
    }
  }
}

extension TuningDirection? {
  /// The way to turn the peg: 1 up, −1 down, 0 for none.
  fileprivate var number: Int {
    switch self {
    case .up: 1
    case .down: -1
    case nil: 0
    }
  }
}

extension StrumFreshness {
  /// The brightness of a reading from 1 to 0; `nil` before the first one.
  fileprivate var brightness: Double? {
    switch self {
    case .awaited: nil
    case .sounding: 1
    case .fading(let brightness): brightness
    case .kept: 0
    }
  }
}
