// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

/// The sentence of the display about the newest stroke, in the player's language: the strings that
/// are out of tune, the worst first.
struct LocalisedStrokeSentence {
  /// The readings that a sentence is about.
  enum Content {
    /// The newest reading of each string, which follows a peg that is turned.
    case newest
    /// The one reading of each string in the settled stroke.
    case settled
  }

  /// The strings.
  let view: StrumView
  /// The notation and the in-tune window.
  let settings: TunerSettings
  /// The language and style.
  let look: DisplayStyle
  /// The readings.
  var content = Content.newest

  /// The strings by their verdicts; `nil` before the first stroke.
  var summary: StrokeSummary? {
    view.strokeCount > 0 ? StrokeSummary(view.strings.map(verdict)) : nil
  }

  /// The sentence, from the worst string to the best; `nil` before the first stroke.
  var text: String? {
    guard let stroke = summary else { return nil }
    let names = names
    let out = stroke.out.map {
      look.text(.isOff(string: names[$0.string], distance: distance($0.cents)))
    }
    var clauses = [out.joined(separator: ", ")]
    switch stroke.inTune {
    case .none: break
    case .all: clauses.append(look.text(.allInTune))
    case .others: clauses.append(look.text(.othersInTune))
    case .these(let strings):
      clauses.append(look.text(.theseInTune(strings: strings.map { names[$0] })))
    }
    if !stroke.uncertain.isEmpty {
      clauses.append(look.text(.uncertain(strings: stroke.uncertain.map { names[$0] })))
    }
    if !stroke.unclear.isEmpty {
      clauses.append(look.text(.unclear(strings: stroke.unclear.map { names[$0] })))
    }
    if !stroke.silent.isEmpty {
      clauses.append(look.text(.notHeard(strings: stroke.silent.map { names[$0] })))
    }
    return clauses.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// The sentence with a capital letter if it begins with a word; `nil` before the first stroke.
  ///
  /// Other sentences begin with a note, and a capital could rename it.
  var capitalised: String? {
    text.map { text in
      let words = [look.text(.allInTune)] + names.filter(\.isWorded).map(\.name)
      return words.contains(where: text.hasPrefix)
        ? text.prefix(1).uppercased() + text.dropFirst() : text
    }
  }

  private var names: [SpokenString] {
    look.spoken(view.strings.map(\.target), in: settings.notation)
  }

  private func verdict(on string: StrumStringView) -> StringVerdict {
    switch content {
    case .settled: view.settledVerdict(on: string) ?? .silent
    case .newest where string.stroke != view.strokeCount:
      string.isUncertain
        ? .uncertain(string.cents ?? Cents(0))
        : string.latestState == .unclear ? .unclear : .silent
    case .newest:
      string.direction == nil
        ? .inTune(string.cents ?? Cents(0)) : .out(string.cents ?? Cents(0))
    }
  }

  /// Returns the distance in cents and its direction; from ten cents on in whole cents.
  private func distance(_ cents: Cents) -> String {
    let figure = look.text(
      .cents(
        look.language.number(
          cents.magnitude.value, places: StrokeSummary.decimalPlaces(of: cents))))
    return look.text(cents.value < 0 ? .isFlat(figure) : .isSharp(figure))
  }
}
