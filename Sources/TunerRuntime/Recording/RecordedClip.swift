// SPDX-License-Identifier: MIT

package import Acoustics
package import AudioInput

/// A section of a session: its samples, its position, and its gaps.
package struct RecordedClip: Hashable, Sendable {
  /// Samples a second.
  package var sampleRate: SampleRate
  /// The position of the first sample in its session.
  package var start: SamplePosition
  /// The samples at full scale ±1, bit-identical to the input; zeros in gaps.
  package var samples: [Float]
  /// The gaps by positions in the session, in order.
  package var gaps: [SampleGap]

  /// The position after the last sample.
  package var end: SamplePosition { start.advanced(by: samples.count) }

  /// The gaps, counted from the first sample of the clip.
  package var ownGaps: [SampleGap] {
    gaps.map {
      SampleGap(start: SamplePosition($0.start.distance(from: start)), count: $0.count)
    }
  }

  /// Replaces the samples of the gaps by silence.
  mutating func silenceGaps() {
    for gap in ownGaps {
      for index in Int(gap.start.samples)..<Int(gap.end.samples) { samples[index] = 0 }
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
