// SPDX-License-Identifier: MIT

internal import Acoustics

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
