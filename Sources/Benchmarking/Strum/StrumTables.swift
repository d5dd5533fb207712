// SPDX-License-Identifier: MIT

/// The tables of a strum report.
enum StrumTables {
  private static let columns: [FigureTable.Column] = [
    .count("readings"), .cents("median"), .cents("p95"), .cents("p95, answered"),
    .good("answered"), .bad("wrong"),
    .bad("silent reported"), .good("in 2 sigma"), .ratio("sigma/error"), .good("right at 5 c"),
  ]

  /// Returns the tables of a report.
  static func tables(of report: StrumReport) -> [FigureTable] {
    let judged = report.judged
    return [
      sets(judged), references(judged), guitars(judged), ofStrokes(judged), strokes(judged),
      found(judged),
      contestants(report),
    ]
  }

  /// Returns the name of a group of strings at a time.
  static func name(isCollided: Bool, seconds: Double) -> String {
    "\(name(isCollided: isCollided)), \(seconds) s"
  }

  /// Returns the name of a group of strings.
  static func name(isCollided: Bool) -> String { isCollided ? "B3 E4" : "E2 to G3" }

  private static var names: [(name: String, isParted: Bool)] {
    StrumSet.all.map { ($0.name, $0.collidedCount > 0) } + [(StrumTrial.mixtures, true)]
  }

  private static func sets(_ results: [StrumTrialResult]) -> FigureTable {
    FigureTable(
      "strum", "Readings of every string", columns,
      names.flatMap { set in
        let readings = results.filter { $0.set == set.name }.flatMap(\.outcomes)
        return rows(set.name, readings, isParted: set.isParted)
      })
  }

  /// Returns the table that compares mixtures with the manifests, whose windows are longer and end
  /// later.
  private static func references(_ results: [StrumTrialResult]) -> FigureTable {
    let readings = results.flatMap(\.outcomes).filter { $0.reference != nil && $0.truth != nil }
    return FigureTable(
      "strum manifest", "Readings of recorded strings against the manifest", columns,
      rows(StrumTrial.mixtures, readings.map(\.againstReference), isParted: true))
  }

  private static func guitars(_ results: [StrumTrialResult]) -> FigureTable {
    let guitars = results.reduce(into: [String]()) { list, result in
      if let guitar = result.guitar, !list.contains(guitar) { list.append(guitar) }
    }
    return FigureTable(
      "strum guitars", "Readings of the strings of each recorded guitar after 1 s", columns,
      guitars.sorted().map { guitar in
        row(
          guitar,
          results.filter { $0.guitar == guitar }.flatMap(\.outcomes).filter { $0.seconds == 1 })
      })
  }

  /// Returns the figures of the one reading that a table or a sentence gives for each string.
  private static func ofStrokes(_ results: [StrumTrialResult]) -> FigureTable {
    let readings = results.filter { $0.set == StrumTrial.strokes }.flatMap(\.outcomes)
    return FigureTable(
      "strum readings of strokes", "Readings of whole strokes, of recorded strings", columns,
      [false, true].map { isCollided in
        row(name(isCollided: isCollided), readings.filter { $0.isCollided == isCollided })
      })
  }

  private static func strokes(_ results: [StrumTrialResult]) -> FigureTable {
    FigureTable(
      "strum strokes", "Whole strokes",
      [
        .count("strokes"), .seconds("complete, median"), .seconds("complete, p95"),
        .seconds("within 5 c, median"), .seconds("within 5 c, p95"), .bad("falsely complete"),
      ],
      names.map { set in
        let strokes = results.filter { $0.set == set.name }
        let figures = StrokeFigures(results: strokes)
        return .init(
          name: set.name,
          figures: [
            strokes.isEmpty ? nil : Double(strokes.count), figures.complete.median,
            figures.complete.high, figures.settled.median, figures.settled.high,
            figures.reportsAll(at: 1),
          ])
      })
  }

  /// Returns the reported strokes of every set in which they are counted.
  private static func found(_ results: [StrumTrialResult]) -> FigureTable {
    FigureTable(
      "strum found", "Reported strokes in recordings of one stroke or none",
      [.count("recordings"), .ratio("reported, not played"), .bad("played, not reported")],
      [
        StrumSet.guitar.name, StrumTrial.mixtures, SingleString.name, SingleString.noise,
        NoiseBed.name, RoomSounds.name,
      ].map { set in
        let figures = StrokeCountFigures(results.filter { $0.set == set })
        return .init(
          name: set, figures: [figures.recordings, figures.falseCount, figures.missed])
      })
  }

  private static func contestants(_ report: StrumReport) -> FigureTable {
    var rows: [FigureTable.Row] = []
    for set in [StrumSet.guitar.name, StrumTrial.mixtures] {
      for seconds in [0.5, 1] {
        for isCollided in [false, true] {
          for contestant in report.plan.contestants {
            let outcomes = report.results
              .filter { $0.contestant == contestant && $0.set == set }.flatMap(\.outcomes)
            rows.append(
              row(
                "\(set), \(name(isCollided: isCollided, seconds: seconds)): \(contestant)",
                outcomes.filter { $0.seconds == seconds && $0.isCollided == isCollided }))
          }
        }
      }
    }
    return FigureTable(
      "strum contestants", "The engine and the baselines that it must outperform", columns, rows)
  }

  private static func rows(
    _ set: String, _ readings: [StrumOutcome], isParted: Bool
  ) -> [FigureTable.Row] {
    StrumBench.shownTimes.flatMap { seconds in
      let now = readings.filter { $0.seconds == seconds }
      guard isParted else { return [row("\(set), \(seconds) s", now)] }
      return [false, true].map { isCollided in
        row(
          "\(set), \(name(isCollided: isCollided, seconds: seconds))",
          now.filter { $0.isCollided == isCollided })
      }
    }
  }

  private static func row(_ name: String, _ readings: [StrumOutcome]) -> FigureTable.Row {
    let figures = StrumFigures(readings: readings)
    return .init(
      name: name,
      figures: [
        readings.isEmpty ? nil : figures.count, figures.median, figures.high,
        figures.answeredHigh, figures.answered, figures.wrong, figures.falseSounding,
        figures.withinTwoSigma, figures.sigmaRatio,
        figures.inTune,
      ])
  }
}
