// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TunerState
import Tuning

/// The words and figures of the page, in the player's language.
struct MeterTexts {
  /// The contents.
  let frame: DisplayFrame
  /// The language and style.
  let look: DisplayStyle

  /// The least columns for the name of a tuning that are left beside the header.
  private static let leastName = 8

  private var tuner: TunerView { frame.shown }
  private var result: PitchResult? { tuner.state.currentPitchResult }

  /// The note with its octave, in the player's notation; `nil` without one.
  var noteName: String? {
    guard tuner.tuningState != .silent, let note = tuner.state.spelledNote else { return nil }
    return name(of: note)
  }

  /// The longest name of a string; in chromatic mode, of a note that a guitar has.
  var longestName: String {
    let strings = tuner.targetStringIndicators.map { name(of: $0.note) }
    let names =
      strings.isEmpty ? Self.notes.map { name(of: SpelledNote(Note(midi: $0))) } : strings
    return names.max { $0.count < $1.count } ?? ""
  }

  /// The notes of an electric guitar and a bass, as MIDI numbers: B0 to E6.
  private static let notes = 23...88

  /// The deviation with its word, or the distance to the string; `nil` without a clear note.
  var deviation: String? {
    switch tuner.tuningState {
    case .silent, .detecting: return nil
    case .active:
      return way
    case .inTune, .slightlyFlat, .veryFlat, .slightlySharp, .verySharp:
      guard let cents = result?.cents, !tuner.isFarFromLocked else { return way }
      let figure = look.text(.cents(number(cents.magnitude.value, places: 1)))
      if tuner.tuningState == .inTune { return look.text(.inTune(look.signed(cents))) }
      return look.text(cents.value < 0 ? .isFlat(figure) : .isSharp(figure))
    }
  }

  /// The distance to the nearest string, of any size.
  var way: String? {
    guard let guidance = tuner.guidance else { return nil }
    let name = self.name(of: guidance.string.spelling)
    let cents = guidance.interval.magnitude.value
    let figure =
      cents < 100
      ? look.text(.cents(number(cents, places: 0)))
      : look.text(.semitones(number(cents / 100, places: 1)))
    let distance = look.text(guidance.interval.value < 0 ? .isFlat(figure) : .isSharp(figure))
    return look.text(.way(name: name, distance: distance))
  }

  /// The state of the tuner, shown when there is no note.
  var status: String {
    if tuner.state.error != nil, !tuner.state.isListening { return look.text(.stopped) }
    switch tuner.phase {
    case .idle, .stopping: return look.text(.stopped)
    case .starting: return look.text(.starting)
    case .listening:
      if tuner.mode == .all { return look.text(.strumAll) }
      switch tuner.tuningState {
      case .silent: return look.text(.pluck)
      case .detecting: return look.text(.hearing)
      case .active, .inTune, .slightlyFlat, .veryFlat, .slightlySharp, .verySharp:
        return look.text(.noTarget)
      }
    }
  }

  /// The frequency, uncertainty and target, one on each line.
  var figures: [String] {
    guard tuner.tuningState != .silent, let estimate = result?.estimate else { return [] }
    var lines = [look.text(.frequency(number(estimate.frequency.value, places: 2)))]
    if let sigma = estimate.sigma {
      lines.append(look.text(.uncertainty(number(sigma.value, places: sigma.value < 1 ? 2 : 1))))
    }
    if let string = result?.harmonic?.string {
      let name = self.name(of: string.spelling)
      lines.append(look.text(.harmonic(name: name)))
    } else if let string = result?.target?.string {
      let name = self.name(of: string.spelling)
      lines.append(look.text(.string(position: string.position, name: name)))
    }
    return lines
  }

  /// The name of the tuning.
  var tuningName: String { look.name(of: tuner.state.selectedTuning) }

  /// The selected strings, and what moves their targets: the capo, the temperament, the offsets of
  /// strings and A4.
  var choices: [String] { strings + adjustments + [reference] }

  /// The choices in one line.
  var header: String { header(columns: Int.max) }

  /// Returns the header; where it has too few columns, without the offsets, or without these and
  /// the temperament.
  private func header(columns: Int) -> String {
    let separator = look.hasUnicode ? " · " : ", "
    var adjustments = adjustments
    while true {
      let text = (strings + adjustments + [reference]).joined(separator: separator)
      if text.cellWidth <= columns || adjustments.isEmpty { return text }
      adjustments.removeLast()
    }
  }

  /// The selected strings and the capo.
  private var strings: [String] {
    let mode =
      switch tuner.mode {
      case .nearest: look.text(.automatic)
      case .chromatic: look.text(.chromatic)
      case .all: look.text(.everyString)
      case .locked(let position): look.text(.locked(position: position))
      }
    return tuner.capo > 0 ? [mode, look.text(.capo(fret: tuner.capo))] : [mode]
  }

  /// The temperament and the offsets, as far as they are in force.
  private var adjustments: [String] {
    let values = tuner.settings.values
    var names: [String] = []
    if values.temperament != .equal {
      names.append(look.name(of: values.temperament, in: values.notation))
    }
    if tuner.target.tuning.strings.contains(where: { $0.offset != Cents(0) }) {
      names.append(look.text(.offsets))
    }
    return names
  }

  private var reference: String {
    let a4 = tuner.settings.values.a4.a4.value
    return look.text(.reference(number(a4, places: a4 == a4.rounded() ? 0 : 2)))
  }

  /// The message that replaces the keys: an error, a confirmation, or a frozen picture.
  var message: String? {
    if let error = frame.tuner.state.error { return look.text(.error(error)) }
    if let error = frame.toneFailure { return look.text(.noTone(error)) }
    if frame.display.held != nil { return look.text(.held) }
    if tuner.state.showInTuneConfirmation {
      let strings = tuner.targetStringIndicators
      if !strings.isEmpty, strings.allSatisfy(\.isDone) { return look.text(.allDone) }
      return confirmation
    }
    return frame.isToneSounding ? look.text(.toneSounding) : nil
  }

  /// The confirmation of a string or note, which may have ended since.
  private var confirmation: String {
    guard let target = tuner.confirmation?.target else { return look.text(.confirmedShort) }
    return look.text(.confirmed(name: name(of: SpelledNote(target.note, for: target))))
  }

  /// The background colour of the message.
  var messageColor: CellColor? {
    if frame.tuner.state.error != nil || frame.toneFailure != nil { return .red }
    return tuner.state.showInTuneConfirmation && frame.display.held == nil ? .green : nil
  }

  /// Draws the first row: the tuning's name and the header.
  func drawHeader(in grid: inout CellGrid, margin: Int) {
    let name = tuningName
    let header = header(columns: grid.columns - 2 * margin - min(name.cellWidth, Self.leastName))
    let room = grid.columns - header.cellWidth - 2 * margin + 1
    grid.write(
      look.shortened(name, to: room), row: 0, column: margin - 1, style: CellStyle(isBold: true))
    grid.write(
      header, row: 0, column: grid.columns - header.cellWidth - margin + 1,
      style: CellStyle(isDim: true))
  }

  /// Draws the last row: the level of the input and the keys.
  func drawKeys(in grid: inout CellGrid, level: Decibels?, margin: Int) {
    let row = grid.rows - 1
    let bar = min(20, grid.columns / 4)
    LevelBar(level: level, look: look).draw(
      in: &grid, area: ScreenArea(row: row, column: margin - 1, rows: 1, columns: bar))
    let keys = look.text(.keys)
    let column = max(bar + margin + 1, grid.columns - keys.cellWidth - margin + 1)
    grid.write(keys, row: row, column: column, style: CellStyle(isDim: true))
  }

  /// Draws the message over the last rows; returns false if there is none.
  func drawMessage(in grid: inout CellGrid, margin: Int) -> Bool {
    guard let message else { return false }
    let width = grid.columns - 2 * margin
    let lines = look.message(message, in: grid, columns: width)
    for (offset, line) in lines.enumerated() {
      let rest = lines.count > 1 ? String(repeating: " ", count: width - line.cellWidth) : ""
      grid.write(
        " \(line)\(rest) ", row: grid.rows - lines.count + offset, column: margin - 1,
        style: CellStyle(color: messageColor, isBold: true, isReversed: true))
    }
    return true
  }

  private func name(of note: SpelledNote) -> String {
    look.name(of: note, in: tuner.settings.values.notation)
  }

  private func number(_ value: Double, places: Int) -> String {
    look.language.number(value, places: places)
  }
}
