// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import SignalProcessing
internal import TunerPipeline
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// A measurement of every update of one stroke, from the arrival of its samples to observable
/// state.
enum StrumLatencyRun {
  static func measure(
    _ samples: [Float], at rate: SampleRate, chunk: Int
  ) throws -> [UpdateCost] {
    let timing = ResultTiming(target: .all)
    let path = try timing.open()
    defer { timing.close(path) }
    var pipeline = try StrumPipeline(
      StrumConfiguration(
        tuning: .standard, system: PitchSystem(reference: .concert), sampleRate: rate),
      updateRate: .standard)
    return withDenormalsFlushed {
      costs(of: samples, chunk, by: &pipeline, timing, through: path, rate)
    }
  }

  private static func costs(
    of samples: [Float], _ chunk: Int, by pipeline: inout StrumPipeline, _ timing: ResultTiming,
    through path: ResultPath, _ rate: SampleRate
  ) -> [UpdateCost] {
    var costs: [UpdateCost] = []
    costs.reserveCapacity(1 + 20 * samples.count / rate.hertz)
    var start = 0
    while start < samples.count {
      let end = min(start + chunk, samples.count)
      var cursor = 0
      let block = samples.span.extracting(start..<end)
      while true {
        let begun = MonotonicTime.now
        guard let result = pipeline.nextResult(in: block, from: &cursor) else { break }
        var cost = UpdateCost()
        let emitted = timing.emit(through: path, into: &cost) { Emission(strum: result, at: $0) }
        cost.detect = ResultTiming.seconds(emitted, begun)
        // The pipeline returns the results of a stream's opening together.
        if result.timestamp.seconds(at: rate) > 0.4 { costs.append(cost) }
      }
      start = end
    }
    return costs
  }
}
