// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Dispatch
internal import PitchDetection
internal import SignalProcessing
internal import Synchronization
internal import TestSignals

/// A test of the strum engine on synthetic strokes, whose truth is a formula.
package enum StrumBench {
  /// The times after the last onset at which readings are compared with the truth, in seconds.
  static let times = [0.25, 0.5, 1.0]
  private static let rate = SampleRate(48_000)
  private static let updateCount = 2400

  /// Measures strokes at 20 updates a second and compares the readings with the truth.
  ///
  /// - Parameters:
  ///   - strokes: the number of strokes of the guitar's set; the others have a share of it.
  ///   - seed: the seed of the first stroke.
  ///   - judges: true where a missed target is an incident.
  /// - Returns: the report.
  /// - Throws: `StrumError`, which the sets never cause.
  package static func run(
    strokes: Int, seed: UInt64, judges: Bool
  ) throws -> ServiceReport {
    let trials = StrumSet.all.flatMap { set in
      let count = max(1, Int((Double(strokes) * set.share).rounded()))
      return (0..<UInt64(count)).map { (set: set, seed: seed + $0) }
    }
    let results = Mutex([Result<StrumResult, any Error>?](repeating: nil, count: trials.count))
    DispatchQueue.concurrentPerform(iterations: trials.count) { index in
      let result = Result {
        try withDenormalsFlushed { try measure(trials[index].set, seed: trials[index].seed) }
      }
      results.withLock { $0[index] = result }
    }
    let list = try results.withLock { try $0.compactMap { try $0?.get() } }
    let targets = StrumTarget.judge(list)
    return ServiceReport(
      schema: ServiceReport.schema, command: "strum", provenance: .current(), datasets: [:],
      conditions: [
        "synthetic strokes from seed \(seed) on, 48 kHz, 20 updates a second",
        "times count from the last onset; errors count every reading of a played string",
        "answered is a string told as sounding; wrong is an answer more than 25 cents off",
      ], tables: StrumTables.tables(of: list, targets: targets),
      incidents: targets.filter { !$0.isMet }.map {
        .init(place: $0.name, event: $0.sentence, isExcused: !judges)
      }, runs: 1, curves: [])
  }

  /// Plays one stroke to an engine.
  ///
  /// - Parameters:
  ///   - set: the set.
  ///   - seed: of the stroke.
  /// - Returns: its readings.
  /// - Throws: `StrumError` for strings that the engine refuses.
  static func measure(_ set: StrumSet, seed: UInt64) throws -> StrumResult {
    let strum = set.draw.strum(seed: seed)
    let samples = strum.signal(at: rate).render(at: rate)
    var engine = try StrumEngine(
      StrumConfiguration(
        strings: strum.voices.map { StrumString(target: $0.target) }, sampleRate: rate))
    var outcomes: [StrumOutcome] = []
    var complete: Double?
    var times = times[...]
    var position = 0
    while position + updateCount <= samples.count {
      engine.append(samples.span.extracting(position..<(position + updateCount)))
      position += updateCount
      engine.update()
      let time = Double(position) / Double(rate.hertz)
      let isComplete = strum.voices.indices.allSatisfy {
        !strum.voices[$0].isPlayed || engine.reading(ofString: $0).state == .sounding
      }
      if complete == nil, isComplete, time > strum.firstOnset { complete = time - strum.lastOnset }
      guard let asked = times.first, time >= strum.lastOnset + asked - 1e-9 else { continue }
      times = times.dropFirst()
      for index in strum.voices.indices {
        let truth = strum.firstPartial(ofString: index, at: time)
        outcomes.append(
          StrumOutcome(
            set: set.name, stroke: seed, string: index,
            isCollided: index >= strum.voices.count - set.collidedCount, seconds: asked,
            truth: truth?.interval(above: strum.voices[index].target).value,
            reading: engine.reading(ofString: index)))
      }
    }
    return StrumResult(set: set.name, outcomes: outcomes, complete: complete)
  }
}
