// SPDX-License-Identifier: MIT

@testable import Benchmarking

/// The reports of model contestants; those that several tests read are made once.
enum ModelStrumReports {
  private static let good = Result { try run([contestant(.none)]) }
  private static let sharp = Result { try run([contestant(.centSharp)]) }
  private static let compared = Result { try run(pair) }
  private static let pair = [ModelStrumContestant.Fault.none, .centSharp].map {
    ModelStrumContestant(fault: $0)
  }

  /// Returns the report of one fault; the contestant has the same name in all of them.
  static func report(of fault: ModelStrumContestant.Fault) throws -> StrumReport {
    switch fault {
    case .none: try good.get()
    case .centSharp: try sharp.get()
    case .semitoneSharp, .hearsEverything, .silent, .wideSigma, .narrowSigma, .late:
      try run([contestant(fault)])
    }
  }

  /// Returns the report of the right contestant and the one that is a cent sharp.
  static func comparison() throws -> StrumReport { try compared.get() }

  /// Returns a part of that report.
  static func comparison(_ shard: Shard) throws -> StrumReport { try run(pair, shard: shard) }

  private static func contestant(_ fault: ModelStrumContestant.Fault) -> ModelStrumContestant {
    ModelStrumContestant(fault: fault, name: "engine")
  }

  private static func run(
    _ contestants: [any StrumContestant], shard: Shard = .whole
  ) throws -> StrumReport {
    let items = ModelStrumContestant.items
    return try StrumBench.run(
      StrumPlan(strokes: 24, mixtures: 0, seed: 3, items: items, contestants: contestants),
      items, by: contestants, shard: shard)
  }
}
