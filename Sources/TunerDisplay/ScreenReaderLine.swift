// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

/// The text for a screen reader: one line for each relevant change.
package struct ScreenReaderLine: Hashable, Sendable {
  /// The last line.
  package private(set) var last: String?
  /// The number of the stroke that was reported last.
  private var lastStroke = 0
  private var filter = SpokenPitchFilter()
  /// The choices of the last picture; empty before the first.
  private var choices: [String] = []
  /// True if the last picture had a message.
  private var isInterrupted = false

  /// Returns the line for a picture if it differs from the last one.
  ///
  /// A message and a change of the choices come before any pitch. If every string is measured,
  /// there is one line per stroke, when its readings are settled: the strings from the worst on,
  /// then the effect of the last turn of a peg, the next turn, and a caution if it is far. For one
  /// string the deviation is in whole cents. Inside the in-tune window the line only says "in
  /// tune", so that a steady note gives one line. The same note has another line once it is 3 cents
  /// away for half a second. A change between flat, in tune and sharp has its line at once, but
  /// within a second of another change only after half a second.
  ///
  /// - Parameters:
  ///   - frame: the picture.
  ///   - look: the language and style.
  /// - Returns: the line; `nil` if it is unchanged.
  package mutating func next(for frame: DisplayFrame, look: DisplayStyle) -> String? {
    let words = MeterTexts(frame: frame, look: look)
    let wasInterrupted = isInterrupted
    let message = Self.message(of: frame, words)
    isInterrupted = message != nil
    if let message {
      filter.reset()
      return say(message)
    }
    if let changes = changes(in: words) {
      filter.reset()
      return say(changes)
    }
    let tuner = frame.shown
    guard tuner.mode == .all, tuner.strum.strokeCount > 0 else {
      lastStroke = 0
      return one(frame, words)
    }
    let stroke = tuner.strum.settledStroke
    guard stroke != lastStroke, stroke == tuner.strum.strokeCount else {
      // After a message, the line tells that the tuner goes on.
      return wasInterrupted ? say(words.status) : nil
    }
    lastStroke = stroke
    filter.reset()
    let sentence = LocalisedStrokeSentence(
      view: tuner.strum, settings: tuner.settings.values, look: look, content: .settled
    ).capitalised
    let couplings = LocalisedCouplingTexts(frame.strokes, of: tuner, look: look)
    // An equal stroke is told again.
    last = nil
    return say(
      [sentence, couplings.move, couplings.next, couplings.caution].compactMap(\.self)
        .joined(separator: "; "))
  }

  /// Returns the line about one string, or about the state of the tuner.
  private mutating func one(_ frame: DisplayFrame, _ words: MeterTexts) -> String? {
    guard let pitch = Self.pitch(in: frame, words) else {
      filter.reset()
      return say(Self.text(without: frame, words))
    }
    let window = frame.shown.settings.values.tolerance.inTune
    guard filter.takes(pitch, window: window, at: frame.now) else { return nil }
    return say(Self.text(of: pitch, words.look))
  }

  /// Returns the choices that differ from those of the last picture: the tuning, the strings, and
  /// what moves their targets; `nil` if none does.
  private mutating func changes(in words: MeterTexts) -> String? {
    let present = [words.tuningName] + words.choices
    defer { choices = present }
    guard !choices.isEmpty, present != choices else { return nil }
    let others = present.filter { !choices.contains($0) }
    // Without another choice, one was taken back, such as the temperament.
    return (others.isEmpty ? present : others).joined(separator: ", ")
  }

  private mutating func say(_ line: String) -> String? {
    if line == last { return nil }
    last = line
    return line
  }

  private static func message(of frame: DisplayFrame, _ words: MeterTexts) -> String? {
    let isInterrupted =
      frame.tuner.state.error != nil || frame.toneFailure != nil || frame.display.held != nil
    return isInterrupted ? words.message : nil
  }

  /// Returns the pitch of one string; `nil` while there is none.
  private static func pitch(in frame: DisplayFrame, _ words: MeterTexts) -> SpokenPitch? {
    let tuner = frame.shown
    guard tuner.mode != .all, let name = words.noteName else { return nil }
    return SpokenPitch(
      tuner.tuningState, note: name, cents: tuner.displayCents, distance: words.way,
      isFar: tuner.isFarFromLocked)
  }

  private static func text(of pitch: SpokenPitch, _ look: DisplayStyle) -> String {
    switch pitch {
    case .inTune(let note): return "\(note), \(look.text(.confirmedShort))"
    case .far(let distance): return distance
    case .out(let note, let cents):
      let figure = look.text(.cents("\(abs(cents))"))
      return "\(note), \(look.text(cents < 0 ? .isFlat(figure) : .isSharp(figure)))"
    }
  }

  /// Returns the line of a picture without the pitch of a string.
  private static func text(without frame: DisplayFrame, _ words: MeterTexts) -> String {
    let isClear =
      switch frame.shown.tuningState {
      case .silent, .detecting: false
      case .active, .inTune, .slightlyFlat, .veryFlat, .slightlySharp, .verySharp: true
      }
    guard isClear, frame.shown.mode != .all, let name = words.noteName else { return words.status }
    return name
  }
}
