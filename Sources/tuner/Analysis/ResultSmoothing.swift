// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import Tuning

/// Smooths results offline: each waits until what follows has had its say on its pitch.
struct ResultSmoothing {
  private var path: PitchPath
  private var selector: TargetSelector
  /// The results that wait, in their order.
  private var waiting: [PitchResult] = []

  /// Prepares for a stream.
  init(_ classifier: PitchClassifier, sampleRate: SampleRate, updateRate: UpdateRate) {
    path = PitchPath(updatesPerSecond: updateRate.hertz)
    selector = TargetSelector(classifier: classifier, sampleRate: sampleRate)
  }

  /// Takes in the next result with what could have been heard instead.
  ///
  /// - Parameters:
  ///   - result: results in the order of their positions.
  ///   - estimate: what the detector said, however unsure.
  ///   - candidates: the pitches that it chose from.
  /// - Returns: results that are settled, in their order.
  mutating func append(
    _ result: PitchResult, _ estimate: PitchEstimate?, _ candidates: [PitchCandidate]
  ) -> [PitchResult] {
    waiting.append(result)
    return settle(path.append(estimate, candidates))
  }

  /// Settles what still waits, at the end of the stream.
  mutating func finish() -> [PitchResult] { settle(path.finish()) }

  private mutating func settle(_ estimates: [PitchEstimate?]) -> [PitchResult] {
    let results = zip(waiting, estimates).map { result, estimate in
      selector.classify(estimate, level: result.level, at: result.timestamp)
    }
    waiting.removeFirst(results.count)
    return results
  }
}
