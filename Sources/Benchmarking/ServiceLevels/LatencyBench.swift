// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import TunerRuntime

/// A test that every result becomes observable state within its limit.
package enum LatencyBench {
  /// The update rates of the contract, in updates a second.
  package static let rates = [20, 30, 50, 60]
  /// The limit from the emission of a result to observable state, in seconds.
  static let limit = 0.005
  /// The longest audio of each recording and rate in a run at real-time pace, in seconds.
  private static let pacedSeconds = 30.0

  /// Measures the latency, and repeats the run once if every incident of the first run is excused.
  ///
  /// A result over the limit counts as an incident unless the control was over the limit as well.
  /// The second run does not remove incidents of the first.
  ///
  /// - Parameters:
  ///   - items: the recordings.
  ///   - isPaced: true if updates arrive at real-time pace.
  ///   - progress: receives the share that is done, 0…1.
  /// - Returns: the report of the last run, with the incidents of both.
  /// - Throws: `ItemFault` for a recording that can't be read.
  package static func run(
    _ items: ItemList, isPaced: Bool, progress: @escaping (Double) -> Void = { _ in }
  ) throws -> ServiceReport {
    var (parts, isRealTime) = try measure(items, isPaced: isPaced) { progress($0 / 2) }
    var incidents = incidents(of: parts, run: 1)
    var runs = 1
    if !incidents.isEmpty, incidents.allSatisfy(\.isExcused) {
      (parts, isRealTime) = try measure(items, isPaced: isPaced) { progress(0.5 + $0 / 2) }
      incidents += Self.incidents(of: parts, run: 2)
      runs = 2
    }
    return ServiceReport(
      schema: ServiceReport.schema, command: "latency", provenance: .current(),
      datasets: items.checksums,
      conditions: [
        isPaced
          ? "updates in real time, \(Int(pacedSeconds)) s of the recordings at each rate"
          : "updates without pauses",
        isRealTime ? "real-time priority" : "ordinary priority: real-time was refused",
        "an empty action just before each result is the control",
      ], tables: LatencyTables.tables(of: parts), incidents: incidents, runs: runs,
      curves: LatencyTables.curves(of: parts), curvesTitle: "From emission to observable state",
      limits: limits(of: parts))
  }

  private static func measure(
    _ items: ItemList, isPaced: Bool, progress: @escaping (Double) -> Void
  ) throws -> (parts: [LatencyMeasurement], isRealTime: Bool) {
    let hearings = try items.items.map { item in
      (item.set, try item.input(by: RunSettings()))
    }
    let share = isPaced ? pacedSeconds / Double(max(1, hearings.count)) : .infinity
    return try DedicatedThread.run {
      let isRealTime = ResultPath.requestAnalysisPriority()
      var parts: [LatencyMeasurement] = []
      for rate in rates {
        for (set, whole) in hearings {
          let count = min(Double(whole.samples.count), share * Double(whole.sampleRate.hertz))
          let input = ContestantInput(
            item: whole.item, sampleRate: whole.sampleRate,
            samples: Array(whole.samples.prefix(Int(count))),
            updateRate: UpdateRate(updates: rate))
          parts.append(try LatencyRun.measure(input, set: set, isPaced: isPaced))
          progress(Double(parts.count) / Double(rates.count * hearings.count))
        }
      }
      return (parts, isRealTime)
    }
  }

  private static func limits(of parts: [LatencyMeasurement]) -> [ServiceLimit] {
    rates.map { rate in
      let costs = parts.filter { $0.updates == rate }.flatMap(\.costs)
      return .times(
        "emission to state at \(rate) Hz", atMost: limit, costs.map(\.state),
        excused: costs.count { $0.state > limit && $0.control > limit })
    }
  }

  private static func incidents(
    of parts: [LatencyMeasurement], run: Int
  ) -> [ServiceReport.Incident] {
    parts.flatMap { part in
      part.costs.enumerated().compactMap { index, cost in
        guard cost.state > limit else { return nil }
        let isExcused = cost.control > limit
        let state = String(format: "%.2f", 1000 * cost.state)
        let control = String(format: "%.2f", 1000 * cost.control)
        return .init(
          place: "\(part.recording) at \(part.updates) Hz, update \(index + 1), run \(run)",
          event: "state after \(state) ms, the control after \(control) ms", isExcused: isExcused)
      }
    }
  }
}

/// Runs a closure on a dedicated thread, so that its change of priority affects no other work.
enum DedicatedThread {
  private final class Box<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
    let body: () throws -> Value

    init(_ body: @escaping () throws -> Value) { self.body = body }
  }

  /// Returns what `body` returned.
  static func run<Value>(_ body: @escaping () throws -> Value) throws -> Value {
    let box = Box(body)
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      box.result = Result { try box.body() }
      isDone.signal()
    }
    thread.start()
    isDone.wait()
    guard let result = box.result else { preconditionFailure("The thread has ended.") }
    return try result.get()
  }
}
