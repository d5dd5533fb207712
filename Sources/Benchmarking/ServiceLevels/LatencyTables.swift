// SPDX-License-Identifier: MIT

internal import Evaluation

/// The tables of a latency run.
enum LatencyTables {
  /// The stages by their names in tables.
  private static let stages: [(name: String, value: @Sendable (UpdateCost) -> Double)] = [
    ("detect", \.detect), ("classify", \.classify), ("reduce", \.reduce),
    ("emission to state", \.state), ("emission to state, processor", \.stateProcessor),
    ("control", \.control), ("whole update", \.whole),
  ]

  /// Returns the columns of a row of percentiles, and of the number of measured things.
  static func columns(of things: String) -> [FigureTable.Column] {
    ["p50", "p95", "p99", "p99.9", "p99.99", "max"].map {
      .init(name: $0, unit: .brief, better: .down)
    } + [.count(things)]
  }

  static func tables(of parts: [LatencyMeasurement]) -> [FigureTable] {
    let columns = columns(of: "updates")
    let rates = Set(parts.map(\.updates)).sorted()
    let sampleRates = Set(parts.map(\.sampleRate)).sorted()
    var recordings: [String] = []
    for part in parts where !recordings.contains(part.recording) {
      recordings.append(part.recording)
    }
    return [
      FigureTable(
        "stages", "Each stage, all rates and recordings", columns,
        stages.map { row($0.name, parts, $0.value) }),
      FigureTable(
        "rates", "By update rate", columns,
        rates.flatMap { rate in
          let parts = parts.filter { $0.updates == rate }
          return stages.map { row("\(rate) Hz, \($0.name)", parts, $0.value) }
        }),
      FigureTable(
        "sample-rates", "By sample rate", columns,
        sampleRates.flatMap { rate in
          let parts = parts.filter { $0.sampleRate == rate }
          return stages.map { row("\(rate) Hz, \($0.name)", parts, $0.value) }
        }),
      FigureTable(
        "recordings", "By recording, from emission to state", columns,
        recordings.map { name in
          row(name, parts.filter { $0.recording == name }, \.state)
        }),
    ]
  }

  static func curves(of parts: [LatencyMeasurement]) -> [ServiceReport.Curve] {
    let all = parts.flatMap(\.costs)
    return [
      .init(name: "state", seconds: all.map(\.state).sorted()),
      .init(name: "control", seconds: all.map(\.control).sorted()),
    ]
  }

  private static func row(
    _ name: String, _ parts: [LatencyMeasurement], _ value: (UpdateCost) -> Double
  ) -> FigureTable.Row {
    let values = Measurements(parts.flatMap { $0.costs.map(value) }).distribution()
    return row(name, values)
  }

  /// Percentiles by nearest rank: each is a measured time.
  static func row(_ name: String, _ values: Distribution?) -> FigureTable.Row {
    let quantiles: [Quantile] = [.median, .p95, .p99, .p999, .p9999]
    return .init(
      name: name,
      figures: quantiles.map { values?.nearestRank($0) }
        + [values?.maximum, values.map { Double($0.count) }])
  }
}
