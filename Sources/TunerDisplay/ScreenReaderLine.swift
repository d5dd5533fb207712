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

  /// Returns the line for a picture if it differs from the last one.
  ///
  /// If every string is measured, there is one line per stroke, when its readings are settled: the
  /// strings from the worst on, then the effect of the last turn of a peg, the next turn, and a
  /// caution if it is far. For one string the deviation is in whole cents. Inside the in-tune
  /// window the line only says "in tune", so that a steady note gives one line. The same note has
  /// another line once it is 3 cents away for half a second. A change between flat, in tune and
  /// sharp has its line at once, but within a second of another change only after half a second.
  ///
  /// - Parameters:
  ///   - frame: the picture.
  ///   - look: the language and style.
  /// - Returns: the line; `nil` if it is unchanged.
  package mutating func next(for frame: DisplayFrame, look: DisplayStyle) -> String? {
    let tuner = frame.shown
    if tuner.mode == .all, tuner.state.error == nil, tuner.strum.strokeCount > 0 {
      let stroke = tuner.strum.settledStroke
      guard stroke != lastStroke, stroke == tuner.strum.strokeCount else { return nil }
      lastStroke = stroke
      filter.reset()
      let sentence = LocalisedStrokeSentence(
        view: tuner.strum, settings: tuner.settings.values, look: look, content: .settled
      ).capitalised
      let couplings = LocalisedCouplingTexts(frame.strokes, of: tuner, look: look)
      last = [sentence, couplings.move, couplings.next, couplings.caution].compactMap(\.self)
        .joined(separator: "; ")
      return last
    }
    lastStroke = 0
    let words = MeterTexts(frame: frame, look: look)
    let line: String
    if let pitch = Self.pitch(in: frame, words) {
      let window = frame.shown.settings.values.tolerance.inTune
      guard filter.takes(pitch, window: window, at: frame.now) else { return nil }
      line = Self.text(of: pitch, look)
    } else {
      filter.reset()
      line = Self.text(without: frame, words)
    }
    if line == last { return nil }
    last = line
    return line
  }

  private static func message(of frame: DisplayFrame, _ words: MeterTexts) -> String? {
    let isInterrupted =
      frame.tuner.state.error != nil || frame.toneFailure != nil || frame.display.held != nil
    return isInterrupted ? words.message : nil
  }

  /// Returns the pitch of one string; `nil` while there is none, and while a message replaces it.
  private static func pitch(in frame: DisplayFrame, _ words: MeterTexts) -> SpokenPitch? {
    let tuner = frame.shown
    guard message(of: frame, words) == nil, tuner.mode != .all, let name = words.noteName else {
      return nil
    }
    switch tuner.tuningState {
    case .silent, .detecting: return nil
    case .active: return words.deviation.map { .far(distance: $0) }
    case .inTune: return .inTune(note: name)
    case .slightlyFlat, .veryFlat, .slightlySharp, .verySharp:
      guard let cents = tuner.displayCents else { return nil }
      if tuner.isFarFromLocked, let way = words.way { return .far(distance: way) }
      return .out(note: name, cents: cents)
    }
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
    if let message = message(of: frame, words) { return message }
    let isClear =
      switch frame.shown.tuningState {
      case .silent, .detecting: false
      case .active, .inTune, .slightlyFlat, .veryFlat, .slightlySharp, .verySharp: true
      }
    guard isClear, frame.shown.mode != .all, let name = words.noteName else { return words.status }
    return name
  }
}
