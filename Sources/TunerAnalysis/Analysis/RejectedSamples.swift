// SPDX-License-Identifier: MIT

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
