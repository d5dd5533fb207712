// SPDX-License-Identifier: MIT

public import Acoustics

/// Samples of a stream that were lost before they arrived.
public struct SampleGap: Hashable, Sendable {
  /// The position of the first lost sample.
  public var start: SamplePosition
  /// The number of lost samples, 1 or more.
  public var count: Int

  /// Makes a gap.
  public init(start: SamplePosition, count: Int) {
    self.start = start
    self.count = count
  }

  /// The position of the first sample after the gap.
  public var end: SamplePosition { start.advanced(by: count) }
}

/// A stream, cut at its gaps into segments of samples and segments of lost samples.
public struct StreamSegments: Sendable {
  /// A segment of the stream.
  public struct Segment: Hashable, Sendable {
    /// The length, 1 or more.
    public var count: Int
    /// True if its samples were lost.
    public var isGap: Bool
  }

  private let gaps: [SampleGap]
  private var index = 0
  private var position = SamplePosition.start

  /// Cuts a stream.
  ///
  /// - Parameter gaps: the gaps in order, none adjacent to another.
  public init(_ gaps: [SampleGap]) { self.gaps = gaps }

  /// Returns the next segment.
  ///
  /// All its samples arrived, or all were lost.
  ///
  /// - Parameter limit: the largest length of the segment, 1 or more.
  /// - Returns: the segment.
  public func next(limit: Int) -> Segment {
    guard index < gaps.count else { return Segment(count: limit, isGap: false) }
    let gap = gaps[index]
    let isGap = gap.start <= position
    let end = isGap ? gap.end : gap.start
    return Segment(count: min(limit, Int(end.distance(from: position))), isGap: isGap)
  }

  /// Advances past the used part of a segment.
  ///
  /// - Parameter count: at most the length of the segment.
  public mutating func advance(by count: Int) {
    position = position.advanced(by: count)
    while index < gaps.count, gaps[index].end <= position { index += 1 }
  }
}
