// SPDX-License-Identifier: MIT

/// The labels of the gate and its onboarding, as keys of a string table.
public enum GateLabel: String, Codable, Sendable, CaseIterable {
  /// Begins a workout.
  case startWorkout = "Start Workout"
  /// Cancels a workout.
  case cancel = "Cancel"
  /// Forfeits the rest of an unlock.
  case lockNow = "Lock Now"
  /// Begins a workout in the grace period.
  case emergencyWorkout = "Emergency Workout"
  /// The title of the grace period.
  case timesUp = "Time's Up"
  /// Requests the permission to read practice and health data.
  case connectHealth = "Connect Apple Health"
  /// Requests the permission to block.
  case enableScreenTime = "Enable Screen Time"
  /// Continues on the first and the last page of the onboarding.
  case getStarted = "Get Started"
}
