// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import SignalProcessing
import TunerPipeline
import Tuning

/// A detector of ours in the pipeline that `tuner` runs it in: condition, assemble, detect,
/// classify, on a thread that flushes denormals, as the analysis thread does.
final class PipelineContestant<Detector: PitchDetector & ~Copyable>: Contestant {
  /// In a place of its own, as in a variable of that thread: what a class owns is guarded against
  /// being changed by two at once, update by update, and the runtime's code for it would be
  /// measured too.
  private let pipeline: UnsafeMutablePointer<TunerPipeline<Detector>>
  /// The number of updates with a pitch.
  ///
  /// Reading it keeps the compiler from removing the work.
  private(set) var answers = 0

  init(_ detector: consuming Detector, sampleRate: SampleRate, updates: Int) throws {
    let prepared = try TunerPipeline(
      sampleRate: sampleRate, updateRate: UpdateRate(updates: updates),
      classifier: PitchClassifier(selection: .chromatic), detector: detector)
    pipeline = .allocate(capacity: 1)
    pipeline.initialize(to: prepared)
  }

  deinit {
    pipeline.deinitialize(count: 1)
    pipeline.deallocate()
  }

  @specialized(where Detector == ChosenDetector)
  func update(_ hop: Span<Float>) {
    withDenormalsFlushed {
      var cursor = 0
      while let result = pipeline.pointee.nextResult(in: hop, from: &cursor) {
        answers += result.note == nil ? 0 : 1
      }
    }
  }
}

extension ContestantEntry {
  /// A detector of ours.
  static func pipeline<Detector: PitchDetector & ~Copyable & SendableMetatype>(
    _ name: String, detector: @escaping @Sendable (SampleRate) throws -> Detector
  ) -> ContestantEntry {
    ContestantEntry(name: name, owner: .headstock) { rate, hop in
      try PipelineContestant(
        detector(rate), sampleRate: rate, updates: rate.hertz / hop)
    }
  }
}
