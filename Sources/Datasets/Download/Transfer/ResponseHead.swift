// SPDX-License-Identifier: MIT

internal import Foundation

/// What the last of a chain of answers said of the file, in the headers that curl wrote down.
package struct ResponseHead: Hashable {
  /// The whole file's length, whether it was sent as a whole or from some place on; `nil` where the
  /// server doesn't say.
  package private(set) var byteCount: Int?
  /// The version of the file by a strong entity tag; `nil` without.
  private(set) var entityTag: String?

  /// Reads the headers in a file; `nil` where there is none.
  init?(at path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(String(decoding: data, as: UTF8.self))
  }

  /// Reads headers; those of redirections stand in front and don't count.
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

  /// A length in bytes: decimal digits and nothing else (RFC 9110, 8.6), so never below zero.
  private static func length(_ value: some StringProtocol) -> Int? {
    value.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(value) : nil
  }

  /// Whether `value` is a quoted word of visible ASCII (RFC 9110, 8.8.3).
  private static func isStrong(_ value: String) -> Bool {
    guard value.utf8.count > 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return false }
    return value.utf8.dropFirst().dropLast().allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
  }
}
