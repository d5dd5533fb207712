// SPDX-License-Identifier: MIT

/// One header of a tar archive (POSIX.1-2017, pax, "ustar Interchange Format").
struct TarHeader {
  /// The name's bytes, including directories.
  let name: [UInt8]
  /// The type flag of the member.
  let type: UInt8
  /// The length of the contents without padding.
  let byteCount: Int

  /// Reads a block of 512 bytes; `nil` when its checksum or its size is invalid.
  init?(_ bytes: [UInt8]) {
    let sum = bytes.enumerated().reduce(0) { sum, byte in
      sum + Int((148..<156).contains(byte.offset) ? UInt8(ascii: " ") : byte.element)
    }
    guard Self.octal(bytes[148..<156]) == sum, let size = Self.octal(bytes[124..<136]) else {
      return nil
    }
    let last = Self.text(bytes[0..<100])
    let isStandard = Array(bytes[257..<263]) == Array("ustar\0".utf8)
    let front = isStandard ? Self.text(bytes[345..<500]) : []
    name = front.isEmpty ? last : front + [UInt8(ascii: "/")] + last
    type = bytes[156]
    byteCount = size
  }

  /// True for an extended header, which describes the next member or all members.
  var isRecord: Bool { "xgL".utf8.contains(type) }

  /// Returns the kind of the member.
  ///
  /// - Parameter name: its full name, which an extended header may have given. The name in this
  ///   header may be cut at a slash, and old archives mark a directory by a trailing slash.
  /// - Returns: the kind.
  func kind(named name: [UInt8]) -> ArchiveInventory.Kind {
    switch type {
    case 0, UInt8(ascii: "0"):
      name.last == UInt8(ascii: "/") ? .directory : .file(byteCount: byteCount)
    case UInt8(ascii: "5"): byteCount == 0 ? .directory : .other("a directory with contents")
    case UInt8(ascii: "1"): .other("a hard link")
    case UInt8(ascii: "2"): .other("a symbolic link")
    case UInt8(ascii: "3"), UInt8(ascii: "4"): .other("a device")
    case UInt8(ascii: "6"): .other("a pipe")
    default: .other("no file and no directory")
    }
  }

  /// Parses the fields of a pax record, `length key=value\n` each; `nil` when one is damaged.
  static func fields(ofRecord bytes: [UInt8]) -> [String: [UInt8]]? {
    var fields: [String: [UInt8]] = [:]
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let blank = rest.firstIndex(of: UInt8(ascii: " ")),
        let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
        length > blank - rest.startIndex + 1, length <= rest.count
      else { return nil }
      let field = rest.prefix(length)[(blank + 1)...]
      guard field.last == UInt8(ascii: "\n"), let sign = field.firstIndex(of: UInt8(ascii: "="))
      else { return nil }
      fields[String(decoding: field[..<sign], as: UTF8.self)] = Array(
        field[(sign + 1)...].dropLast())
      rest = rest.dropFirst(length)
    }
    return fields
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Array(bytes.prefix { $0 != 0 })
  }

  private static func octal(_ bytes: ArraySlice<UInt8>) -> Int? {
    let digits = bytes.drop { $0 == UInt8(ascii: " ") }
      .prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }
}
