// SPDX-License-Identifier: MIT

public import Acoustics

/// How a note's pitch swings.
public struct Vibrato: Hashable, Sendable {
  /// Swings a second.
  public var rate: Hertz
  /// How far the pitch swings to either side of its middle.
  public var depth: Cents

  /// Makes a vibrato.
  ///
  /// - Parameters:
  ///   - rate: swings a second.
  ///   - depth: the amplitude of the swing, half of what lies between its turning points.
  public init(rate: Hertz, depth: Cents) {
    self.rate = rate
    self.depth = depth
  }
}
