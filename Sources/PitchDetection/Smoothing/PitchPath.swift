// SPDX-License-Identifier: MIT

public import Acoustics

/// The way through the candidates of all updates that most speaks for: offline smoothing.
///
/// The engine decides each update with those before it; here those behind it decide, too. The way is
/// Viterbi's: candidates count by their evidence, and a jump from one pitch to another costs, less
/// where a note began. An update whose pitch the way confirms keeps its estimate to the bit. Where the
/// way goes elsewhere the estimate is the candidate's, with the error of a comb; and a reading that
/// stands between two surer ones of its pitch is as sure as the lesser of them.
///
/// Memory is bounded: the way is settled up to half of what is held whenever that is full.
///
/// Sources: A. J. Viterbi 1967, doi:10.1109/TIT.1967.1054010; M. Mauch and S. Dixon, "pYIN",
/// ICASSP 2014, doi:10.1109/ICASSP.2014.6853678, for a way through the candidates of a pitch detector.
public struct PitchPath: Sendable {
  /// How long evidence counts once, in seconds: an update's spectra reach back much further.
  private static let evidenceSeconds = 0.06
  /// What a jump of the pitch costs, and what where a note began.
  private static let jumpCost = 10.0
  private static let beginningCost = 2.0
  /// Two pitches this near, as a share, are one that goes on.
  private static let step = 0.035
  /// The candidates of an update that are held: the best.
  private static let width = 12
  /// How much is held, in seconds.
  private static let heldSeconds = 4.0
  /// How far a surer reading of the same pitch may lie, in seconds.
  private static let neighbourSeconds = 0.16
  /// The standard error of a comb's pitch, in cents.
  private static let combError = 6.0

  private struct Step {
    var estimate: PitchEstimate?
    var candidates: [PitchCandidate]
    /// The best score of a way that ends in each candidate, and from where it comes.
    var scores: [Double]
    var origins: [Int?]
  }

  private let evidenceWeight: Double
  private let neighbourUpdates: Int
  private let capacity: Int
  private var steps: [Step] = []
  /// The age of the note at the last update, in samples; `nil` where no beginning was heard.
  private var lastAge: Int?
  /// The last updates that were settled, as the way has them: neighbours of the first that is held.
  private var settled: ArraySlice<PitchEstimate?> = []

  /// Prepares for a stream.
  ///
  /// - Parameter updatesPerSecond: how often `append` will be called for a second of sound.
  public init(updatesPerSecond: Double) {
    evidenceWeight = min(1, 1 / (updatesPerSecond * Self.evidenceSeconds))
    neighbourUpdates = max(1, Int(Self.neighbourSeconds * updatesPerSecond))
    capacity = max(16, Int(Self.heldSeconds * updatesPerSecond))
  }

  /// Takes in the next update.
  ///
  /// - Parameters:
  ///   - estimate: what the detector said, however unsure.
  ///   - candidates: the pitches that it chose from, in any order.
  /// - Returns: the estimates of the oldest updates, once they are settled: each update's exactly once.
  /// - Complexity: O(candidates²).
  public mutating func append(
    _ estimate: PitchEstimate?, _ candidates: [PitchCandidate]
  ) -> [PitchEstimate?] {
    let age = estimate?.age
    let isBeginning = age.map { age in lastAge.map { age < $0 } ?? true } ?? false
    lastAge = age
    steps.append(step(estimate, candidates, isBeginning: isBeginning))
    return steps.count < capacity ? [] : settle(capacity / 2)
  }

  /// Settles all that is held, at the end of the stream.
  public mutating func finish() -> [PitchEstimate?] { settle(steps.count) }

  private func step(
    _ estimate: PitchEstimate?, _ all: [PitchCandidate], isBeginning: Bool
  ) -> Step {
    var candidates = Array(all.sorted { $0.evidence > $1.evidence }.prefix(Self.width))
    if let estimate, !candidates.contains(where: { Self.isSame($0.frequency, estimate.frequency) })
    {
      // What repeats was heard where no comb could be: nothing in this update speaks against it.
      candidates.append(
        PitchCandidate(
          frequency: estimate.frequency, evidence: candidates.first?.evidence ?? 0))
    }
    // Without an estimate there is nothing to choose: silence, or noise that repeats nowhere.
    if estimate == nil { candidates = [] }
    var scores = candidates.map { evidenceWeight * $0.evidence }
    var origins = [Int?](repeating: nil, count: candidates.count)
    if let last = steps.last, !last.candidates.isEmpty {
      let cost = isBeginning ? Self.beginningCost : Self.jumpCost
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
    let chosen = way()
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

  /// The candidate of each update that lies on the best way; `nil` where there are none.
  private func way() -> [Int?] {
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

  /// Between two surer readings of the same pitch, the lesser of their confidences.
  private func confidence(at index: Int, in estimates: [PitchEstimate?]) -> Double {
    guard let here = estimates[index] else { return 0 }
    func surest(_ places: some Sequence<Int>) -> Double {
      var most = 0.0
      for place in places {
        guard let there = estimates[place], Self.isSame(there.frequency, here.frequency) else {
          break
        }
        most = max(most, there.confidence)
      }
      return most
    }
    let before = surest((max(0, index - neighbourUpdates)..<index).reversed())
    let last = min(estimates.count - 1, index + neighbourUpdates)
    let behind = surest((index + 1)..<(last + 1))
    return max(here.confidence, min(before, behind))
  }

  /// Takes the best score of the last update off all of it, so that sums stay small.
  private mutating func rebase() {
    guard let last = steps.indices.last, let top = steps[last].scores.max() else { return }
    for index in steps[last].scores.indices { steps[last].scores[index] -= top }
  }
}
