// SPDX-License-Identifier: MIT

internal import Foundation

/// Why bytes of a file can't be had; each format says it in its own words.
enum RandomAccessError: Error, Hashable {
  /// The file can't be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// Bytes that somebody counts on are not there.
  case endsEarly(offset: UInt64, required: Int, actual: Int)
}

/// The system's own words for `code`, an errno.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
