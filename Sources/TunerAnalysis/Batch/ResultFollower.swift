// SPDX-License-Identifier: MIT

package import Tuning

/// A consumer of one recording's results beside the output, such as the practice journal.
package protocol ResultFollower: AnyObject {
  /// Receives the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  func take(_ result: PitchResult)

  /// Ends the recording.
  ///
  /// - Parameters:
  ///   - file: the path of the recording.
  ///   - seconds: its length.
  /// - Returns: a sentence for standard error; `nil` for none.
  /// - Throws: the reason why the results are lost. The recording then counts as unusable.
  func conclude(_ file: String, after seconds: Double) throws -> String?
}
