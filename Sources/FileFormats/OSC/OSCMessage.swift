// SPDX-License-Identifier: MIT

/// A message of Open Sound Control 1.0: an address and its arguments.
package struct OSCMessage: Hashable, Sendable {
  /// An argument of a message.
  package enum Argument: Hashable, Sendable {
    /// A whole number of 32 bits, tag `i`.
    case integer(Int32)
    /// A number of 32 bits, tag `f`.
    case float(Float)
    /// A text, tag `s`.
    case text(String)
  }

  /// The address, which begins with a slash.
  package let address: String
  /// The arguments.
  package let arguments: [Argument]

  /// Makes a message.
  ///
  /// - Parameters:
  ///   - address: the address, which begins with a slash and has no NUL.
  ///   - arguments: the arguments; a text ends at its first NUL.
  package init(_ address: String, _ arguments: [Argument] = []) {
    self.address = address
    self.arguments = arguments
  }

  /// The bytes of the message: address, tags and arguments, each padded to four bytes, with numbers
  /// in big-endian order.
  package var bytes: [UInt8] {
    let tags = arguments.map { argument in
      switch argument {
      case .integer: "i"
      case .float: "f"
      case .text: "s"
      }
    }.joined()
    var bytes = Self.padded(address) + Self.padded("," + tags)
    for argument in arguments {
      switch argument {
      case .integer(let number): bytes += Self.bigEndian(UInt32(bitPattern: number))
      case .float(let number): bytes += Self.bigEndian(number.bitPattern)
      case .text(let text): bytes += Self.padded(text)
      }
    }
    return bytes
  }

  /// Returns a text with one to four NUL behind it, so that its length is a multiple of four.
  private static func padded(_ text: String) -> [UInt8] {
    let bytes = text.utf8.prefix { $0 != 0 }
    return Array(bytes) + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
