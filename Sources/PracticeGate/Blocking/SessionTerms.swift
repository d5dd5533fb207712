// SPDX-License-Identifier: MIT

/// The durations of a workout and its unlock under the session policy.
public struct SessionTerms: Hashable, Sendable {
  /// The counted practice that completes a workout, in minutes.
  public let workoutMinutes: Int
  /// The length of the unlock after a workout, in minutes.
  public let unlockMinutes: Int
  /// The length of the grace period after an unlock, in seconds; 0 for none.
  public let graceSeconds: Int

  /// The valid lengths of a workout and an unlock in minutes: up to a day.
  public static let minutes = 1...1440
  /// The valid lengths of a grace period in seconds: up to an hour.
  public static let grace = 0...3600

  /// A workout of five minutes for an unlock of fifteen, and a grace period of half a minute.
  public static let standard = SessionTerms(unchecked: 5, 15, 30)

  /// Makes terms.
  ///
  /// - Parameters:
  ///   - workoutMinutes: the counted practice that completes a workout, 1 to 1440.
  ///   - unlockMinutes: the length of the unlock, 1 to 1440.
  ///   - graceSeconds: the length of the grace period, 0 to 3600.
  /// - Throws: `GateError` for the first number outside its range.
  public init(
    workoutMinutes: Int = standard.workoutMinutes, unlockMinutes: Int = standard.unlockMinutes,
    graceSeconds: Int = standard.graceSeconds
  ) throws(GateError) {
    for minutes in [workoutMinutes, unlockMinutes] where !Self.minutes.contains(minutes) {
      throw .minutesOutOfRange(required: Self.minutes, actual: minutes)
    }
    guard Self.grace.contains(graceSeconds) else {
      throw .graceOutOfRange(required: Self.grace, actual: graceSeconds)
    }
    self.init(unchecked: workoutMinutes, unlockMinutes, graceSeconds)
  }

  private init(unchecked workoutMinutes: Int, _ unlockMinutes: Int, _ graceSeconds: Int) {
    self.workoutMinutes = workoutMinutes
    self.unlockMinutes = unlockMinutes
    self.graceSeconds = graceSeconds
  }
}

extension SessionTerms: Codable {
  private enum Key: String, CodingKey { case workoutMinutes, unlockMinutes, graceSeconds }

  /// Decodes terms; numbers that the initialiser refuses are corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let workout = try container.decode(Int.self, forKey: .workoutMinutes)
    let unlock = try container.decode(Int.self, forKey: .unlockMinutes)
    let grace = try container.decode(Int.self, forKey: .graceSeconds)
    do {
      try self.init(workoutMinutes: workout, unlockMinutes: unlock, graceSeconds: grace)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "\(error)"))
    }
  }
}

/// The policy that connects goals and gate.
public enum GatePolicy: Hashable, Codable, Sendable {
  /// Opens the gate from when the goals are met until the next local midnight.
  case daily
  /// Opens the gate for a while after each workout.
  case session(SessionTerms)
}

/// The errors of the gate's settings.
public enum GateError: Error, Equatable, Sendable {
  /// The length of a workout or an unlock is below a minute or above a day.
  case minutesOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// The grace period is negative or longer than an hour.
  case graceOutOfRange(required: ClosedRange<Int>, actual: Int)
}

extension GateError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .minutesOutOfRange(let required, let actual):
      "\(actual) minutes are refused. Choose from \(required.lowerBound) to \(required.upperBound)."
    case .graceOutOfRange(let required, let actual):
      "A grace of \(actual) s is refused. Choose from \(required.lowerBound) to "
        + "\(required.upperBound)."
    }
  }
}
