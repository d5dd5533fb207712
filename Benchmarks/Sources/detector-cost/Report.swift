// SPDX-License-Identifier: MIT

/// Everything that a run found, as `--json` prints it.
struct Report: Codable {
  var machine: String
  var cadence: String
  var rounds: Int
  var fftw: String
  var costs: [Cost]
  var gates: Gates
  var findings: [Gates.Finding]

  /// The tables for people: one a signal, microseconds of processor time.
  func table() -> String {
    var lines: [String] = []
    for signal in distinct(costs.map(\.signal)) {
      lines.append(
        Self.row(
          signal, ["min", "p50", "p95", "p99", "max", "costliest"],
          "× \(ContestantEntry.referenceName)"))
      for cost in costs where cost.signal == signal {
        let figures = [
          cost.minimum, cost.median, cost.p95, cost.p99, cost.maximum, cost.costliestUpdate,
        ]
        let ratio = cost.ratio.map {
          "\(text($0.median))  (\(text($0.lowest))–\(text($0.highest)))"
        }
        lines.append(
          Self.row("  " + cost.contestant, figures.map { text($0, digits: 1) }, ratio ?? ""))
      }
      lines.append("")
    }
    lines.append(
      "Microseconds of processor time an update, \(cadence), \(rounds) rounds. costliest: the costliest "
        + "place of the signal, median over the rounds. \(machine), \(fftw).")
    for finding in findings { lines.append("\(finding.holds ? "ok  " : "FAIL") \(finding.text)") }
    return lines.joined(separator: "\n")
  }

  private static func row(_ name: String, _ cells: [String], _ last: String) -> String {
    let columns = cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }
    let padding = String(repeating: " ", count: max(1, 22 - name.count))
    return name + padding + columns.joined() + "   " + last
  }
}
