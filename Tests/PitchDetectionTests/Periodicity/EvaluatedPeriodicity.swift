// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing

@testable import PitchDetection

/// Gives `body` a stream at 12 kHz that holds `samples`, and the periodicity of all of them.
func withPeriodicity<Result>(
  of samples: [Float],
  _ body: (borrowing AnalysisStream, borrowing Periodicity) throws -> Result
) throws -> Result {
  let sampleRate = SampleRate(12000)
  var stream = try AnalysisStream(sampleRate)
  stream.append(samples.span)
  var transform = try PowerTransform(count: stream.sizes.spectrumCount)
  var periodicity = Periodicity(AnalysisRate(sampleRate), lowest: 29, highest: 1400)
  periodicity.evaluate(stream, count: stream.availableCount, by: &transform)
  return try body(stream, periodicity)
}
