// SPDX-License-Identifier: MIT

public import Acoustics

/// The offline smoothing of estimates: the path of highest evidence through the candidates of all
/// updates.
///
/// The engine decides each update with knowledge of earlier ones; the path also knows the later
/// ones. It is found by the Viterbi algorithm: candidates count by their evidence, and a jump of
/// the pitch has a cost, which is lower at an onset. An update whose pitch lies on the path keeps
/// its estimate to the bit. Other updates get the candidate on the path, with the standard error of
/// a comb. An estimate between two more confident estimates of the same pitch gets the lower of
/// their confidences.
///
/// Memory is bounded: whenever it is full, the older half of the path is settled, which means
/// decided for good.
///
/// Sources: A. J. Viterbi 1967, doi:10.1109/TIT.1967.1054010; M. Mauch and S. Dixon, "pYIN",
/// ICASSP 2014, doi:10.1109/ICASSP.2014.6853678, for a path through the candidates of a detector.
public struct PitchPath: Sendable {
  // | name             | unit  | source                                                           |
  // | ---------------- | ----- | ---------------------------------------------------------------- |
  // | evidenceSeconds  | s     | time in which evidence counts once, since windows overlap        |
  // | jumpCost         | 1     | evidence that a jump costs, fitted on recorded notes             |
  // | onsetCost        | 1     | evidence that a jump at an onset costs, fitted on recorded notes |
  // | step             | 1     | largest change of one pitch in an update, as a share of it       |
  // | width            | 1     | bound of the cost: the best candidates of an update              |
  // | heldSeconds      | s     | bound of the memory                                              |
  // | fewestHeld       | 1     | least number of held updates, at slow rates                      |
  // | neighbourSeconds | s     | distance of estimates that support one another: the longest      |
  // |                  |       | window                                                           |
  // | combError        | cents | standard error of a comb's pitch                                 |
  private static let evidenceSeconds = 0.06
  private static let jumpCost = 10.0
  private static let onsetCost = 2.0
  private static let step = 0.035
  private static let width = 12
  private static let heldSeconds = 4.0
  private static let fewestHeld = 16
  private static let neighbourSeconds = 0.16
  private static let combError = 6.0

  private struct Step {
    var estimate: PitchEstimate?
    var candidates: [PitchCandidate]
    /// The best score of a path that ends in each candidate.
    var scores: [Double]
    /// The candidate of the update before on that path.
    var origins: [Int?]
  }

  private let evidenceWeight: Double
  private let neighbourUpdates: Int
  private let capacity: Int
  /// The longest time from an update to its settling, in seconds.
  package let longestWait: Double
  private var steps: [Step] = []
  /// The age of the note at the last update, in samples; `nil` if no onset was detected.
  private var lastAge: Int?
  /// The last settled updates, which are neighbours of the first held one.
  private var settled: ArraySlice<PitchEstimate?> = []

  /// Prepares for a stream.
  ///
  /// - Parameter updatesPerSecond: the number of calls of `append` per second of sound.
  public init(updatesPerSecond: Double) {
    evidenceWeight = min(1, 1 / (updatesPerSecond * Self.evidenceSeconds))
    neighbourUpdates = max(1, Int(Self.neighbourSeconds * updatesPerSecond))
    capacity = max(Self.fewestHeld, Int(Self.heldSeconds * updatesPerSecond))
    longestWait = Double(capacity) / updatesPerSecond
  }

  /// Appends the next update.
  ///
  /// - Parameters:
  ///   - estimate: the estimate of the detector, of any confidence.
  ///   - candidates: the pitches that it compared, in any order.
  /// - Returns: the estimates of the oldest updates once they are settled, each exactly once.
  /// - Complexity: O(candidates²).
  public mutating func append(
    _ estimate: PitchEstimate?, _ candidates: [PitchCandidate]
  ) -> [PitchEstimate?] {
    let age = estimate?.age
    let isOnset = age.map { age in lastAge.map { age < $0 } ?? true } ?? false
    lastAge = age
    steps.append(step(estimate, candidates, isOnset: isOnset))
    return steps.count < capacity ? [] : settle(capacity / 2)
  }

  /// Settles all held updates, at the end of the stream.
  public mutating func finish() -> [PitchEstimate?] { settle(steps.count) }

  private func step(
    _ estimate: PitchEstimate?, _ all: [PitchCandidate], isOnset: Bool
  ) -> Step {
    var candidates = Array(all.sorted { $0.evidence > $1.evidence }.prefix(Self.width))
    if let estimate, !candidates.contains(where: { Self.isSame($0.frequency, estimate.frequency) })
    {
      // A period was found although no comb was possible. It gets the highest evidence, since
      // nothing in this update contradicts it.
      candidates.append(
        PitchCandidate(
          frequency: estimate.frequency, evidence: candidates.first?.evidence ?? 0))
    }
    // Without an estimate, in silence or noise, there is nothing to choose.
    if estimate == nil { candidates = [] }
    var scores = candidates.map { evidenceWeight * $0.evidence }
    var origins = [Int?](repeating: nil, count: candidates.count)
    if let last = steps.last, !last.candidates.isEmpty {
      let cost = isOnset ? Self.onsetCost : Self.jumpCost
      for index in candidates.indices {
        var best: (score: Double, origin: Int)?
        for origin in last.candidates.indices {
          let isSame = Self.isSame(
            candidates[index].frequency, last.candidates[origin].frequency)
          let score = last.scores[origin] - (isSame ? 0 : cost)
          if score > best?.score ?? -.infinity { best = (score, origin) }
        }
        guard let best else { continue }
        scores[index] += best.score
        origins[index] = best.origin
      }
    }
    return Step(
      estimate: estimate, candidates: candidates, scores: scores, origins: origins)
  }

  private static func isSame(_ left: Hertz, _ right: Hertz) -> Bool {
    abs(left.value / right.value - 1) < step
  }

  /// Settles the oldest `count` updates.
  private mutating func settle(_ count: Int) -> [PitchEstimate?] {
    let chosen = path()
    var estimates = zip(steps, chosen).map { step, choice in
      choice.map { Self.estimate(of: step, choosing: step.candidates[$0]) } ?? step.estimate
    }
    let all = Array(settled) + estimates
    for index in 0..<count {
      estimates[index]?.confidence = confidence(at: settled.count + index, in: all)
    }
    settled = all.prefix(settled.count + count).suffix(neighbourUpdates)
    steps.removeFirst(count)
    if let first = steps.first {
      steps[0].origins = Array(repeating: nil, count: first.candidates.count)
    }
    rebase()
    return Array(estimates.prefix(count))
  }

  /// Returns the candidate of each update on the best path; `nil` if there are none.
  private func path() -> [Int?] {
    var chosen = [Int?](repeating: nil, count: steps.count)
    var next: Int?
    for index in steps.indices.reversed() {
      let step = steps[index]
      let here = next ?? step.scores.indices.max { step.scores[$0] < step.scores[$1] }
      chosen[index] = here
      next = here.flatMap { step.origins[$0] }
    }
    return chosen
  }

  private static func estimate(
    of step: Step, choosing candidate: PitchCandidate
  ) -> PitchEstimate? {
    guard let estimate = step.estimate, !isSame(candidate.frequency, estimate.frequency) else {
      return step.estimate
    }
    return PitchEstimate(
      frequency: candidate.frequency, confidence: estimate.confidence, sigma: Cents(combError),
      age: estimate.age, secondString: estimate.secondString)
  }

  /// Returns the confidence of an update: between two more confident estimates of its pitch, the
  /// lower of theirs.
  private func confidence(at index: Int, in estimates: [PitchEstimate?]) -> Double {
    guard let here = estimates[index] else { return 0 }
    func highest(_ places: some Sequence<Int>) -> Double {
      var most = 0.0
      for place in places {
        guard let there = estimates[place], Self.isSame(there.frequency, here.frequency) else {
          break
        }
        most = max(most, there.confidence)
      }
      return most
    }
    let before = highest((max(0, index - neighbourUpdates)..<index).reversed())
    let last = min(estimates.count - 1, index + neighbourUpdates)
    let behind = highest((index + 1)..<(last + 1))
    return max(here.confidence, min(before, behind))
  }

  /// Subtracts the best score of the last update from all of its scores, so that sums stay small.
  private mutating func rebase() {
    guard let last = steps.indices.last, let top = steps[last].scores.max() else { return }
    for index in steps[last].scores.indices { steps[last].scores[index] -= top }
  }
}
