// SPDX-License-Identifier: MIT

public import Acoustics

/// Samples of a stream that were played and never arrived.
public struct SampleGap: Hashable, Sendable {
  /// The position of the first one that is missing.
  public var start: SamplePosition
  /// How many are missing, 1 or more.
  public var count: Int

  /// Makes a gap.
  ///
  /// - Parameters:
  ///   - start: the position of the first sample that is missing.
  ///   - count: how many are missing, 1 or more.
  public init(start: SamplePosition, count: Int) {
    self.start = start
    self.count = count
  }

  /// The position of the first sample behind it.
  public var end: SamplePosition { start.advanced(by: count) }
}
