// SPDX-License-Identifier: MIT

/// The quantity of a goal, counted from one local midnight to the next.
public enum PracticeMetric: Hashable, Sendable {
  /// Minutes in which the tuner heard an instrument.
  case practiceMinutes
  /// Notes that were in tune.
  case inTuneNotes
  /// Steps walked.
  case steps
  /// Energy spent in movement, in kilocalories.
  case activeEnergy
  /// Minutes of exercise of one kind.
  case exerciseMinutes(ExerciseActivity)
  /// The time of day; the goal is met from that minute on. 0 never blocks.
  case timeOfDay

  /// The valid targets.
  public var targets: ClosedRange<Int> {
    switch self {
    case .practiceMinutes, .exerciseMinutes: 0...1440
    case .inTuneNotes: 0...100_000
    case .steps: 0...200_000
    case .activeEnergy: 0...20_000
    case .timeOfDay: 0...1439
    }
  }

  /// The largest amount of a day; a larger one is an error of its source.
  ///
  /// It is a hundred times the largest target, beyond every measurement.
  public var largestAmount: Double { 100 * Double(targets.upperBound) }

  /// The default target.
  public var defaultTarget: Int {
    switch self {
    case .practiceMinutes: 20
    case .inTuneNotes: 100
    case .steps: 10_000
    case .activeEnergy: 500
    case .exerciseMinutes: 30
    case .timeOfDay: 0
    }
  }

  /// The step of a target's adjustment.
  public var targetStep: Int {
    switch self {
    case .practiceMinutes, .exerciseMinutes: 5
    case .inTuneNotes: 10
    case .steps: 500
    case .activeEnergy: 50
    case .timeOfDay: 15
    }
  }
}

extension PracticeMetric {
  /// The metric in words, for sentences.
  public var words: String {
    switch self {
    case .practiceMinutes: "practice"
    case .inTuneNotes: "notes in tune"
    case .steps: "steps"
    case .activeEnergy: "energy"
    case .exerciseMinutes(.any): "exercise"
    case .exerciseMinutes(let activity): "exercise (\(activity.rawValue))"
    case .timeOfDay: "time of day"
    }
  }
}

extension PracticeMetric: RawRepresentable, Codable {
  /// The name in settings and on the command line: `steps`, or `exerciseMinutes:walking`.
  public var rawValue: String {
    switch self {
    case .practiceMinutes: "practiceMinutes"
    case .inTuneNotes: "inTuneNotes"
    case .steps: "steps"
    case .activeEnergy: "activeEnergy"
    case .exerciseMinutes(.any): "exerciseMinutes"
    case .exerciseMinutes(let activity): "exerciseMinutes:\(activity.rawValue)"
    case .timeOfDay: "timeOfDay"
    }
  }

  /// Makes the metric with a name; `nil` for an unknown name.
  public init?(rawValue: String) {
    switch rawValue {
    case "practiceMinutes": self = .practiceMinutes
    case "inTuneNotes": self = .inTuneNotes
    case "steps": self = .steps
    case "activeEnergy": self = .activeEnergy
    case "exerciseMinutes": self = .exerciseMinutes(.any)
    case "timeOfDay": self = .timeOfDay
    default:
      let parts = rawValue.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "exerciseMinutes", !parts[1].isEmpty else { return nil }
      self = .exerciseMinutes(ExerciseActivity(rawValue: String(parts[1])))
    }
  }
}

/// A kind of exercise, named as the source of the data names it.
public struct ExerciseActivity: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an activity.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All exercise, whatever its kind.
  public static let any = ExerciseActivity(rawValue: "any")
}
