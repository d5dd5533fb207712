// SPDX-License-Identifier: MIT

/// A path, or a name in a directory, as the key of a set or a dictionary: its bytes.
///
/// Swift compares canonically equivalent strings as equal, such as é as one scalar and as e with an
/// accent. On Linux they are the names of two files.
package struct PathKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Makes the key of a path.
  package init(_ path: some StringProtocol) { bytes = Array(path.utf8) }
}
