// SPDX-License-Identifier: MIT

internal import Acoustics

/// A stream cut where samples were lost: stretches of samples, and of silence that nobody played.
public struct StreamStretches: Sendable {
  /// A piece of the stream.
  public struct Stretch: Hashable, Sendable {
    /// How long it is, 1 or more.
    public var count: Int
    /// Whether its samples were lost.
    public var isGap: Bool
  }

  private let gaps: [SampleGap]
  private var index = 0
  private var position = SamplePosition.start

  /// Cuts a stream.
  ///
  /// - Parameter gaps: where samples were lost, in their order, none touching another.
  public init(_ gaps: [SampleGap]) { self.gaps = gaps }

  /// Returns what lies next: all samples, or all lost.
  ///
  /// - Parameter limit: the longest piece that is wanted, 1 or more.
  /// - Returns: a piece of one kind.
  public func next(limit: Int) -> Stretch {
    guard index < gaps.count else { return Stretch(count: limit, isGap: false) }
    let gap = gaps[index]
    let isGap = gap.start <= position
    let end = isGap ? gap.end : gap.start
    return Stretch(count: min(limit, Int(end.distance(from: position))), isGap: isGap)
  }

  /// Goes on by what was taken of the piece.
  ///
  /// - Parameter count: no more than the piece had.
  public mutating func advance(by count: Int) {
    position = position.advanced(by: count)
    while index < gaps.count, gaps[index].end <= position { index += 1 }
  }
}
