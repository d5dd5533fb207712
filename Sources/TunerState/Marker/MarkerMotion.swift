// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Moves the marker from where it stands to where it belongs, as a critically damped spring.
///
/// It never overshoots, and 100 ms after its last goal it is within a hundredth of the scale. The step
/// is the spring's closed form, x(t) = g + (d + (v + ωd)·t)·e^(−ωt) with d the distance from the goal g,
/// so that it does not matter how often it is advanced.
public struct MarkerMotion: Hashable, Sendable {
  /// The spring's ω in 1/s: (1 + 7)·e^−7 is 0.7 % of the way after a tenth of a second.
  private static let stiffness = 70.0
  /// Nearer to the goal than a screen can show.
  private static let invisible = 1.0 / 8192

  /// Where the marker is drawn, 0…1.
  public private(set) var position: Double
  /// Where it belongs, 0…1.
  public private(set) var goal: Double
  /// Whether it jumps instead of moving.
  public let isReduced: Bool
  /// Scales a second.
  private var velocity = 0.0

  /// Makes a marker at rest.
  ///
  /// - Parameters:
  ///   - position: where it stands, 0…1.
  ///   - isReduced: whether it jumps instead of moving.
  public init(position: Double = 0.5, isReduced: Bool = false) {
    self.position = Self.onScale(position)
    goal = self.position
    self.isReduced = isReduced
  }

  /// Whether it stands where it belongs.
  public var isSettled: Bool { position == goal && velocity == 0 }

  /// Gives it another goal.
  ///
  /// - Parameter goal: where it belongs; outside 0…1 the nearest end, and the middle for NaN.
  public mutating func move(to goal: Double) {
    self.goal = Self.onScale(goal)
    let distance = position - self.goal
    if isReduced {
      position = self.goal
      velocity = 0
    } else if velocity * distance > 0 {
      // It was on its way to the other side: going on would look like an answer.
      velocity = 0
    } else {
      // Faster than this it would swing through.
      let fastest = Self.stiffness * abs(distance)
      velocity = min(max(velocity, -fastest), fastest)
    }
  }

  /// Lets time pass.
  ///
  /// - Parameter elapsed: since the last call; nothing happens in no time, or less.
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
