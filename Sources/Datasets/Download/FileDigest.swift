// SPDX-License-Identifier: MIT

internal import Foundation

/// A published checksum of a file, verified with coreutils.
package enum FileDigest: Hashable, Sendable {
  /// MD5, which some repositories publish: it finds damage, and does not protect against forgery.
  case md5(String)
  /// SHA-256.
  case sha256(String)

  /// The algorithm's name.
  package var algorithm: String {
    switch self {
    case .md5: "MD5"
    case .sha256: "SHA-256"
    }
  }

  /// The digest as lower-case hexadecimal digits.
  package var digits: String {
    switch self {
    case .md5(let digits), .sha256(let digits): digits
    }
  }

  /// Computes a file's checksum with the same algorithm.
  ///
  /// - Parameter path: an absolute path.
  /// - Returns: its digits; `nil` when the file can't be read.
  /// - Throws: `DatasetError.programMissing` or `.programFailed`.
  /// - Complexity: reads the file once.
  func digits(of path: String) throws(DatasetError) -> String? {
    let name =
      switch self {
      case .md5: "md5sum"
      case .sha256: "sha256sum"
      }
    let program = ExternalProgram(name: name, package: "coreutils")
    let output = try program.run(["--zero", "--", path], accepting: [0, 1])
    let count = digits.utf8.count
    // The output is the digest, a blank, the mode, and the name.
    guard output.count > count, output[output.startIndex + count] == UInt8(ascii: " ") else {
      return nil
    }
    return String(decoding: output.prefix(count), as: UTF8.self)
  }
}
