// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import TestSignals
internal import TunerRuntime

extension StrumServiceBench {
  /// Measures every update of strokes at 20 updates a second.
  ///
  /// - Parameters:
  ///   - count: the number of strokes.
  ///   - progress: receives the share that is done, 0…1.
  /// - Returns: the report; a state after more than 5 ms is an incident.
  /// - Throws: an error when the engine or the thread can't be made.
  package static func latency(
    strokes count: Int, progress: @escaping (Double) -> Void = { _ in }
  ) throws -> ServiceReport {
    let (costs, isRealTime) = try costs(ofStrokes: count, progress: progress)
    let all = costs.flatMap(\.self)
    let times = all.map { $0.detect + $0.state }
    return ServiceReport(
      schema: ServiceReport.schema, command: "latency", provenance: .current(), datasets: [:],
      conditions: [
        "\(count) synthetic strokes from seed \(firstSeed), \(updates) updates a second, without pauses",
        "the updates in the first 0.4 s of a stream, which are held, are left out",
        isRealTime ? "real-time priority" : "ordinary priority: real-time was refused",
      ],
      tables: [stages(of: all)], incidents: lateStates(in: costs), runs: 1,
      curves: [.init(name: "arrival to state", seconds: times.sorted())],
      curvesTitle: "From the arrival of the last samples to observable state",
      limits: [
        .times(
          "arrival of the last samples to state", atMost: limit, times,
          excused: all.count { $0.detect + $0.state > limit && $0.control > limit })
      ])
  }

  /// Measures the costs of the updates of each stroke on a thread of its own.
  private static func costs(
    ofStrokes count: Int, progress: @escaping (Double) -> Void
  ) throws -> (costs: [[UpdateCost]], isRealTime: Bool) {
    try DedicatedThread.run {
      let isRealTime = ResultPath.requestAnalysisPriority()
      var costs: [[UpdateCost]] = []
      for index in 0..<count {
        let samples = stroke(firstSeed + UInt64(index)).render(at: sampleRate)
        costs.append(try StrumLatencyRun.measure(samples, at: sampleRate, chunk: chunk))
        progress(Double(index + 1) / Double(count))
      }
      return (costs, isRealTime)
    }
  }

  private static func stages(of costs: [UpdateCost]) -> FigureTable {
    let stages: [(String, (UpdateCost) -> Double)] = [
      ("arrival to state", { $0.detect + $0.state }), ("measurement", { $0.detect }),
      ("emission to state", { $0.state }), ("emission to state, processor", { $0.stateProcessor }),
      ("control", { $0.control }),
    ]
    return FigureTable(
      "stages", "Each stage of an update", LatencyTables.columns(of: "updates"),
      stages.map { name, value in
        LatencyTables.row(name, Measurements(costs.map(value)).distribution())
      })
  }

  private static func lateStates(in costs: [[UpdateCost]]) -> [ServiceReport.Incident] {
    costs.enumerated().flatMap { stroke, costs in
      costs.enumerated().compactMap { index, cost in
        let whole = cost.detect + cost.state
        guard whole > limit else { return nil }
        let state = String(format: "%.2f", 1000 * whole)
        return .init(
          place: "stroke \(stroke + 1), update \(index + 1)",
          event: "state \(state) ms after the samples", isExcused: cost.control > limit)
      }
    }
  }
}
