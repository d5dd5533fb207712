// SPDX-License-Identifier: MIT

internal import Acoustics

/// A contestant's answers about one stroke at the requested times, and the times at which every
/// string was reported.
package struct StrumTrialResult: Hashable, Codable, Sendable {
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

extension StrumTrialResult {
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
    var report = FullReport(strings: ringing)
    var outcomes: [StrumOutcome] = []
    var asked = StrumBench.times[...]
    for (update, now) in answers.enumerated() {
      let since = StrumTrial.time(ofUpdate: update) - trial.lastOnset
      guard since > 0 else { continue }
      report.add(now, truths[update], at: since)
      guard let seconds = asked.first, since >= seconds - 1e-9 else { continue }
      asked = asked.dropFirst()
      outcomes += Self.outcomes(of: now, truths[update], in: trial, at: seconds)
    }
    self.init(
      index: index, item: trial.input.item, contestant: contestant, set: trial.set,
      guitar: trial.guitar, outcomes: outcomes, complete: report.complete,
      settled: report.settled, strokes: strokes)
  }

  /// Compares the answers of one update with the truth of its time.
  private static func outcomes(
    of answers: [StrumAnswer], _ truths: [StrumTrial.Truth], in trial: StrumTrial,
    at seconds: Double
  ) -> [StrumOutcome] {
    answers.indices.compactMap { string in
      guard truths[string] != .unknown else { return nil }
      return StrumOutcome(
        string: string, isCollided: string >= answers.count - trial.collidedCount,
        seconds: seconds, truth: truths[string].cents,
        reference: trial.references[string].map {
          $0.interval(above: trial.input.targets[string]).value
        }, answer: answers[string])
    }
  }

  /// The times from which every string is reported.
  private struct FullReport {
    /// The strings that must be reported.
    let strings: [Int]
    /// Seconds after the last onset of the first update with every string; `nil` for none.
    private(set) var complete: Double?
    /// Seconds after the last onset from which every string is reported within 5 cents; `nil` if
    /// the last update is not so.
    private(set) var settled: Double?

    init(strings: [Int]) { self.strings = strings }

    /// Adds the answers of one update.
    mutating func add(
      _ answers: [StrumAnswer], _ truths: [StrumTrial.Truth], at seconds: Double
    ) {
      let isComplete = !strings.isEmpty && strings.allSatisfy { answers[$0].state == .sounding }
      if complete == nil, isComplete { complete = seconds }
      let isNear = strings.allSatisfy { string in
        guard let truth = truths[string].cents, let cents = answers[string].cents else {
          return false
        }
        return abs(cents - truth) <= StrumTrialResult.near
      }
      settled = isComplete && isNear ? settled ?? seconds : nil
    }
  }
}
