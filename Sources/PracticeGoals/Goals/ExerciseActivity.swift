// SPDX-License-Identifier: MIT

/// A kind of exercise, named as the source of the data names it.
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
