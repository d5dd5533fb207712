// SPDX-License-Identifier: MIT

import Benchmarking

/// Renders the processor time of a run.
enum CostText {
  /// Returns one line: processor time of loading, listening and scoring.
  static func text(_ costs: BenchRun.Costs) -> String {
    let share = costs.listening > 0 ? 100 * costs.scoring / costs.listening : 0
    let seconds = { FigureText.decimal($0, digits: 1) }
    return "processor time: sounds \(seconds(costs.loading)) s, listening "
      + "\(seconds(costs.listening)) s, scoring \(seconds(costs.scoring)) s "
      + "(\(FigureText.decimal(share, digits: 1)) % of listening)\n"
  }
}
