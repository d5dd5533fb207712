// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

/// The sentence about the newest stroke: the strings that are out of tune, worst first.
struct StrumSentence {
  /// The strings.
  let view: StrumView
  /// The notation and the in-tune window.
  let settings: TunerSettings
  /// The language and style.
  let look: DisplayStyle

  /// The sentence in whole cents, from the worst string to the best; `nil` before the first stroke.
  var text: String? {
    guard view.strokeCount > 0 else { return nil }
    var (inTune, unclear, silent): ([String], [String], [String]) = ([], [], [])
    for string in view.strings {
      let name = settings.notation.text(of: string.target.string.spelling)
      if string.stroke == view.strokeCount {
        if string.direction == nil { inTune.append(name) }
      } else if string.latestState == .unclear {
        unclear.append(name)
      } else {
        silent.append(name)
      }
    }
    let off = view.worstFirst.map(clause)
    var clauses = [off.joined(separator: ", ")]
    if inTune.count == view.strings.count {
      clauses.append(look.text(.allInTune))
    } else if !inTune.isEmpty, !off.isEmpty, unclear.isEmpty, silent.isEmpty {
      clauses.append(look.text(.othersInTune))
    } else if !inTune.isEmpty {
      clauses.append(look.text(.theseInTune(names: list(inTune))))
    }
    if !unclear.isEmpty { clauses.append(look.text(.unclear(names: list(unclear)))) }
    if !silent.isEmpty { clauses.append(look.text(.notHeard(names: list(silent)))) }
    return clauses.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func clause(_ string: StrumStringView) -> String {
    let name = settings.notation.text(of: string.target.string.spelling)
    let cents = string.cents?.value ?? 0
    let figure = look.text(.cents(look.language.number(abs(cents).rounded(), places: 0)))
    return "\(name) \(look.text(cents < 0 ? .isFlat(figure) : .isSharp(figure)))"
  }

  private func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
