// SPDX-License-Identifier: MIT

import Benchmarking
import Terminal

/// Renders the limits of a service with their figures.
enum LimitText {
  /// The names of the columns.
  static let header = [
    "", "limit", "tolerance", "worst", "p99.99", "updates", "misses", "excused", "",
  ]

  /// Returns the cells of one limit.
  static func cells(_ limit: ServiceLimit) -> [String] {
    let figure = { FigureText.figure($0, unit: limit.unit) }
    let isRate = limit.unit == .ratio
    return [
      printable(limit.name), isRate ? figure(limit.limit) : "≤ " + figure(limit.limit),
      isRate ? "± " + figure(limit.tolerance) : "none", figure(limit.worst), figure(limit.p9999),
      "\(limit.updates)", "\(limit.misses)", "\(limit.excused)", limit.isKept ? "kept" : "missed",
    ]
  }

  /// Returns a line for each limit, and the numbers of limits that were met and missed.
  static func text(_ limits: [ServiceLimit]) -> String {
    let lines = ColumnText.lines([header] + limits.map(cells))
    return "Limits\n" + lines.joined(separator: "\n") + "\n" + summary(limits) + "\n"
  }

  /// Returns the numbers of limits that were met and missed.
  static func summary(_ limits: [ServiceLimit]) -> String {
    let kept = limits.count(where: \.isKept)
    return "\(kept) of \(limits.count) limits kept, \(limits.count - kept) missed."
  }
}
