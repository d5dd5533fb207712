// SPDX-License-Identifier: MIT

public import Acoustics

/// Samples of a stream that were played and did not arrive.
public struct SampleGap: Hashable, Sendable {
  /// The position of the first lost sample.
  public var start: SamplePosition
  /// The number of lost samples, 1 or more.
  public var count: Int

  /// Makes a gap.
  ///
  /// - Parameters:
  ///   - start: the position of the first lost sample.
  ///   - count: the number of lost samples, 1 or more.
  public init(start: SamplePosition, count: Int) {
    self.start = start
    self.count = count
  }

  /// The position of the first sample after the gap.
  public var end: SamplePosition { start.advanced(by: count) }
}
