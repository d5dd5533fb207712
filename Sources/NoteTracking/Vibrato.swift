// SPDX-License-Identifier: MIT

public import Acoustics

/// A periodic movement of a note's pitch.
public struct Vibrato: Hashable, Sendable {
  /// The rate, in swings a second.
  public var rate: Hertz
  /// The largest deviation of the pitch from its centre, to either side.
  public var depth: Cents

  /// Makes a vibrato.
  ///
  /// - Parameters:
  ///   - rate: swings a second.
  ///   - depth: the amplitude of the swing: half the distance between its turning points.
  public init(rate: Hertz, depth: Cents) {
    self.rate = rate
    self.depth = depth
  }
}
