// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import Evaluation
internal import Foundation
internal import PitchDetection
internal import TestSignals
internal import TunerPipeline
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// A test of the service levels of strokes.
///
/// It measures the time from the arrival of samples to observable state, the rate of updates, and
/// the time from a readable stroke to its marker.
///
/// The strokes are synthetic, over the six strings of a guitar, with noise 40 dB below them.
package enum StrumServiceBench {
  // | name    | unit | source                                                           |
  // | ------- | ---- | ---------------------------------------------------------------- |
  // | limit   | s    | time from an update's last samples to observable state           |
  // | marked  | s    | time from a readable stroke to its marker                        |
  // | fine    | Hz   | rate of updates that finds the time of a readable stroke         |
  // | lasting | s    | length of a stroke: over the engine's longest window             |
  // | damped  | s    | pause between two strokes, in which a hand damps the strings     |
  // | chunk   | 1    | number of samples in 10 ms, a period of a sound card             |
  private static let limit = 0.005
  static let marked = 0.1
  static let fine = 200
  private static let lasting = 2.3
  private static let damped = 0.3
  private static let chunk = 480
  static let updates = 20
  private static let sampleRate = SampleRate(48_000)
  private static let firstSeed: UInt64 = 9000

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
    let (costs, isRealTime) = try DedicatedThread.run {
      let isRealTime = ResultPath.requestAnalysisPriority()
      var costs: [[UpdateCost]] = []
      for index in 0..<count {
        let samples = stroke(firstSeed + UInt64(index)).render(at: sampleRate)
        costs.append(try StrumLatencyRun.measure(samples, at: sampleRate, chunk: chunk))
        progress(Double(index + 1) / Double(count))
      }
      return (costs, isRealTime)
    }
    let all = costs.flatMap(\.self)
    let stages: [(String, (UpdateCost) -> Double)] = [
      ("arrival to state", { $0.detect + $0.state }), ("measurement", { $0.detect }),
      ("emission to state", { $0.state }), ("emission to state, processor", { $0.stateProcessor }),
      ("control", { $0.control }),
    ]
    let incidents = costs.enumerated().flatMap { stroke, costs in
      costs.enumerated().compactMap { index, cost -> ServiceReport.Incident? in
        let whole = cost.detect + cost.state
        guard whole > limit else { return nil }
        let state = String(format: "%.2f", 1000 * whole)
        return .init(
          place: "stroke \(stroke + 1), update \(index + 1)",
          event: "state \(state) ms after the samples", isExcused: cost.control > limit)
      }
    }
    return ServiceReport(
      schema: ServiceReport.schema, command: "latency", provenance: .current(), datasets: [:],
      conditions: [
        "\(count) synthetic strokes from seed \(firstSeed), \(updates) updates a second, without pauses",
        "the updates in the first 0.4 s of a stream, which are held, are left out",
        isRealTime ? "real-time priority" : "ordinary priority: real-time was refused",
      ],
      tables: [
        FigureTable(
          "stages", "Each stage of an update", columns,
          stages.map { name, value in
            LatencyTables.row(name, Measurements(all.map(value)).distribution())
          })
      ], incidents: incidents, runs: 1,
      curves: [
        .init(name: "arrival to state", seconds: all.map { $0.detect + $0.state }.sorted())
      ],
      limits: [
        .times(
          "arrival of the last samples to state", atMost: limit,
          all.map { $0.detect + $0.state },
          excused: all.count { $0.detect + $0.state > limit && $0.control > limit })
      ])
  }

  static let columns: [FigureTable.Column] =
    ["p50", "p95", "p99", "p99.9", "p99.99", "max"].map {
      .init(name: $0, unit: .brief, better: .down)
    } + [.count("updates")]

  /// Runs strokes through a live session at real-time pace.
  ///
  /// - Parameter count: the number of strokes.
  /// - Returns: the report; a missed rate, a late or missing update, and a late marker are
  ///   incidents.
  /// - Throws: an error when the session can't be made.
  package static func rate(strokes count: Int) throws -> ServiceReport {
    let (signal, onsets) = succession(of: count, from: firstSeed)
    let readable = try soundingTimes(of: signal, onsets: onsets, updates: fine)
    let session = try listen(to: signal)
    let intervals = zip(session.arrivals.dropFirst(), session.arrivals).map { $0.time - $1.time }
    let due = signal.count * updates / sampleRate.hertz
    let held = session.arrivals.count { $0.position <= 0.4 }
    let late = session.arrivals.count { arrival in
      arrival.position > 0.4 && arrival.time > arrival.position + 1 / Double(updates)
    }
    let span =
      (session.arrivals.last?.time ?? 0) - (session.arrivals.dropFirst(held).first?.time ?? 0)
    let rate = span > 0 ? Double(session.arrivals.count - held - 1) / span : 0
    let markers = zip(onsets, readable).compactMap { onset, readable -> Double? in
      guard let readable else { return nil }
      let shown = session.arrivals.first {
        $0.isSounding && $0.onset.map { $0 > onset - 0.05 } ?? false
      }
      return (shown?.time ?? .infinity) - readable
    }
    var incidents: [ServiceReport.Incident] = []
    func miss(_ place: String, _ event: String) {
      incidents.append(.init(place: place, event: event, isExcused: false))
    }
    if abs(rate / Double(updates) - 1) > 0.01 {
      miss("the session", String(format: "%.3f updates a second", rate))
    }
    if late + session.omitted > 0 || session.arrivals.count + session.omitted != due {
      miss("the session", "\(late) late, \(due - session.arrivals.count) missing")
    }
    for (index, marker) in markers.enumerated() where marker > marked {
      miss("stroke \(index + 1)", String(format: "marker after %.0f ms", 1000 * marker))
    }
    return ServiceReport(
      schema: ServiceReport.schema, command: "rate", provenance: .current(), datasets: [:],
      conditions: [
        "\(count) synthetic strokes from seed \(firstSeed) through a live session at real-time pace",
        "readable: the first of \(fine) updates a second in which a string sounds",
        "the marker's time ends with the state; a picture takes up to 4 ms more",
      ],
      tables: [
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
                rate, Double(due), Double(session.arrivals.count), Double(late),
                Double(session.omitted),
              ])
          ]),
        FigureTable(
          "times", "Times", columns,
          [
            LatencyTables.row(
              "readable to marker", Measurements(markers.map { max(0, $0) }).distribution()),
            LatencyTables.row(
              "distance from even",
              Measurements(
                intervals.dropFirst(held).map { abs($0 - 1 / Double(updates)) }
              ).distribution()),
          ]),
      ], incidents: incidents, runs: 1, curves: [],
      limits: [
        .rate(
          "updates a second", Double(updates), tolerance: 0.01, rate,
          updates: session.arrivals.count),
        .times(
          "last sample to state", atMost: 1 / Double(updates),
          session.arrivals.dropFirst(held).map { $0.time - $0.position },
          missing: abs(due - session.arrivals.count)),
        .times(
          "readable to marker", atMost: marked, markers.filter(\.isFinite),
          missing: markers.count { !$0.isFinite }),
      ])
  }

  /// Returns strokes one after another over one noise, and the onset of each in seconds.
  ///
  /// The player damps the strings before the next stroke.
  static func succession(
    of count: Int, from seed: UInt64
  ) -> (signal: [Float], onsets: [Double]) {
    var plucks: [Pluck] = []
    var onsets: [Double] = []
    var noise: Noise?
    var start = 0.0
    for index in 0..<count {
      let strum = strum(seed + UInt64(index))
      let stroke = strum.signal(at: sampleRate, lasting: lasting)
      noise = noise ?? stroke.noise
      onsets.append(start + strum.firstOnset)
      for var pluck in stroke.plucks {
        pluck.onset += start
        pluck.stop = start + stroke.duration - damped
        plucks.append(pluck)
      }
      start += stroke.duration
    }
    let whole = TestSignal(plucks: plucks, noise: noise, duration: start)
    return (whole.render(at: sampleRate), onsets)
  }

  private static func strum(_ seed: UInt64) -> Strum {
    var draw = StrumDraw.guitar
    draw.missing = 0
    return draw.strum(seed: seed)
  }

  private static func stroke(_ seed: UInt64) -> TestSignal {
    strum(seed).signal(at: sampleRate, lasting: lasting)
  }

  private static func pipeline(updates: Int) throws -> StrumPipeline {
    try StrumPipeline(
      StrumConfiguration(
        tuning: .standard, system: PitchSystem(reference: .concert), sampleRate: sampleRate),
      updateRate: UpdateRate(updates: updates))
  }

  /// Returns the position of the first sounding update of each stroke, in seconds.
  static func soundingTimes(
    of signal: [Float], onsets: [Double], updates: Int
  ) throws -> [Double?] {
    var pipeline = try pipeline(updates: updates)
    var cursor = 0
    var found = [Double?](repeating: nil, count: onsets.count)
    while let result = pipeline.nextResult(in: signal.span, from: &cursor) {
      guard result.isSounding, let onset = result.onsets?.lowerBound.seconds(at: sampleRate),
        let stroke = onsets.lastIndex(where: { $0 < onset + 0.05 }), found[stroke] == nil
      else { continue }
      found[stroke] = result.timestamp.seconds(at: sampleRate)
    }
    return found
  }

  private struct Arrival {
    var position: Double
    var onset: Double?
    var isSounding: Bool
    /// The time since the first sample, in seconds.
    var time: Double
  }

  private static func listen(
    to signal: [Float]
  ) throws -> (arrivals: [Arrival], omitted: Int) {
    let clock = SystemClock()
    let audio = TimedAudio(
      LiveTuner(
        detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
        open: { () throws(Never) in
          PacedSource(MemorySource(signal, sampleRate: sampleRate), clock: clock)
        }, failure: AudioError.init(_:)), clock: clock)
    let store = TunerStore(
      TunerView(), audio: audio, settings: EmptyRepository(), tunings: EmptyRepository(),
      clock: clock)
    store.send(.setTargetMode(.all))
    store.send(.startListening)
    audio.awaitEnd()
    let omitted = audio.counts?.omittedResults ?? 0
    store.shutdown()
    let (started, arrivals) = audio.seen
    return (
      arrivals.map { arrival in
        Arrival(
          position: arrival.position.seconds(at: sampleRate),
          onset: arrival.onset?.seconds(at: sampleRate), isSounding: arrival.isSounding,
          time: (arrival.time - started) / .seconds(1))
      }, omitted
    )
  }
}
