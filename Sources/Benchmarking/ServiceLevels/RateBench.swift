// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import Evaluation
internal import Foundation
internal import PitchDetection
internal import Synchronization
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// A test that a live session keeps its update rate, paced by a real clock.
package enum RateBench {
  /// The length of the session at each rate, in seconds.
  static let seconds = 10
  /// The tolerated relative deviation of the measured rate.
  private static let tolerance = 0.01
  /// The length of the input blocks in seconds, short because it adds to the jitter.
  private static let periodSeconds = 0.002

  /// The measurements of one session.
  private struct Session {
    var name: String
    var updates: Int
    var started: Double
    var first: Double
    var trueRate: Double
    /// The intervals between successive observable states, in seconds.
    var intervals: [Double]
    /// The times from the last sample of each update to its state, in seconds.
    var delays: [Double]
    var due: Int
    var arrived: Int
    var late: Int
    var lostSamples: Int

    var dropped: Int { max(0, due - arrived) }

    var missed: String? {
      if abs(trueRate / Double(updates) - 1) > RateBench.tolerance {
        return String(format: "%.3f updates a second", trueRate)
      }
      if late + dropped + lostSamples > 0 {
        return "\(late) late, \(dropped) dropped, \(lostSamples) samples lost"
      }
      return nil
    }
  }

  /// Runs ten seconds of each set at each rate, and repeats a rate that missed its limit.
  ///
  /// - Parameters:
  ///   - items: the recordings.
  ///   - progress: receives the share that is done, 0…1.
  /// - Returns: the report.
  /// - Throws: `ItemFault` for a recording that can't be read.
  package static func run(
    _ items: ItemList, progress: (Double) -> Void = { _ in }
  ) throws -> ServiceReport {
    let loops = try loops(of: items)
    var sessions: [Session] = []
    var incidents: [ServiceReport.Incident] = []
    var runs = 1
    for updates in LatencyBench.rates {
      for (name, samples, rate) in loops {
        var session = try listen(to: samples, at: rate, name: name, updates: updates)
        if let missed = session.missed {
          runs = 2
          session = try listen(to: samples, at: rate, name: name, updates: updates)
          incidents.append(
            .init(
              place: "\(name) at \(updates) Hz, run 1", event: missed + ", repeated",
              isExcused: true))
          if let again = session.missed {
            incidents.append(
              .init(place: "\(name) at \(updates) Hz, run 2", event: again, isExcused: false))
          }
        }
        sessions.append(session)
        progress(Double(sessions.count) / Double(loops.count * LatencyBench.rates.count))
      }
    }
    return ServiceReport(
      schema: ServiceReport.schema, command: "rate", provenance: .current(),
      datasets: items.checksums,
      conditions: [
        "\(seconds) s of each set, looped, through a live session at real-time pace",
        "blocks of \(Int(1000 * periodSeconds)) ms",
        "a state is late if it came after the next result was due",
      ], tables: tables(of: sessions), incidents: incidents, runs: runs,
      curves: LatencyBench.rates.map { updates in
        .init(
          name: "\(updates) Hz",
          seconds: sessions.filter { $0.updates == updates }.flatMap(\.intervals).sorted())
      }, curvesTitle: "Between two states", limits: sessions.flatMap(limits))
  }

  private static func limits(of session: Session) -> [ServiceLimit] {
    let updates = Double(session.updates)
    let name = "\(session.name) at \(session.updates) Hz"
    return [
      .rate(
        "\(name): updates a second", updates, tolerance: tolerance, session.trueRate,
        updates: session.arrived),
      .times(
        "\(name): last sample to state", atMost: 1 / updates, session.delays,
        missing: session.dropped),
      .none("\(name): samples lost", session.lostSamples, of: session.due),
    ]
  }

  /// Returns the recordings of each set one after another, repeated until they fill ten seconds.
  private static func loops(
    of items: ItemList
  ) throws -> [(name: String, samples: [Float], rate: SampleRate)] {
    var sets: [String] = []
    for item in items.items where !sets.contains(item.set) { sets.append(item.set) }
    return try sets.map { set in
      let members = items.items.filter { $0.set == set }
      var samples: [Float] = []
      var rate: SampleRate?
      for item in members where rate.map({ samples.count < seconds * $0.hertz }) ?? true {
        let input = try item.input(by: RunSettings())
        rate = rate ?? input.sampleRate
        // A session has one rate, so recordings at another rate than the first are omitted.
        if input.sampleRate == rate { samples += input.samples }
      }
      let found = rate ?? SampleRate(48000)
      guard !samples.isEmpty else { return (set, [], found) }
      let loop = (0..<(seconds * found.hertz)).map { samples[$0 % samples.count] }
      return (set, loop, found)
    }
  }

  private static func listen(
    to samples: [Float], at rate: SampleRate, name: String, updates: Int
  ) throws -> Session {
    let clock = SystemClock()
    let audio = TimedAudio(
      LiveTuner(
        detector: { rate throws(PitchDetectionError) in try PitchEngine(.init(sampleRate: rate)) },
        open: { () throws(Never) in
          PacedSource(
            MemorySource(samples, sampleRate: rate), clock: clock, periodSeconds: periodSeconds)
        }, failure: AudioError.init(_:)), clock: clock)
    var settings = TunerSettings()
    if settings.set(.frequencyUpdateRate, to: .number(Double(updates))) != nil {
      preconditionFailure("The rates of the contract can be set.")
    }
    let store = TunerStore(
      TunerView(settings: settings), audio: audio, settings: EmptyRepository(),
      tunings: EmptyRepository(), clock: clock)
    let begun = clock.now
    store.send(.startListening)
    audio.awaitEnd()
    let counts = audio.counts
    store.shutdown()
    let (started, arrivals) = audio.seen
    let times = arrivals.map { ($0.time - begun) / .seconds(1) }
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    let span = (times.last ?? 0) - (times.first ?? 0)
    // Position 0 is at the start of the session. A result is late if it arrives after the next is
    // due.
    let begin = (started - begun) / .seconds(1)
    let delays = zip(times, arrivals).map { time, arrival in
      time - begin - arrival.position.seconds(at: rate)
    }
    return Session(
      name: name, updates: updates, started: begin, first: times.first ?? .infinity,
      trueRate: span > 0 ? Double(intervals.count) / span : 0, intervals: intervals,
      delays: delays, due: samples.count * updates / rate.hertz, arrived: times.count,
      late: delays.count { $0 > 1 / Double(updates) },
      lostSamples: (counts?.missedSamples ?? 0) + (counts?.overflowedSamples ?? 0))
  }

  private static func tables(of sessions: [Session]) -> [FigureTable] {
    [
      FigureTable(
        "rate", "The rate that was held",
        [
          .init(name: "updates a second", unit: .ratio, better: .neither), .count("due"),
          .count("arrived"), .count("late", better: .down), .count("dropped", better: .down),
          .count("samples lost", better: .down), .seconds("listening"), .seconds("first result"),
        ],
        sessions.map { session in
          .init(
            name: "\(session.name) at \(session.updates) Hz",
            figures: [
              session.trueRate, Double(session.due), Double(session.arrived),
              Double(session.late), Double(session.dropped), Double(session.lostSamples),
              session.started, session.first.isFinite ? session.first : nil,
            ])
        }),
      FigureTable(
        "jitter", "How far from even the states came",
        LatencyTables.columns(of: "intervals"),
        sessions.map { session in
          let even = 1 / Double(session.updates)
          return LatencyTables.row(
            "\(session.name) at \(session.updates) Hz",
            Measurements(session.intervals.map { abs($0 - even) }).distribution())
        }),
    ]
  }
}
