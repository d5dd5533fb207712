// SPDX-License-Identifier: MIT

internal import Foundation

/// The headers of the last answer in a chain of redirections, as curl wrote them.
package struct ResponseHead: Hashable {
  /// The length of the whole file, also for a partial answer; `nil` when the server does not give
  /// it.
  package private(set) var byteCount: Int?
  /// The strong entity tag of the file; `nil` without one.
  private(set) var entityTag: String?

  /// Reads the headers in a file; `nil` when there is no file.
  init?(at path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(String(decoding: data, as: UTF8.self))
  }

  /// Parses headers; those of redirections come first and are ignored.
  package init(_ text: String) {
    var isPartial = false
    var length: Int?
    var range: Int?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("HTTP/") {
        (entityTag, length, range) = (nil, nil, nil)
        isPartial = line.split(separator: " ").dropFirst().first == "206"
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch line[..<colon].lowercased() {
      case "content-length": length = Self.length(value)
      case "content-range": range = value.split(separator: "/").last.flatMap(Self.length)
      case "etag": entityTag = Self.isStrong(value) ? value : nil
      default: break
      }
    }
    byteCount = isPartial ? range : length
  }

  /// Parses a length in bytes: decimal digits only (RFC 9110, 8.6).
  private static func length(_ value: some StringProtocol) -> Int? {
    value.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(value) : nil
  }

  /// Returns true if `value` is a quoted string of visible ASCII (RFC 9110, 8.8.3).
  private static func isStrong(_ value: String) -> Bool {
    guard value.utf8.count > 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return false }
    return value.utf8.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
  }
}
