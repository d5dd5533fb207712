// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import Tuning

/// The results of a run with smoothing, as `tuner analyze --smooth` has them.
struct SmoothedResults {
  private var path: PitchPath
  private var selector: TargetSelector
  private var waiting: [PitchResult] = []

  init(_ hearing: Hearing) {
    path = PitchPath(updatesPerSecond: hearing.updateRate.hertz)
    selector = TargetSelector(
      classifier: PitchClassifier(selection: .chromatic), sampleRate: hearing.sampleRate)
  }

  /// Adds the next result, and returns the results that are now final with their estimates.
  mutating func append(
    _ result: PitchResult, _ estimate: PitchEstimate?, _ candidates: [PitchCandidate]
  ) -> [(PitchResult, PitchEstimate?)] {
    waiting.append(result)
    return settle(path.append(estimate, candidates))
  }

  /// Returns the results that are still pending.
  mutating func finish() -> [(PitchResult, PitchEstimate?)] { settle(path.finish()) }

  private mutating func settle(_ estimates: [PitchEstimate?]) -> [(PitchResult, PitchEstimate?)] {
    let settled = zip(waiting, estimates).map { result, estimate in
      (selector.classify(estimate, level: result.level, at: result.timestamp), estimate)
    }
    waiting.removeFirst(settled.count)
    return settled
  }
}
