// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// A piece of a session: its samples, where it lay, and what is missing in it.
public struct RecordedClip: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: SampleRate
  /// The position of the first sample in its session.
  public var start: SamplePosition
  /// Samples at full scale ±1, to the bit as they came; zeros where one is missing.
  public var samples: [Float]
  /// What is missing, by positions in the session, in their order.
  public var gaps: [SampleGap]

  /// Makes a clip.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - start: the position of the first sample in its session.
  ///   - samples: at full scale ±1, zeros where one is missing.
  ///   - gaps: what is missing, by positions in the session.
  public init(
    sampleRate: SampleRate, start: SamplePosition, samples: [Float], gaps: [SampleGap]
  ) {
    self.sampleRate = sampleRate
    self.start = start
    self.samples = samples
    self.gaps = gaps
  }

  /// The position behind the last sample.
  public var end: SamplePosition { start.advanced(by: samples.count) }

  /// What is missing, counted from the first sample of the clip.
  public var ownGaps: [SampleGap] {
    gaps.map {
      SampleGap(start: SamplePosition($0.start.distance(from: start)), count: $0.count)
    }
  }
}

extension [SampleGap] {
  /// Returns the parts of the gaps that lie in a stretch of the stream.
  ///
  /// - Parameter stretch: from the first position of it to the one behind it.
  /// - Returns: gaps with the same order.
  func within(_ stretch: Range<SamplePosition>) -> [SampleGap] {
    compactMap { gap in
      let first = Swift.max(gap.start, stretch.lowerBound)
      let end = Swift.min(gap.end, stretch.upperBound)
      guard first < end else { return nil }
      return SampleGap(start: first, count: Int(end.distance(from: first)))
    }
  }
}
