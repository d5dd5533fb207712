// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
internal import Evaluation
internal import Foundation
internal import PitchDetection
internal import TunerRuntime
internal import TunerState

extension StrumServiceBench {
  /// Runs strokes through a live session at real-time pace.
  ///
  /// - Parameter count: the number of strokes.
  /// - Returns: the report; a missed rate, a late or missing update, and a late marker are
  ///   incidents.
  /// - Throws: an error when the session can't be made.
  package static func rate(strokes count: Int) throws -> ServiceReport {
    let (signal, onsets) = succession(of: count, from: firstSeed)
    let readable = try soundingTimes(of: signal, onsets: onsets, updates: fine)
    let (arrivals, omitted) = try listen(to: signal)
    let session = StrumRateFigures(
      arrivals: arrivals, omitted: omitted, due: signal.count * updates / sampleRate.hertz,
      strokes: Array(zip(onsets, readable)))
    return ServiceReport(
      schema: ServiceReport.schema, command: "rate", provenance: .current(), datasets: [:],
      conditions: [
        "\(count) synthetic strokes from seed \(firstSeed) through a live session at real-time pace",
        "readable: the first of \(fine) updates a second in which a string sounds",
        "the marker's time ends with the state; a picture takes up to 4 ms more",
      ],
      tables: session.tables, incidents: session.incidents, runs: 1, curves: [],
      limits: session.limits)
  }

  /// Plays a signal into a live session, and returns its updates.
  private static func listen(
    to signal: [Float]
  ) throws -> (arrivals: [UpdateArrival], omitted: Int) {
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
        UpdateArrival(
          position: arrival.position.seconds(at: sampleRate),
          onset: arrival.onset?.seconds(at: sampleRate), isSounding: arrival.isSounding,
          time: (arrival.time - started) / .seconds(1))
      }, omitted
    )
  }
}
