// SPDX-License-Identifier: MIT

internal import Acoustics

/// A contestant's answers about one stroke at the requested times, and the times at which every
/// string was reported.
package struct StrumResult: Hashable, Codable, Sendable {
  /// The place of the stroke in the list of the run.
  package let index: Int
  /// The name of the stroke, unique in the list.
  package let item: String
  /// The contestant's name.
  package let contestant: String
  let set: String
  /// The instrument of a mixture; `nil` for a synthetic stroke.
  let guitar: String?
  let outcomes: [StrumOutcome]
  /// Seconds after the last onset at which every sounding string is reported; `nil` for never.
  let complete: Double?
  /// Seconds after the last onset from which every sounding string is reported within 5 cents, up
  /// to the end; `nil` for never.
  let settled: Double?
  /// The reported strokes; `nil` if they are not counted.
  let strokes: StrokeCount?

  /// True if a contestant reports every string at a time although not every string sounds.
  ///
  /// - Parameter seconds: the time after the last onset.
  /// - Returns: `nil` if every string sounds, or there is no reading at that time.
  func reportsAll(at seconds: Double) -> Bool? {
    let now = outcomes.filter { $0.seconds == seconds }
    guard now.contains(where: { $0.truth == nil }) else { return nil }
    return now.allSatisfy(\.isAnswered)
  }
}

extension StrumResult {
  /// The distance from the reference within which a string counts as correct, in cents.
  private static let near = 5.0

  /// Compares the readings of a whole stroke with the truth.
  ///
  /// The truth is the mean of a string's first partial alone from 1.5 to 3 s after the last onset.
  ///
  /// - Parameters:
  ///   - index: the place of the stroke in the list of the run.
  ///   - trial: the stroke.
  ///   - contestant: the contestant's name.
  ///   - answers: one for each string.
  init(index: Int, trial: StrumTrial, contestant: String, ofStroke answers: [StrumAnswer]) {
    let outcomes = answers.indices.compactMap { string -> StrumOutcome? in
      let truth = trial.meanTruth(ofString: string)
      guard truth != .unknown else { return nil }
      return StrumOutcome(
        string: string, isCollided: string >= answers.count - trial.collidedCount,
        seconds: StrumMixture.Length.ofStroke.seconds, truth: truth.cents, reference: nil,
        answer: answers[string])
    }
    self.init(
      index: index, item: trial.input.item, contestant: contestant, set: trial.set,
      guitar: trial.guitar, outcomes: outcomes, complete: nil, settled: nil, strokes: nil)
  }

  /// Compares a contestant's answers with the truth.
  ///
  /// - Parameters:
  ///   - index: the place of the stroke in the list of the run.
  ///   - trial: the stroke.
  ///   - contestant: the contestant's name.
  ///   - answers: those of every update, one for each string.
  ///   - strokes: the reported strokes; `nil` if they are not counted.
  init(
    index: Int, trial: StrumTrial, contestant: String, answers: [[StrumAnswer]],
    strokes: StrokeCount? = nil
  ) {
    let truths = answers.indices.map { update in
      trial.input.targets.indices.map { trial.truth($0, StrumTrial.time(ofUpdate: update)) }
    }
    // Only strings that sound to the end count, because a stopped string needs no answer.
    let ringing = trial.input.targets.indices.filter { truths.last?[$0].cents != nil }
    var outcomes: [StrumOutcome] = []
    var complete: Double?
    var settled: Double?
    var asked = StrumBench.times[...]
    for (update, now) in answers.enumerated() {
      let since = StrumTrial.time(ofUpdate: update) - trial.lastOnset
      guard since > 0 else { continue }
      let isComplete = !ringing.isEmpty && ringing.allSatisfy { now[$0].state == .sounding }
      if complete == nil, isComplete { complete = since }
      let isNear = ringing.allSatisfy { string in
        guard let truth = truths[update][string].cents, let cents = now[string].cents else {
          return false
        }
        return abs(cents - truth) <= Self.near
      }
      settled = isComplete && isNear ? settled ?? since : nil
      guard let seconds = asked.first, since >= seconds - 1e-9 else { continue }
      asked = asked.dropFirst()
      outcomes += now.indices.compactMap { string in
        guard truths[update][string] != .unknown else { return nil }
        return StrumOutcome(
          string: string, isCollided: string >= now.count - trial.collidedCount,
          seconds: seconds, truth: truths[update][string].cents,
          reference: trial.references[string].map {
            $0.interval(above: trial.input.targets[string]).value
          }, answer: now[string])
      }
    }
    self.init(
      index: index, item: trial.input.item, contestant: contestant, set: trial.set,
      guitar: trial.guitar, outcomes: outcomes, complete: complete, settled: settled,
      strokes: strokes)
  }
}
