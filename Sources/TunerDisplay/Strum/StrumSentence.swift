// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

/// A sentence about the newest stroke: the strings that are out of tune, worst first.
struct StrumSentence {
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

  /// The sentence, from the worst string to the best; `nil` before the first stroke.
  var text: String? {
    guard view.strokeCount > 0 else { return nil }
    var out: [(name: String, cents: Cents)] = []
    var (inTune, unclear, silent): ([String], [String], [String]) = ([], [], [])
    for string in view.strings {
      let name = look.name(of: string.target.string.spelling, in: settings.notation)
      switch verdict(on: string) {
      case .out(let cents): out.append((name, cents))
      case .inTune: inTune.append(name)
      case .unclear: unclear.append(name)
      case .silent: silent.append(name)
      }
    }
    out.sort { $0.cents.magnitude > $1.cents.magnitude }
    let off = out.map { look.text(.isOff(name: $0.name, distance: distance($0.cents))) }
    var clauses = [off.joined(separator: ", ")]
    if inTune.count == view.strings.count {
      clauses.append(look.text(.allInTune))
    } else if inTune.count > 1, !out.isEmpty, inTune.count + out.count == view.strings.count {
      clauses.append(look.text(.othersInTune))
    } else if !inTune.isEmpty {
      clauses.append(look.text(.theseInTune(names: inTune)))
    }
    if !unclear.isEmpty { clauses.append(look.text(.unclear(names: unclear))) }
    if !silent.isEmpty { clauses.append(look.text(.notHeard(names: silent))) }
    return clauses.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func verdict(on string: StrumStringView) -> StringVerdict {
    switch content {
    case .settled: view.settledVerdict(on: string) ?? .silent
    case .newest where string.stroke != view.strokeCount:
      string.latestState == .unclear ? .unclear : .silent
    case .newest:
      string.direction == nil
        ? .inTune(string.cents ?? Cents(0)) : .out(string.cents ?? Cents(0))
    }
  }

  /// Returns the distance in cents and its direction; from ten cents on in whole cents.
  private func distance(_ cents: Cents) -> String {
    let size = cents.magnitude.value
    let figure = look.text(.cents(look.language.number(size, places: size < 9.95 ? 1 : 0)))
    return look.text(cents.value < 0 ? .isFlat(figure) : .isSharp(figure))
  }
}
