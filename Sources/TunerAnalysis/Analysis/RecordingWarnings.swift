// SPDX-License-Identifier: MIT

import AudioFile
import OfflineAnalysis

/// The sentences about a recording that could be analysed in spite of its faults.
enum RecordingWarnings {
  /// Returns the sentences.
  ///
  /// - Parameters:
  ///   - remark: the remark of the reader; `nil` for none.
  ///   - summary: the totals of the analysis.
  /// - Returns: sentences without the name of the recording; empty for a recording without a fault.
  static func all(_ remark: RecordingRemark?, _ summary: RecordingSummary) -> [String] {
    [remark.map { "\($0)" }, RejectedSamples.warning(summary.rejectedSamples)].compactMap(\.self)
  }
}
