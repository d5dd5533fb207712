// SPDX-License-Identifier: MIT

internal import Evaluation
internal import TestSignals

/// The tables of the synthetic suite.
enum SyntheticTables {
  private static let e2ToE4 = 40...64
  private static let b0ToDSharp2 = 22...39
  private static let e2ToDSharp3 = 40...51
  private static let e2ToE5 = 40...76
  private static let bounded = [20, 10, 5, 0]

  static func tables(of results: [ItemResult]) -> [FigureTable] {
    let cases = ScoredResults(results)
    return [
      faults(cases), errors(cases),
      NoteFigures.table(errorRows.map { ($0, cases.score(set: $1, notes: $2)) }), noise(cases),
      BeginningFigures.table(errorRows.map { ($0, cases.score(set: $1, notes: $2)) }),
      TranscriptionFigures.table(errorRows.map { ($0, cases.score(set: $1, notes: $2)) }),
      BoundTables.parts(cases),
      BoundTables.windows(cases),
      settling(cases), touched(cases), silence(cases), rooms(cases), claims(cases),
    ]
  }

  private static func faults(_ cases: ScoredResults) -> FigureTable {
    FigureTable(
      "items", "Items",
      [.count("items"), .count("scored", better: .up), .count("failed", better: .down)],
      [
        .init(
          name: "all",
          figures: [cases.results.count, cases.scoredCount, cases.failed.count].map(Double.init))
      ])
  }

  private static let errorRows: [(String, String, ClosedRange<Int>?)] = [
    ("string E2–E4", "string", e2ToE4), ("string B0–D♯2", "string", b0ToDSharp2),
    ("string", "string", nil), ("clean", "clean", nil), ("stiff", "stiff", nil),
    ("weak", "weak", nil), ("missing", "missing", nil), ("legato", "legato", nil),
    ("body", "body", nil),
  ]

  private static func errors(_ cases: ScoredResults) -> FigureTable {
    FigureTable(
      "errors", "Error against the first partial, steady part",
      [
        .cents("median"), .cents("p95"), .good("answered"), .bad("gross"), .bad("octave"),
        .good("within 50 c"), .good("within 1 c"), .good("within 0.1 c"),
      ],
      errorRows.map { name, set, notes in
        let score = cases.score(set: set, notes: notes)
        let errors = score.pitch.cents.magnitudes()
        return .init(
          name: name,
          figures: [
            errors?.median, errors?.interpolated(.p95), score.pitch.answered.share,
            score.pitch.gross.share, score.pitch.octaveErrorRate,
            score.pitch.rawPitchAccuracy[0].share, score.pitch.rawPitchAccuracy[3].share,
            score.pitch.rawPitchAccuracy[4].share,
          ])
      })
  }

  private static func noise(_ cases: ScoredResults) -> FigureTable {
    var rows: [FigureTable.Row] = []
    for colour in NoiseColour.allCases {
      for ratio in SignalSet.signalToNoise {
        let set = SignalSet.noise(colour).name
        rows.append(noiseRow(cases, "\(colour.rawValue) \(ratio) dB", set: set, ratios: [ratio]))
      }
    }
    rows.append(
      noiseRow(cases, "white 0–20 dB", set: SignalSet.noise(.white).name, ratios: bounded))
    return FigureTable(
      "noise",
      "In noise, steady part; over the Cramér–Rao bound: answers within 50 c; \(BoundTables.scale)",
      [
        .good("within 50 c E2–E5"), .good("within 50 c"), .good("answered"), .bad("gross"),
        .cents("median"), .ratio("over bound, median"), .ratio("over bound, rms"),
        .cents("bound, median"),
      ], rows)
  }

  private static func noiseRow(
    _ cases: ScoredResults, _ name: String, set: String, ratios: [Int]
  ) -> FigureTable.Row {
    let all = cases.score(set: set, ratios: ratios)
    let middle = cases.score(set: set, notes: e2ToE5, ratios: ratios)
    let bound = all.overBound.distribution()
    return .init(
      name: name,
      figures: [
        middle.pitch.rawPitchAccuracy[0].share, all.pitch.rawPitchAccuracy[0].share,
        all.pitch.answered.share, all.pitch.gross.share, all.pitch.cents.magnitudes()?.median,
        bound?.median, bound?.rootMeanSquare, all.bound.distribution()?.median,
      ])
  }

  private static func settling(_ cases: ScoredResults) -> FigureTable {
    let rows: [(String, String, ClosedRange<Int>?)] = [
      ("string E2–D♯3", "string", e2ToDSharp3), ("string B0–D♯2", "string", b0ToDSharp2),
      ("string E3–E6", "string", 52...88), ("legato", "legato", nil), ("body", "body", nil),
    ]
    return FigureTable(
      "settling", SettlingFigures.title, SettlingFigures.columns,
      rows.map { name, set, notes in
        .init(
          name: name,
          figures: SettlingFigures.figures(of: cases.score(set: set, notes: notes).settling))
      })
  }

  private static func silence(_ cases: ScoredResults) -> FigureTable {
    let colours = NoiseColour.allCases.map(\.rawValue)
    let rows = colours.map { ($0, "unvoiced/\($0)/") } + [("all", "unvoiced/")]
    return FigureTable(
      "unvoiced", "Noise alone: frames with confidence of 0.7 and of 0.3 or more",
      [.bad("false alarms"), .bad("tentative alarms")],
      rows.map { name, prefix in
        let score = cases.score(set: "unvoiced", prefix: prefix)
        return .init(
          name: name, figures: [score.noise.falseAlarms.share, score.noise.tentativeAlarms.share])
      })
  }

  private static func touched(_ cases: ScoredResults) -> FigureTable {
    let results = cases.scored.filter { $0.result.set == "touched" }
    let parts = SignalSet.touchedNumbers.flatMap { number in
      SignalSet.openLevels.map { open in
        (
          "partial \(number), open string \(open) dB",
          results.filter { $0.result.item.contains("/\(number)/\(open)dB/") }
        )
      }
    }
    return FigureTable(
      "touched", "Touched harmonics: one pitch per note, the harmonic or the open string",
      [.ratio("harmonic", better: .neither), .bad("other pitch"), .good("answered")],
      (parts + [("all", results)]).map { name, part in
        let score = part.reduce(into: ItemScore()) { $0.merge($1.score) }
        return .init(
          name: name,
          figures: [
            score.harmonics.share, score.held.share.map { 1 - $0 }, score.pitch.answered.share,
          ])
      })
  }

  private static func rooms(_ cases: ScoredResults) -> FigureTable {
    let rows =
      RoomScene.allCases.map { ($0.rawValue, "rooms/\($0.rawValue)/") } + [("all", "rooms/")]
    return FigureTable(
      "rooms", "Rooms in which nobody plays: frames as above, and updates of a view with a pitch",
      [.bad("false alarms"), .bad("tentative alarms"), .bad("shown")],
      rows.map { name, prefix in
        let noise = cases.score(set: "rooms", prefix: prefix).noise
        return .init(
          name: name,
          figures: [noise.falseAlarms.share, noise.tentativeAlarms.share, noise.shown.share])
      })
  }

  private static func claims(_ cases: ScoredResults) -> FigureTable {
    var rows: [FigureTable.Row] = []
    for set in SignalSet.allCases where set.hasStrings {
      if case .noise(let colour) = set {
        for ratio in SignalSet.signalToNoise {
          rows.append(
            claimRow(
              "\(colour.rawValue) \(ratio) dB", cases.score(set: set.name, ratios: [ratio])))
        }
      } else {
        rows.append(claimRow(set.name, cases.score(set: set.name)))
      }
    }
    for ratio in [60] + SignalSet.signalToNoise {
      rows.append(claimRow("all sets, \(ratio) dB", cases.score(ratios: [ratio])))
    }
    rows.append(claimRow("all", cases.whole))
    return FigureTable(
      "claims", "What sigma and confidence are worth",
      [
        .good("|error| < 2 sigma"), .ratio("rms error/sigma", better: .neither),
        .ratio("with gross", better: .neither),
        .ratio("rank correlation", better: .up), .ratio("calibration error"),
        .ratio("Brier score"),
      ], rows)
  }

  private static func claimRow(_ name: String, _ score: ItemScore) -> FigureTable.Row {
    .init(
      name: name,
      figures: [
        score.pitch.sigma.coverage,
        score.pitch.sigma.normalisedRMSError(within: ScoringThreshold.gross),
        score.pitch.sigma.normalisedRMSError, score.pitch.sigma.rankCorrelation,
        score.pitch.confidence.expectedCalibrationError(), score.pitch.confidence.brierScore,
      ])
  }
}
