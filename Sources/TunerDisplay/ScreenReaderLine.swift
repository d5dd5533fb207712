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

  /// Returns the line for a picture if it differs from the last one.
  ///
  /// If every string is measured, there is one line per stroke, when its readings are settled: the
  /// strings from the worst on, then the effect of the last turn of a peg, the next turn, and a
  /// caution if it is far. For one string the deviation is in whole cents. Inside the in-tune
  /// window the line only says "in tune", so that a steady note gives one line.
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
      let sentence = LocalisedStrokeSentence(
        view: tuner.strum, settings: tuner.settings.values, look: look, content: .settled
      ).text
      let all = look.text(.allInTune)
      // Only this sentence begins with a word; in other ones, capitals could rename the note.
      let start = sentence.map { text in
        text.hasPrefix(all) ? text.prefix(1).uppercased() + text.dropFirst() : text
      }
      let couplings = LocalisedCouplingTexts(frame.strokes, of: tuner, look: look)
      last = [start, couplings.move, couplings.next, couplings.caution].compactMap(\.self)
        .joined(separator: "; ")
      return last
    }
    lastStroke = 0
    let line = Self.text(for: frame, look: look)
    if line == last { return nil }
    last = line
    return line
  }

  private static func text(for frame: DisplayFrame, look: DisplayStyle) -> String {
    let words = MeterTexts(frame: frame, look: look)
    let tuner = frame.shown
    let isInterrupted =
      frame.tuner.state.error != nil || frame.toneFailure != nil || frame.display.held != nil
    if isInterrupted, let message = words.message { return message }
    if tuner.mode == .all { return words.status }
    guard let name = words.noteName else { return words.status }
    switch tuner.tuningState {
    case .silent, .detecting: return words.status
    case .active: return words.deviation ?? name
    case .inTune: return "\(name), \(look.text(.confirmedShort))"
    case .slightlyFlat, .veryFlat, .slightlySharp, .verySharp:
      guard let cents = tuner.displayCents else { return name }
      if tuner.isFarFromLocked, let way = words.way { return way }
      let figure = look.text(.cents("\(abs(cents))"))
      return "\(name), \(look.text(cents < 0 ? .isFlat(figure) : .isSharp(figure)))"
    }
  }
}
