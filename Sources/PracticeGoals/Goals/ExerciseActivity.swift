// SPDX-License-Identifier: MIT

/// A kind of exercise, by the name that the source of the data gives it.
public struct ExerciseActivity: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an activity.
  ///
  /// - Parameter rawValue: its name, such as `walking`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All exercise, whatever its kind.
  public static let any = ExerciseActivity(rawValue: "any")
}
