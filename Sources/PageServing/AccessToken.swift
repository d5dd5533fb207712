// SPDX-License-Identifier: MIT

/// A random word in the address of a page.
///
/// Whoever knows it may see the page.
package struct AccessToken: Sendable {
  private static let digits = Array("0123456789abcdef".utf8)

  private let bytes: [UInt8]

  /// Makes a token of 128 bits from the system's random numbers.
  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Makes a token of 128 random bits.
  ///
  /// - Parameter generator: the source of the bits.
  init(using generator: inout some RandomNumberGenerator) {
    bytes = (0..<2).flatMap { _ in
      var word = generator.next()
      return (0..<16).map { _ in
        defer { word >>= 4 }
        return Self.digits[Int(word & 15)]
      }
    }
  }

  /// The token as 32 hexadecimal digits.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Compares a word with the token in a time that does not depend on the word's contents.
  ///
  /// - Parameter word: the bytes of the word.
  /// - Returns: true if the word is the token.
  func matches(_ word: some Collection<UInt8>) -> Bool {
    guard word.count == bytes.count else { return false }
    return zip(bytes, word).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
