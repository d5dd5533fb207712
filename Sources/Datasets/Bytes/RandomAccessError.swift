// SPDX-License-Identifier: MIT

internal import Foundation

/// The reasons why bytes of a file can't be read; each format has its own message.
enum RandomAccessError: Error, Hashable {
  /// The file can't be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// The file ends before the required bytes.
  case endsEarly(offset: UInt64, required: Int, actual: Int)
}

/// Returns the system's message for `code`, an errno.
func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
