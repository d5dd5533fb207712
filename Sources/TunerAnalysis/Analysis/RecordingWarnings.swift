// SPDX-License-Identifier: MIT

import AudioFile
import OfflineAnalysis

/// The sentence about samples that are not numbers.
package enum RejectedSamples {
  /// Returns the sentence.
  ///
  /// - Parameter count: the number of the samples that count as silence.
  /// - Returns: a sentence without the name of the recording; `nil` for no such sample.
  package static func warning(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return (count == 1 ? "1 sample is" : "\(count) samples are")
      + " not a number or out of all scale; taken as silence"
  }
}

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
