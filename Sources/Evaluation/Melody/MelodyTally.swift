// SPDX-License-Identifier: MIT

internal import Acoustics

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

/// One file's melody metrics: mir_eval's set, and raw pitch accuracy down to a tenth of a cent.
public struct MelodyScore: Hashable, Encodable, Sendable {
  /// mir_eval's *Voicing Recall*; `nil` when nothing in the reference is voiced.
  public var voicingRecall: Double?
  /// mir_eval's *Voicing False Alarm*; `nil` when nothing in the reference is unvoiced.
  public var voicingFalseAlarm: Double?
  /// mir_eval's *Raw Pitch Accuracy*, one value for every entry of `ScoringThreshold.tolerances`;
  /// `nil` when nothing in the reference is voiced.
  public var rawPitchAccuracy: [Double]?
  /// mir_eval's *Raw Chroma Accuracy* at 50 cents; `nil` when nothing in the reference is voiced.
  public var rawChromaAccuracy: Double?
  /// mir_eval's *Overall Accuracy* at 50 cents; `nil` when there is no frame.
  public var overallAccuracy: Double?

  /// Scores an aligned pair.
  ///
  /// - Complexity: O(n) for each metric.
  public init(_ melody: AlignedMelody) {
    let isVoiced = melody.voicedFrames > 0
    voicingRecall = isVoiced ? melody.voicingRecall : nil
    voicingFalseAlarm = melody.unvoicedFrames > 0 ? melody.voicingFalseAlarm : nil
    rawPitchAccuracy =
      isVoiced ? ScoringThreshold.tolerances.map { melody.rawPitchAccuracy(within: $0) } : nil
    rawChromaAccuracy = isVoiced ? melody.rawChromaAccuracy(within: ScoringThreshold.gross) : nil
    overallAccuracy =
      melody.frames.isEmpty ? nil : melody.overallAccuracy(within: ScoringThreshold.gross)
  }
}
