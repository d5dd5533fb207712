// SPDX-License-Identifier: MIT

/// The tally of answers in noise without a pitch.
public struct NoiseTally: Hashable, Codable, Sendable {
  /// *False alarms*: frames of noise with confidence 0.7 or more, of all frames of noise.
  public private(set) var falseAlarms = Rate()
  /// Frames of noise with confidence 0.3 or more, of all frames of noise.
  public private(set) var heard = Rate()

  /// Makes an empty tally.
  public init() {}

  /// Adds the frames without a reference pitch.
  public mutating func record(_ frames: some Sequence<ScoredFrame>) {
    for frame in frames where frame.truth == nil {
      falseAlarms.count(frame.isAnswered)
      heard.count(frame.isAnswered(at: ScoringThreshold.heard))
    }
  }

  /// Adds what another shard counted.
  public mutating func merge(_ other: NoiseTally) {
    falseAlarms.merge(other.falseAlarms)
    heard.merge(other.heard)
  }
}
