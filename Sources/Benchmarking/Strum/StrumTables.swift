// SPDX-License-Identifier: MIT

/// The tables of a strum report.
enum StrumTables {
  /// Returns the tables.
  ///
  /// - Parameters:
  ///   - results: of all sets.
  ///   - targets: with their figures.
  /// - Returns: a table of all sets and one of targets for each unit.
  static func tables(of results: [StrumResult], targets: [StrumTarget]) -> [FigureTable] {
    let units: [(FigureTable.Unit, String, (String) -> FigureTable.Column)] = [
      (.cents, "cents", { .cents($0) }), (.share, "shares", { .good($0) }),
      (.ratio, "ratios", { .ratio($0) }), (.seconds, "seconds", { .seconds($0) }),
    ]
    return [figures(of: results)]
      + units.map { unit, name, column in
        FigureTable(
          "strum targets in \(name)", "Targets on the guitar's set, in \(name)",
          [column("figure"), column("target"), .count("met", better: .up)],
          targets.filter { $0.unit == unit }.map {
            .init(name: $0.name, figures: [$0.figure, $0.limit, $0.isMet ? 1 : 0])
          })
      }
  }

  private static func figures(of results: [StrumResult]) -> FigureTable {
    FigureTable(
      "strum", "Readings of every string",
      [
        .count("readings"), .cents("median"), .cents("p95"), .good("answered"), .bad("wrong"),
        .bad("missing heard"), .good("in 2 sigma"), .ratio("sigma/error"),
        .good("right at 5 c"),
      ],
      StrumSet.all.flatMap { set in
        let readings = results.filter { $0.set == set.name }.flatMap(\.outcomes)
        return StrumBench.times.flatMap { seconds in
          let now = readings.filter { $0.seconds == seconds }
          return (set.collidedCount == 0 ? [false] : [false, true]).map { isCollided in
            let name =
              set.collidedCount == 0
              ? "\(seconds) s" : Self.name(isCollided: isCollided, seconds: seconds)
            return row("\(set.name), \(name)", now.filter { $0.isCollided == isCollided })
          }
        }
      })
  }

  /// Returns the name of a group of strings at a time.
  static func name(isCollided: Bool, seconds: Double) -> String {
    "\(isCollided ? "B3 E4" : "E2 to G3"), \(seconds) s"
  }

  private static func row(_ name: String, _ readings: [StrumOutcome]) -> FigureTable.Row {
    let figures = StrumFigures(readings: readings)
    return .init(
      name: name,
      figures: [
        figures.count, figures.median, figures.high, figures.answered, figures.wrong,
        figures.falseSounding, figures.withinTwoSigma, figures.sigmaRatio, figures.inTune,
      ])
  }
}
