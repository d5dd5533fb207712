// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import SignalProcessing
internal import TunerPipeline

/// A test of the time from a readable stroke to its marker, without a clock.
///
/// Times are positions of samples, so a run takes a fraction of the strokes' length, and two runs
/// give the same report.
package enum StrumMarkerBench {
  // | name      | unit | source                                                               |
  // | --------- | ---- | -------------------------------------------------------------------- |
  // | following | 1    | strokes of one stream; streams are measured in parallel              |
  // | state     | s    | what is left of the limit for the state: its 99th percentile         |
  private static let following = 10
  private static let state = 0.001

  /// Measures strokes at 20 updates a second.
  ///
  /// - Parameters:
  ///   - count: the number of strokes.
  ///   - seed: the seed of the first stroke.
  ///   - progress: receives the share that is done, 0…1.
  /// - Returns: the report; a late or missing marker is an incident.
  /// - Throws: an error when a pipeline can't be made.
  package static func run(
    strokes count: Int, seed: UInt64, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> ServiceReport {
    let streams = (count + following - 1) / following
    let delays = try concurrentValues(count: streams, progress: progress) { index in
      let first = index * following
      return try Self.delays(
        ofStrokes: min(following, count - first), seed: seed &+ UInt64(first))
    }
    return report(delays.flatMap { $0 }, seed: seed)
  }

  /// Returns the time from each readable stroke to its marker, in seconds.
  ///
  /// - Returns: `nil` for a stroke that is never readable, and infinity if no marker appears.
  private static func delays(ofStrokes count: Int, seed: UInt64) throws -> [Double?] {
    let (signal, onsets) = StrumServiceBench.succession(of: count, from: seed)
    return try withDenormalsFlushed {
      let readable = try StrumServiceBench.soundingTimes(
        of: signal, onsets: onsets, updates: StrumServiceBench.fine)
      let shown = try StrumServiceBench.soundingTimes(
        of: signal, onsets: onsets, updates: StrumServiceBench.updates)
      return zip(readable, shown).map { readable, shown in
        readable.map { max(0, (shown ?? .infinity) - $0) }
      }
    }
  }

  private static func report(_ delays: [Double?], seed: UInt64) -> ServiceReport {
    let limit = StrumServiceBench.marked - state
    let measured = delays.compactMap(\.self)
    let incidents = delays.enumerated().compactMap { index, delay -> ServiceReport.Incident? in
      guard let delay, delay > limit else { return nil }
      return .init(
        place: "stroke \(index + 1), seed \(seed &+ UInt64(index))",
        event: delay.isFinite ? String(format: "marker after %.0f ms", 1000 * delay) : "no marker",
        isExcused: false)
    }
    return ServiceReport(
      schema: ServiceReport.schema, command: "rate", provenance: .current(), datasets: [:],
      conditions: [
        "\(delays.count) synthetic strokes from seed \(seed), without a clock",
        "readable: the first of \(StrumServiceBench.fine) updates a second in which a string sounds",
        "\(delays.count - measured.count) strokes are never readable",
      ],
      tables: [
        FigureTable(
          "times", "Times", LatencyTables.columns(of: "updates"),
          [
            LatencyTables.row(
              "readable to marker", Measurements(measured.filter(\.isFinite)).distribution())
          ])
      ], incidents: incidents, runs: 1, curves: [],
      limits: [
        .times(
          "readable to marker", atMost: limit, measured.filter(\.isFinite),
          missing: measured.count { !$0.isFinite })
      ])
  }
}
