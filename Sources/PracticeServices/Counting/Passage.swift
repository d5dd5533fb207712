// SPDX-License-Identifier: MIT

public import Acoustics

/// Ten seconds of listening, or what was left at the end, and how much of it counts.
public struct Passage: Hashable, Sendable {
  /// The position at which it begins.
  public let start: SamplePosition
  /// The position behind it.
  public let end: SamplePosition
  /// How long there was a clear pitch, in samples.
  public let voicedSamples: Int64
  /// How much of that counts as practice, in samples.
  public let practiceSamples: Int64
  /// The notes that ended in it; none where nothing counts.
  public let noteCount: Int
  /// Those of them that were in tune.
  public let inTuneCount: Int
}
