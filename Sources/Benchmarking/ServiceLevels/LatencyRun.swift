// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import PitchDetection
internal import SignalProcessing
internal import Synchronization
internal import TunerPipeline
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// The measured times of one update, in seconds.
struct UpdateCost: Sendable {
  var detect = 0.0
  var classify = 0.0
  var reduce = 0.0
  /// The time from emission to observable state, wall and processor.
  var state = 0.0
  var stateProcessor = 0.0
  /// The same for the empty action that was posted just before.
  var control = 0.0

  var whole: Double { detect + classify + state }
}

/// One recording at one rate.
struct LatencyMeasurement: Sendable {
  let recording: String
  let set: String
  let sampleRate: Int
  let updates: Int
  let costs: [UpdateCost]
}

/// A measurement of every update of recordings, from the samples to the state that an observer
/// reads.
///
/// The run posts an empty action just before each result. It takes the same path and does nothing:
/// a stall of the machine delays both, and slow code of this package delays only the result.
final class LatencyRun: Sendable {
  private struct Arrival {
    var time = MonotonicTime(nanoseconds: 0)
    var processor = 0.0
  }

  private let arrivals = Mutex<(control: Arrival, result: Arrival)>((Arrival(), Arrival()))
  private let arrived = DispatchSemaphore(value: 0)
  private let store: TunerStore

  private init() {
    store = TunerStore(
      audio: ResultlessAudio(), settings: EmptyRepository(), tunings: EmptyRepository())
    store.send(.startListening)
    store.settle()
  }

  /// Measures one recording at one rate.
  ///
  /// - Parameters:
  ///   - input: the samples, and the rate of updates.
  ///   - set: the set that the recording belongs to.
  ///   - isPaced: whether each update waits for its time.
  /// - Returns: a cost for each update.
  /// - Throws: an error when the engine or the thread can't be made.
  static func measure(_ input: ContestantInput, set: String, isPaced: Bool) throws
    -> LatencyMeasurement
  {
    let run = LatencyRun()
    let path = try ResultPath(isRealTime: true) { run.receive($0) }
    defer {
      path.close()
      run.store.shutdown()
    }
    var pipeline = try TunerPipeline(
      sampleRate: input.sampleRate, updateRate: input.updateRate,
      classifier: PitchClassifier(selection: .strings(.standard)),
      detector: PitchEngine(.init(sampleRate: input.sampleRate)))
    let costs = withDenormalsFlushed {
      run.costs(of: input, by: &pipeline, through: path, isPaced: isPaced)
    }
    return LatencyMeasurement(
      recording: input.item, set: set, sampleRate: input.sampleRate.hertz,
      updates: Int(input.updateRate.hertz.rounded()), costs: costs)
  }

  private func receive(_ event: SessionEvent) {
    guard case .result(let emission) = event else { return }
    let before = ThreadTime.now
    store.receive(event)
    let time = MonotonicTime.now
    let arrival = Arrival(time: time, processor: ThreadTime.now - before)
    let isResult = emission.result != nil
    arrivals.withLock { if isResult { $0.result = arrival } else { $0.control = arrival } }
    if isResult { arrived.signal() }
  }

  private func costs(
    of input: ContestantInput, by pipeline: inout TunerPipeline<PitchEngine>,
    through path: ResultPath, isPaced: Bool
  ) -> [UpdateCost] {
    var costs: [UpdateCost] = []
    costs.reserveCapacity(
      1 + input.samples.count * Int(input.updateRate.hertz) / input.sampleRate.hertz)
    // Second copies of these stages are timed alone, so that the pipeline and the store need no
    // clock.
    var selector = TargetSelector(
      classifier: PitchClassifier(selection: .strings(.standard)), sampleRate: input.sampleRate)
    var view = TunerView()
    _ = view.reduce(.startListening)
    _ = view.reduce(.startSucceeded)
    let clock = SystemClock()
    var cursor = 0
    while true {
      if isPaced { clock.wait(until: .seconds(Double(costs.count + 1) / input.updateRate.hertz)) }
      var cost = UpdateCost()
      let begun = MonotonicTime.now
      guard let result = pipeline.nextResult(in: input.samples.span, from: &cursor) else { break }
      let heard = MonotonicTime.now
      withExtendedLifetime(
        selector.classify(pipeline.estimate, level: result.level, at: result.timestamp)
      ) {}
      let classified = MonotonicTime.now
      let effects = view.reduce(.pitchResult(result, at: clock.now))
      let reduced = MonotonicTime.now
      withExtendedLifetime(effects) {}
      cost.classify = Self.seconds(classified, heard)
      cost.detect = max(0, Self.seconds(heard, begun) - cost.classify)
      cost.reduce = Self.seconds(reduced, classified)

      let processor = ThreadTime.now
      let emitted = MonotonicTime.now
      path.post(Emission(nil, at: emitted))
      path.post(Emission(result, at: emitted))
      let posted = ThreadTime.now - processor
      arrived.wait()
      let (control, state) = arrivals.withLock { $0 }
      cost.control = Self.seconds(control.time, emitted)
      cost.state = Self.seconds(state.time, emitted)
      cost.stateProcessor = posted + state.processor
      costs.append(cost)
    }
    return costs
  }

  private static func seconds(_ later: MonotonicTime, _ earlier: MonotonicTime) -> Double {
    Double(later.nanoseconds - earlier.nanoseconds) * 1e-9
  }
}
