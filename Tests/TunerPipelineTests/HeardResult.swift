// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import Testing
import TunerPipeline
import Tuning

/// A result of a pipeline, and the estimate from which it was made.
struct HeardResult: Equatable {
  var result: PitchResult
  var estimate: PitchEstimate?

  /// Returns the results of a pipeline, and tests that it takes every sample.
  ///
  /// - Parameters:
  ///   - samples: the whole recording.
  ///   - pipeline: a pipeline that has heard nothing yet.
  ///   - size: the size of a chunk by its index, from 1.
  /// - Returns: the results in order.
  static func all<Detector: PitchDetector & ~Copyable>(
    of samples: [Float], by pipeline: consuming TunerPipeline<Detector>, sized size: (Int) -> Int
  ) -> [HeardResult] {
    var heard: [HeardResult] = []
    for range in PipelineInput.chunks(of: samples.count, sized: size) {
      var cursor = 0
      let piece = samples.span.extracting(range)
      while let result = pipeline.nextResult(in: piece, from: &cursor) {
        heard.append(HeardResult(result: result, estimate: pipeline.estimate))
      }
      #expect(cursor == piece.count)
    }
    return heard
  }
}
