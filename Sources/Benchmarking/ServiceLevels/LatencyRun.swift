// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import PitchDetection
internal import SignalProcessing
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
enum LatencyRun {
  /// Measures one recording at one rate.
  ///
  /// - Parameters:
  ///   - input: the samples, and the rate of updates.
  ///   - set: the set that the recording belongs to.
  ///   - isPaced: true if each update waits for its time.
  /// - Returns: a cost for each update.
  /// - Throws: an error when the engine or the thread can't be made.
  static func measure(_ input: ContestantInput, set: String, isPaced: Bool) throws
    -> LatencyMeasurement
  {
    let timing = ResultTiming(target: .nearest)
    let path = try timing.open()
    defer { timing.close(path) }
    var pipeline = try TunerPipeline(
      sampleRate: input.sampleRate, updateRate: input.updateRate,
      classifier: PitchClassifier(selection: .strings(.standard)),
      detector: PitchEngine(.init(sampleRate: input.sampleRate)))
    let costs = withDenormalsFlushed {
      Self.costs(of: input, by: &pipeline, timing, through: path, isPaced: isPaced)
    }
    return LatencyMeasurement(
      recording: input.item, set: set, sampleRate: input.sampleRate.hertz,
      updates: Int(input.updateRate.hertz.rounded()), costs: costs)
  }

  private static func costs(
    of input: ContestantInput, by pipeline: inout TunerPipeline<PitchEngine>,
    _ timing: ResultTiming, through path: ResultPath, isPaced: Bool
  ) -> [UpdateCost] {
    var costs: [UpdateCost] = []
    costs.reserveCapacity(
      1 + input.samples.count * Int(input.updateRate.hertz) / input.sampleRate.hertz)
    // These stages are copies that are timed separately, so that the pipeline and the store need no
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
      cost.classify = ResultTiming.seconds(classified, heard)
      cost.detect = max(0, ResultTiming.seconds(heard, begun) - cost.classify)
      cost.reduce = ResultTiming.seconds(reduced, classified)

      _ = timing.emit(through: path, into: &cost) { Emission(result, at: $0) }
      costs.append(cost)
    }
    return costs
  }
}
