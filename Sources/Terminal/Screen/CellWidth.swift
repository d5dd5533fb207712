// SPDX-License-Identifier: MIT

extension Character {
  /// The number of terminal cells of the character: 0, 1 or 2.
  ///
  /// Wide are the blocks that Unicode's East Asian Width (UAX #11) calls wide, as terminals draw
  /// them, and emoji. Variation selector 16 makes a symbol an emoji, and selector 15 makes an emoji
  /// a narrow symbol (UTS #51). A combining character alone takes no cell.
  package var cellWidth: Int {
    var scalars = unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    let second = scalars.next()
    if second?.value == Self.emojiSelector, first.properties.isEmoji { return 2 }
    if first.isASCII { return first.value < 0x20 || first.value == 0x7f ? 0 : 1 }
    // The fast path: arrows, lines, blocks and shapes, of which displays consist.
    switch first.value {
    case 0x2190...0x21ff, 0x2500...0x25fc: return 1
    default: break
    }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .format: return 0
    default: break
    }
    if first.properties.isEmojiPresentation {
      return second?.value == Self.textSelector ? 1 : 2
    }
    return Self.isWide(first.value) ? 2 : 1
  }

  private static let textSelector: UInt32 = 0xfe0e
  private static let emojiSelector: UInt32 = 0xfe0f

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xa000...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60,
      0xffe0...0xffe6, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// The number of terminal cells of the text.
  package var cellWidth: Int { reduce(0) { $0 + $1.cellWidth } }
}
