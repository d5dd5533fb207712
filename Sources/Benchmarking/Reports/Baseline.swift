// SPDX-License-Identifier: MIT

public import Foundation

/// The figures of an earlier run that later ones are held against.
public struct Baseline: Hashable, Codable, Sendable {
  /// The format that this type reads and writes.
  public static let schema = "tuner-bench.baseline/1"

  /// The name and version of the format.
  public let schema: String
  /// Where the figures come from.
  public let provenance: Provenance
  /// What was run.
  public let plan: BenchPlan
  /// The figures by `table/row/column`.
  public let figures: [String: Double]

  /// Takes the figures of a whole report.
  public init(_ report: BenchReport) {
    schema = Self.schema
    provenance = report.provenance
    plan = report.plan
    figures = report.tables.reduce(into: [:]) { all, table in
      for (key, figure) in table.figures { all[key] = figure.value }
    }
  }

  /// Returns the document as one JSON text, a figure a line.
  ///
  /// - Throws: `EncodingError`, which finite figures never cause.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Compares a report with this baseline.
  ///
  /// - Returns: every figure that moved by more than its tolerance, came or went, in the order of
  ///   the report; empty when all is as it was.
  /// - Throws: `BaselineError` where the two can't be compared.
  public func changes(in report: BenchReport) throws(BaselineError) -> [Change] {
    guard schema == Self.schema else { throw .schemaDiffers(schema) }
    let machine = report.provenance.machine
    guard machine == provenance.machine else {
      throw .machineDiffers(baseline: provenance.machine, report: machine)
    }
    guard report.provenance.flags == provenance.flags else {
      throw .flagsDiffer(baseline: provenance.flags, report: report.provenance.flags)
    }
    guard report.plan == plan, report.missing == 0 else { throw .planDiffers }
    var known = figures
    var changes: [Change] = []
    for (key, figure) in report.tables.flatMap(\.figures) {
      let before = known.removeValue(forKey: key)
      let change = Change(key: key, before: before, after: figure.value, better: figure.better)
      guard let before else {
        changes.append(change)
        continue
      }
      if abs(figure.value - before) > figure.unit.tolerance(at: before) { changes.append(change) }
    }
    for key in known.keys.sorted() {
      changes.append(Change(key: key, before: known[key], after: nil, better: .neither))
    }
    return changes
  }

  /// One figure that moved.
  public struct Change: Hashable, Sendable {
    /// What a change means.
    public enum Verdict: String, Hashable, Sendable {
      /// It is worse.
      case regression
      /// It is better, and nobody said why: bless it with the change that caused it.
      case improvement = "unexplained improvement"
      /// It came, went, or moved where neither way is better.
      case difference = "unexplained difference"
    }

    /// The figure, as `table/row/column`.
    public let key: String
    /// What it was; `nil` where it was not there.
    public let before: Double?
    /// What it is; `nil` where it is not there.
    public let after: Double?
    /// Which way is better.
    public let better: FigureTable.Direction

    /// What the change means.
    public var verdict: Verdict {
      guard let before, let after else { return .difference }
      switch better {
      case .neither: return .difference
      case .down: return after > before ? .regression : .improvement
      case .up: return after < before ? .regression : .improvement
      }
    }
  }
}

/// Why a report can't be held against a baseline.
public enum BaselineError: Error, Hashable, Sendable {
  /// The baseline has another format.
  case schemaDiffers(String)
  /// It was made on another machine.
  case machineDiffers(baseline: String, report: String)
  /// It was made by another kind of build.
  case flagsDiffer(baseline: [String], report: [String])
  /// It is of another run, or the report is not whole.
  case planDiffers
}

extension BaselineError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .schemaDiffers(let schema):
      "the baseline is \(schema), not \(Baseline.schema). Make it again with --bless"
    case .machineDiffers(let baseline, let report):
      "the baseline is from another machine (\(baseline); this is \(report)). "
        + "Compare on that machine, or make a baseline for this one with --bless"
    case .flagsDiffer(let baseline, let report):
      "the baseline is from another build (\(baseline.joined(separator: " ")); this is "
        + "\(report.joined(separator: " "))). Build as the baseline was, or use --bless"
    case .planDiffers:
      "the baseline is of another run: other items, settings or contestant. "
        + "Run what it was made of, or make another with --bless"
    }
  }
}

extension FigureTable {
  /// One figure with what it means.
  struct Figure {
    let value: Double
    let unit: Unit
    let better: Direction
  }

  /// The figures that there are, by `table/row/column`, in the order of rows and columns.
  var figures: [(String, Figure)] {
    rows.flatMap { row in
      zip(columns, row.figures).compactMap { column, value in
        value.map {
          (
            "\(name)/\(row.name)/\(column.name)",
            Figure(value: $0, unit: column.unit, better: column.better)
          )
        }
      }
    }
  }
}

extension FigureTable.Unit {
  /// Returns how far a figure may move before it wants a reason.
  ///
  /// Runs repeat to the bit with one build, so this only forgives what another compiler's rounding
  /// may move: two percent, and a floor where a figure is next to nothing.
  func tolerance(at value: Double) -> Double {
    switch self {
    case .cents: max(0.02 * abs(value), 1e-4)
    case .share: 1e-3
    case .seconds: max(0.02 * abs(value), 1e-6)
    case .ratio: max(0.02 * abs(value), 5e-3)
    case .count: 0
    }
  }
}
