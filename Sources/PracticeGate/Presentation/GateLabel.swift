// SPDX-License-Identifier: MIT

/// The texts of the gate and its onboarding, as keys of the table of strings.
public enum GateLabel: String, Codable, Sendable, CaseIterable {
  /// Begins a workout.
  case startWorkout = "Start Workout"
  /// Gives a workout up.
  case cancel = "Cancel"
  /// Forfeits the rest of an unlock.
  case lockNow = "Lock Now"
  /// Begins a workout in the grace.
  case emergencyWorkout = "Emergency Workout"
  /// Heads the grace.
  case timesUp = "Time's Up"
  /// Asks for the permission to read practice and health data.
  case connectHealth = "Connect Apple Health"
  /// Asks for the permission to block.
  case enableScreenTime = "Enable Screen Time"
  /// Begins, on the first page of the onboarding and its last.
  case getStarted = "Get Started"
}
