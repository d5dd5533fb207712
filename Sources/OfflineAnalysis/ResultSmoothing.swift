// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection
internal import Tuning

/// Smooths results offline: each result waits until later updates have confirmed or changed its
/// pitch.
struct ResultSmoothing {
  /// The number of updates from the start of a note to the one that reports it, at slow rates.
  private static let updatesOfStart = 4.0

  /// A result that no later update changes, with the estimate from which it was classified.
  typealias Settled = (result: PitchResult, estimate: PitchEstimate?)

  /// The longest time from samples to the settled result about them and to the note that it begins,
  /// in seconds.
  let longestWait: Double

  private var path: PitchPath
  private var selector: TargetSelector
  /// The results that are not settled yet, in their order.
  private var waiting: [PitchResult] = []

  /// Prepares for a stream.
  init(_ classifier: PitchClassifier, sampleRate: SampleRate, updateRate: UpdateRate) {
    path = PitchPath(updatesPerSecond: updateRate.hertz)
    longestWait = path.longestWait + Self.updatesOfStart / updateRate.hertz
    selector = TargetSelector(classifier: classifier, sampleRate: sampleRate)
  }

  /// Adds the next result and the other pitches that the detector considered.
  ///
  /// - Parameters:
  ///   - result: results in the order of their positions.
  ///   - estimate: the detector's estimate, however low its confidence.
  ///   - candidates: the pitches from which the detector chose.
  /// - Returns: the results that are settled now, in their order.
  mutating func append(
    _ result: PitchResult, _ estimate: PitchEstimate?, _ candidates: [PitchCandidate]
  ) -> [Settled] {
    waiting.append(result)
    return settle(path.append(estimate, candidates))
  }

  /// Settles all other results, at the end of the stream.
  ///
  /// - Returns: the results in their order.
  mutating func finish() -> [Settled] { settle(path.finish()) }

  private mutating func settle(_ estimates: [PitchEstimate?]) -> [Settled] {
    let settled = zip(waiting, estimates).map { result, estimate in
      (selector.classify(estimate, level: result.level, at: result.timestamp), estimate)
    }
    waiting.removeFirst(settled.count)
    return settled
  }
}
