// SPDX-License-Identifier: MIT

internal import Foundation

/// SHA-256 checksums, computed by `sha256sum` of coreutils.
package enum Checksum {
  private static let program = ExternalProgram(name: "sha256sum", package: "coreutils")
  private static let digestCount = 64

  /// Computes the checksums of existing files in one run of the program.
  ///
  /// - Parameter paths: absolute paths.
  /// - Returns: checksums by path; a file that can't be read has no entry.
  /// - Throws: `DatasetError.programMissing` or `.programFailed`.
  package static func sha256(of paths: [String]) throws(DatasetError) -> [String: String] {
    guard !paths.isEmpty else { return [:] }
    // Status 1 means that some file could not be read. With --zero, records end in NUL and names
    // are not escaped.
    let output = try program.run(["--zero", "--"] + paths, accepting: [0, 1])
    var digests: [String: String] = [:]
    for record in output.split(separator: 0) {
      // The output is the digest, a blank, the mode (`*` or a blank), and the name.
      let text = String(decoding: record, as: UTF8.self)
      digests[String(text.dropFirst(digestCount + 2))] = String(text.prefix(digestCount))
    }
    return digests
  }

  /// Verifies one file.
  ///
  /// - Throws: `DatasetError.checksumWrong` for another checksum, `.fileFailed` for a missing file,
  ///   or as `sha256(of:)`.
  static func check(_ path: String, is expected: String) throws(DatasetError) {
    guard let actual = try sha256(of: [path])[path] else {
      throw .fileFailed(path: path, code: ENOENT)
    }
    guard actual == expected else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      throw .checksumWrong(file: name, expected: expected, actual: actual)
    }
  }
}

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
