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
    let widths = (0..<4).map { column in cells.map { $0[column].count }.max() ?? 0 }
    var text = ""
    var group = ""
    for (outcome, line) in zip(outcomes, cells) {
      if outcome.target.group != group { text += outcome.target.group + "\n" }
      group = outcome.target.group
      text += row(line, widths)
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

  private static func row(_ cells: [String], _ widths: [Int]) -> String {
    let blanks = zip(cells, widths).map { String(repeating: " ", count: $1 - $0.count) }
    return [
      cells[0] + blanks[0], blanks[1] + cells[1], blanks[2] + cells[2], cells[3],
    ].joined(separator: "  ") + "\n"
  }

  /// Returns the numbers of targets that are met, missed, not decided and not run.
  static func summary(_ outcomes: [TargetOutcome]) -> String {
    let count = { (verdict: TargetOutcome.Verdict) in outcomes.count { $0.verdict == verdict } }
    return "\(count(.met)) met, \(count(.missed)) missed, \(count(.notDecided)) not decided, "
      + "\(count(.notRun)) not run"
  }
}
