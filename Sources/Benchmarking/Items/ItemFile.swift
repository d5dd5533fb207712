// SPDX-License-Identifier: MIT

internal import Datasets

/// A file that an item needs.
enum ItemFile {
  /// Compares a file with its checksum.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the current directory.
  ///   - expected: 64 hexadecimal digits; `nil` when the manifest has none and the check is
  ///     skipped.
  ///   - name: the file's name in errors.
  /// - Throws: `ItemFault.failed`.
  static func check(
    _ path: String, is expected: String?, called name: String
  ) throws(ItemFault) {
    guard let expected else { return }
    let actual: String?
    do throws(DatasetError) {
      actual = try Checksum.sha256(of: [path])[path]
    } catch {
      throw .failed(reason: error.description)
    }
    guard actual == expected else {
      throw .failed(reason: "\(name) is not the one that was measured (wrong SHA-256)")
    }
  }
}
