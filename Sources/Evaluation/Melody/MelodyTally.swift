// SPDX-License-Identifier: MIT

/// The melody scores of many files, mergeable over shards.
///
/// Every file counts once regardless of its length, and only in the metrics that are defined for
/// it.
public struct MelodyTally: Hashable, Codable, Sendable {
  /// One value for each file with voiced frames.
  public private(set) var voicingRecall = Measurements()
  /// One value for each file with unvoiced frames.
  public private(set) var voicingFalseAlarm = Measurements()
  /// One collection for every entry of `ScoringThreshold.tolerances`, with one value for each file.
  public private(set) var rawPitchAccuracy = PerTolerance<PitchScale, Measurements>(
    repeating: Measurements())
  /// One value for each file with voiced frames.
  public private(set) var rawChromaAccuracy = Measurements()
  /// One value for each file with frames.
  public private(set) var overallAccuracy = Measurements()

  /// Makes an empty tally.
  public init() {}

  /// Adds the score of one file.
  public mutating func record(_ score: MelodyScore) {
    score.voicingRecall.map { voicingRecall.append($0) }
    score.voicingFalseAlarm.map { voicingFalseAlarm.append($0) }
    for (index, accuracy) in (score.rawPitchAccuracy ?? []).enumerated() {
      rawPitchAccuracy[index].append(accuracy)
    }
    score.rawChromaAccuracy.map { rawChromaAccuracy.append($0) }
    score.overallAccuracy.map { overallAccuracy.append($0) }
  }

  /// Adds the files of another shard.
  public mutating func merge(_ other: MelodyTally) {
    voicingRecall.merge(other.voicingRecall)
    voicingFalseAlarm.merge(other.voicingFalseAlarm)
    for index in rawPitchAccuracy.indices {
      rawPitchAccuracy[index].merge(other.rawPitchAccuracy[index])
    }
    rawChromaAccuracy.merge(other.rawChromaAccuracy)
    overallAccuracy.merge(other.overallAccuracy)
  }
}
