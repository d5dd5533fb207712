// SPDX-License-Identifier: MIT

internal import CMathematics
public import Tuning

/// Moves the marker from its position to its goal, as a critically damped spring.
///
/// The marker never overshoots, and 100 ms after the last change of its goal it is within a
/// hundredth of the scale. The step is the closed form of the spring, x(t) = g + (d + (v +
/// ωd)·t)·e^(−ωt) with d the distance from the goal g, so the number of steps does not matter.
public struct MarkerMotion: Hashable, Sendable {
  /// The spring's ω in 1/s: (1 + 7)·e^−7 is 0.7 % of the distance after a tenth of a second.
  private static let stiffness = 70.0
  /// The distance from the goal that no screen can show.
  private static let invisible = 1.0 / 8192

  /// The displayed position, 0…1.
  public private(set) var position: Double
  /// The goal, 0…1.
  public private(set) var goal: Double
  /// True if the marker jumps instead of moving.
  public let isReduced: Bool
  /// The speed in scales per second.
  private var velocity = 0.0

  /// Makes a marker at rest.
  public init(position: Double = 0.5, isReduced: Bool = false) {
    self.position = Self.onScale(position)
    goal = self.position
    self.isReduced = isReduced
  }

  /// True if the marker is at its goal.
  public var isSettled: Bool { position == goal && velocity == 0 }

  /// Sets the goal.
  ///
  /// - Parameter goal: the goal. A value outside 0…1 counts as the nearest end, NaN as the middle.
  public mutating func move(to goal: Double) {
    self.goal = Self.onScale(goal)
    let distance = position - self.goal
    if isReduced {
      position = self.goal
      velocity = 0
    } else if velocity * distance > 0 {
      // The marker was moving away from the new goal. If it continued, it would show a value that
      // was never measured.
      velocity = 0
    } else {
      // A higher speed would overshoot.
      let fastest = Self.stiffness * abs(distance)
      velocity = min(max(velocity, -fastest), fastest)
    }
  }

  /// Advances the marker.
  ///
  /// - Parameter elapsed: the time since the last call; zero and less change nothing.
  public mutating func advance(by elapsed: Duration) {
    let seconds = elapsed / .seconds(1)
    guard seconds > 0, !isSettled else { return }
    let distance = position - goal
    let slope = velocity + Self.stiffness * distance
    let decay = exp(-Self.stiffness * seconds)
    let left = (distance + slope * seconds) * decay
    velocity = (velocity - Self.stiffness * slope * seconds) * decay
    position = goal + left
    if abs(left) < Self.invisible, abs(velocity) < Self.invisible * Self.stiffness {
      position = goal
      velocity = 0
    }
  }

  private static func onScale(_ position: Double) -> Double {
    position.isNaN ? 0.5 : min(max(position, 0), 1)
  }
}

/// The colour of the marker, independent of the theme.
public enum MarkerColor: String, CaseIterable, Hashable, Sendable {
  case green, yellow, red, grey

  /// Returns the colour of a tuning state.
  public init(_ state: TuningState) {
    switch state {
    case .inTune: self = .green
    case .slightlyFlat, .slightlySharp: self = .yellow
    case .veryFlat, .verySharp: self = .red
    case .silent, .detecting, .active: self = .grey
    }
  }

  /// Red, green and blue, as `#RRGGBB`.
  public var hex: String {
    switch self {
    case .green: "#4CAF50"
    case .yellow: "#FFC107"
    case .red: "#FF5252"
    case .grey: "#9E9E9E"
    }
  }
}
