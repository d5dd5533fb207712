// SPDX-License-Identifier: MIT

public import Acoustics

/// A stretch of ten seconds, or the rest at the end of a stream, and the part of it that counts.
public struct Passage: Hashable, Sendable {
  /// The position of its first sample.
  public let start: SamplePosition
  /// The position after its last sample.
  public let end: SamplePosition
  /// The number of samples with a clear pitch.
  public let voicedSamples: Int64
  /// The number of those samples that count as practice.
  public let practiceSamples: Int64
  /// The notes that ended in the passage; 0 when none of it counts.
  public let noteCount: Int
  /// The number of those notes that were in tune.
  public let inTuneCount: Int
}
