// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// A section of a session: its samples, its position, and its gaps.
public struct RecordedClip: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: SampleRate
  /// The position of the first sample in its session.
  public var start: SamplePosition
  /// The samples at full scale ±1, bit-identical to the input; zeros in gaps.
  public var samples: [Float]
  /// The gaps by positions in the session, in order.
  public var gaps: [SampleGap]

  /// The position after the last sample.
  public var end: SamplePosition { start.advanced(by: samples.count) }

  /// The gaps, counted from the first sample of the clip.
  public var ownGaps: [SampleGap] {
    gaps.map {
      SampleGap(start: SamplePosition($0.start.distance(from: start)), count: $0.count)
    }
  }
}

extension [SampleGap] {
  /// Returns the parts of the gaps inside a range of the stream.
  ///
  /// - Parameter stretch: the range of positions.
  /// - Returns: the gaps in the same order.
  func within(_ stretch: Range<SamplePosition>) -> [SampleGap] {
    compactMap { gap in
      let first = Swift.max(gap.start, stretch.lowerBound)
      let end = Swift.min(gap.end, stretch.upperBound)
      guard first < end else { return nil }
      return SampleGap(start: first, count: Int(end.distance(from: first)))
    }
  }
}
