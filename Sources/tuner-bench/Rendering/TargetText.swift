// SPDX-License-Identifier: MIT

import Benchmarking

/// Renders targets and their outcomes for people.
enum TargetText {
  /// Returns one line for each target: its limit, the figure and the verdict, and a count at the
  /// end.
  ///
  /// - Parameters:
  ///   - outcomes: the targets.
  ///   - draws: the number of random draws of the run; `nil` if it is unknown.
  ///   - cases: the name of what a larger run has more of.
  /// - Returns: the lines.
  static func text(
    _ outcomes: [TargetOutcome], draws: Int? = nil, cases: String = "recordings"
  ) -> String {
    let cells = outcomes.map { outcome in
      let target = outcome.target
      return [
        "  " + target.name, limit(target.limit, unit: target.unit),
        FigureText.figure(outcome.figure, unit: target.unit),
        verdict(outcome, draws: draws, cases: cases),
      ]
    }
    var text = ""
    var group = ""
    for (outcome, line) in zip(outcomes, ColumnText.lines(cells, endsInWords: true)) {
      if outcome.target.group != group { text += outcome.target.group + "\n" }
      group = outcome.target.group
      text += line + "\n"
    }
    return "Demanded of the engine\n" + text + summary(outcomes) + "\n"
  }

  /// Returns the verdict.
  ///
  /// If it is not decided, adds the size of a run that would decide.
  static func verdict(
    _ outcome: TargetOutcome, draws: Int? = nil, cases: String = "recordings"
  ) -> String {
    let verdict = outcome.verdict.rawValue
    guard outcome.verdict == .notDecided else { return verdict }
    guard let size = outcome.evidence?.neededSize, size < 1e5 else {
      return verdict + ": the figure is at the limit"
    }
    guard let draws else {
      return verdict + ": needs \(FigureText.decimal(size, digits: 1)) times the \(cases)"
    }
    return verdict + ": needs \(Int((Double(draws) * size).rounded(.up))) draws"
  }

  /// Returns the limit as a person writes it: `≤ 20.0 ms`, `0.700–1.300`.
  static func limit(_ limit: TargetLimit, unit: FigureTable.Unit) -> String {
    let figure = { FigureText.figure($0, unit: unit) }
    return switch limit {
    case .atMost(let most): "≤ " + figure(most)
    case .atLeast(let least): "≥ " + figure(least)
    case .within(let range): figure(range.lowerBound) + "–" + figure(range.upperBound)
    }
  }

  /// Returns the numbers of targets that are met, missed, not decided and not run.
  static func summary(_ outcomes: [TargetOutcome]) -> String {
    let count = { (verdict: TargetOutcome.Verdict) in outcomes.count { $0.verdict == verdict } }
    return "\(count(.met)) met, \(count(.missed)) missed, \(count(.notDecided)) not decided, "
      + "\(count(.notRun)) not run"
  }
}
