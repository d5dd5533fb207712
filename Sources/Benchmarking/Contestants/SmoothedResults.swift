// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import Tuning

/// The results of a run whose pitches wait for what follows, as `tuner analyze --smooth` has them.
struct SmoothedResults {
  private var path: PitchPath
  private var selector: TargetSelector
  private var waiting: [PitchResult] = []

  init(_ hearing: Hearing) {
    path = PitchPath(updatesPerSecond: hearing.updateRate.hertz)
    selector = TargetSelector(
      classifier: PitchClassifier(selection: .chromatic), sampleRate: hearing.sampleRate)
  }

  /// Takes in the next result, and returns those that are settled with their estimates.
  mutating func append(
    _ result: PitchResult, _ estimate: PitchEstimate?, _ candidates: [PitchCandidate]
  ) -> [(PitchResult, PitchEstimate?)] {
    waiting.append(result)
    return settle(path.append(estimate, candidates))
  }

  /// Settles what still waits.
  mutating func finish() -> [(PitchResult, PitchEstimate?)] { settle(path.finish()) }

  private mutating func settle(_ estimates: [PitchEstimate?]) -> [(PitchResult, PitchEstimate?)] {
    let settled = zip(waiting, estimates).map { result, estimate in
      (selector.classify(estimate, level: result.level, at: result.timestamp), estimate)
    }
    waiting.removeFirst(settled.count)
    return settled
  }
}
