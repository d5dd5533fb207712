// SPDX-License-Identifier: MIT

internal import Evaluation
internal import Foundation
internal import PitchDetection

/// One update of a live session.
struct UpdateArrival {
  /// The position after the last sample, in seconds.
  var position: Double
  /// The first onset of the stroke, in seconds; `nil` before a stroke.
  var onset: Double?
  /// True if a string sounds.
  var isSounding: Bool
  /// The time since the first sample, in seconds.
  var time: Double
}

/// The figures of a live session through which strokes were played at real-time pace.
struct StrumRateFigures {
  /// The time at the start of a stream in which `StrumPipeline` holds updates, in seconds.
  private static let heldTime = StrumEngine.strokeSeconds
  /// The greatest deviation from the rate of updates, as a share of it.
  private static let tolerance = 0.01

  private let arrivals: [UpdateArrival]
  /// The number of updates that the session left out.
  private let omitted: Int
  /// The number of updates that the session owes.
  private let due: Int
  /// The number of updates that were held.
  private let held: Int
  /// The number of updates that came later than the next one was due.
  private let late: Int
  /// The updates a second after the held ones.
  private let rate: Double
  /// The time between each readable stroke and its marker, in seconds; infinite without a marker,
  /// and `nil` for a stroke that is never readable.
  private let markers: [Double?]

  /// Determines the figures of a session.
  ///
  /// - Parameters:
  ///   - arrivals: the updates in order.
  ///   - omitted: the number of updates that the session left out.
  ///   - due: the number of updates that the session owes.
  ///   - strokes: the onset of each stroke, and the time at which a string of it is readable;
  ///     `nil` for never.
  init(
    arrivals: [UpdateArrival], omitted: Int, due: Int, strokes: [(onset: Double, readable: Double?)]
  ) {
    let updates = Double(StrumServiceBench.updates)
    self.arrivals = arrivals
    self.omitted = omitted
    self.due = due
    held = arrivals.count { $0.position <= Self.heldTime }
    late = arrivals.count { arrival in
      arrival.position > Self.heldTime && arrival.time > arrival.position + 1 / updates
    }
    let span = (arrivals.last?.time ?? 0) - (arrivals.dropFirst(held).first?.time ?? 0)
    rate = span > 0 ? Double(arrivals.count - held - 1) / span : 0
    markers = strokes.map { onset, readable in
      guard let readable else { return nil }
      let shown = arrivals.first { $0.isSounding && $0.onset.map { $0 > onset - 0.05 } ?? false }
      return (shown?.time ?? .infinity) - readable
    }
  }

  /// The times to the markers of the readable strokes.
  private var readableMarkers: [Double] { markers.compactMap(\.self) }

  /// The missed rate, the number of late, omitted, missing and additional updates, and the late
  /// markers.
  var incidents: [ServiceReport.Incident] {
    var incidents: [ServiceReport.Incident] = []
    func miss(_ place: String, _ event: String) {
      incidents.append(.init(place: place, event: event, isExcused: false))
    }
    if abs(rate / Double(StrumServiceBench.updates) - 1) > Self.tolerance {
      miss("the session", String(format: "%.3f updates a second", rate))
    }
    // An update that the session left out is not lost, so it is not missing.
    let missing = due - omitted - arrivals.count
    let faults = [
      (late, "late"), (omitted, "left out"), (missing, "missing"), (-missing, "too many"),
    ]
    let words = faults.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !words.isEmpty { miss("the session", words.joined(separator: ", ")) }
    for (index, marker) in markers.enumerated() {
      guard let marker, marker > StrumServiceBench.marked else { continue }
      miss(
        "stroke \(index + 1)",
        marker.isFinite ? String(format: "marker after %.0f ms", 1000 * marker) : "no marker")
    }
    return incidents
  }

  /// The rate that was held, and the times.
  var tables: [FigureTable] {
    let updates = StrumServiceBench.updates
    let intervals = zip(arrivals.dropFirst(), arrivals).map { $0.time - $1.time }
    let unevenness = intervals.dropFirst(held).map { abs($0 - 1 / Double(updates)) }
    return [
      FigureTable(
        "rate", "The rate that was held",
        [
          .init(name: "updates a second", unit: .ratio, better: .neither), .count("due"),
          .count("arrived"), .count("late", better: .down), .count("left out", better: .down),
        ],
        [
          .init(
            name: "strokes at \(updates) Hz",
            figures: [
              rate, Double(due), Double(arrivals.count), Double(late), Double(omitted),
            ])
        ]),
      FigureTable(
        "times", "Times", LatencyTables.columns(of: "updates"),
        [
          LatencyTables.row(
            "readable to marker", Measurements(readableMarkers.map { max(0, $0) }).distribution()),
          LatencyTables.row("distance from even", Measurements(unevenness).distribution()),
        ]),
    ]
  }

  /// The service levels of the session.
  var limits: [ServiceLimit] {
    let updates = Double(StrumServiceBench.updates)
    return [
      .rate(
        "updates a second", updates, tolerance: Self.tolerance, rate, updates: arrivals.count),
      .times(
        "last sample to state", atMost: 1 / updates,
        arrivals.dropFirst(held).map { $0.time - $0.position }, missing: abs(due - arrivals.count)),
      .times(
        "readable to marker", atMost: StrumServiceBench.marked,
        readableMarkers.filter(\.isFinite), missing: readableMarkers.count { !$0.isFinite }),
    ]
  }
}
