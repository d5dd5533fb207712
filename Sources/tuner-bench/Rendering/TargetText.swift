// SPDX-License-Identifier: MIT

import Benchmarking

/// Renders targets and their outcomes for people.
enum TargetText {
  /// Returns one line for each target: its limit, the figure and the verdict, and a count at the
  /// end.
  static func text(_ outcomes: [TargetOutcome]) -> String {
    let cells = outcomes.map { outcome in
      let target = outcome.target
      return [
        "  " + target.name, limit(target.limit, unit: target.unit),
        FigureText.figure(outcome.figure, unit: target.unit), outcome.verdict.rawValue,
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

  /// Returns the numbers of targets that are met, missed and not run.
  static func summary(_ outcomes: [TargetOutcome]) -> String {
    let count = { (verdict: TargetOutcome.Verdict) in outcomes.count { $0.verdict == verdict } }
    return "\(count(.met)) met, \(count(.missed)) missed, \(count(.notRun)) not run"
  }
}
