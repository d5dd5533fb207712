// SPDX-License-Identifier: MIT

/// A parser of the bytes from a terminal, which may arrive in any fragments.
///
/// It understands the cursor keys of ECMA-48 terminals in both modes, bracketed pastes, and UTF-8.
/// An unknown sequence is one unknown key, not the letters in it.
package struct KeyParser: Sendable {
  // The longest sequence, so that an unfinished one can't exhaust the memory.
  private static let longestSequence = 32
  private static let longestPaste = 4096
  private static let endOfPaste: [UInt8] = Array("\u{1b}[201~".utf8)

  private enum Phase {
    case ground, escape, sequence, single, paste, character(remaining: Int)
  }

  private var phase = Phase.ground
  private var pending: [UInt8] = []

  /// Makes a parser at the beginning of a stream.
  package init() {}

  /// True while an incomplete sequence is pending: a single escape byte may be a key.
  package var isWaiting: Bool {
    if case .ground = phase { false } else { true }
  }

  /// Parses bytes.
  ///
  /// - Parameter bytes: the next bytes.
  /// - Returns: the complete keys in order.
  package mutating func keys(from bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes {
      if let key = key(after: byte) { keys.append(key) }
    }
    return keys
  }

  /// Ends a pending sequence after a timeout.
  ///
  /// - Returns: the escape key for a single escape byte, `nil` inside a paste or without pending
  ///   bytes, otherwise an unknown key.
  package mutating func flush() -> Key? {
    switch phase {
    case .ground, .paste: return nil
    case .escape:
      reset()
      return .escape
    case .sequence, .single, .character:
      reset()
      return .unknown
    }
  }

  private mutating func reset() {
    phase = .ground
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func key(after byte: UInt8) -> Key? {
    switch phase {
    case .ground: return ground(byte)
    case .escape: return escape(byte)
    case .sequence: return sequence(byte)
    case .single:
      reset()
      return Self.cursorKey(byte) ?? .unknown
    case .paste: return paste(byte)
    case .character(let remaining): return character(byte, remaining: remaining)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x1b:
      phase = .escape
      return nil
    case 0x0d, 0x0a: return .enter
    case 0x09: return .tab
    case 0x7f, 0x08: return .backspace
    case 0x01...0x1a: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00, 0x1c...0x1f: return .unknown
    case 0x20...0x7e: return .character(Character(Unicode.Scalar(byte)))
    case 0xc2...0xdf: return beginCharacter(byte, remaining: 1)
    case 0xe0...0xef: return beginCharacter(byte, remaining: 2)
    case 0xf0...0xf4: return beginCharacter(byte, remaining: 3)
    default: return .unknown
    }
  }

  private mutating func beginCharacter(_ byte: UInt8, remaining: Int) -> Key? {
    pending = [byte]
    phase = .character(remaining: remaining)
    return nil
  }

  private mutating func character(_ byte: UInt8, remaining: Int) -> Key? {
    guard byte & 0xc0 == 0x80 else {
      // The character was incomplete, and the byte begins another one.
      reset()
      return ground(byte)
    }
    pending.append(byte)
    if remaining > 1 {
      phase = .character(remaining: remaining - 1)
      return nil
    }
    let text = String(decoding: pending, as: UTF8.self)
    reset()
    guard let character = text.first, text.count == 1, character != "\u{fffd}" else {
      return .unknown
    }
    return .character(character)
  }

  private mutating func escape(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "["):
      phase = .sequence
      return nil
    case UInt8(ascii: "O"):
      phase = .single
      return nil
    case 0x1b:
      return .escape
    default:
      // A key with the alt key.
      reset()
      return .unknown
    }
  }

  private mutating func sequence(_ byte: UInt8) -> Key? {
    // The Linux console sends a second bracket and a letter for F1 to F5.
    let isSecondBracket = byte == UInt8(ascii: "[") && pending.isEmpty
    guard (0x40...0x7e).contains(byte), !isSecondBracket else {
      pending.append(byte)
      let isParameter = (0x20...0x3f).contains(byte) || isSecondBracket
      if pending.count <= Self.longestSequence, isParameter { return nil }
      reset()
      return .unknown
    }
    let parameters = String(decoding: pending, as: UTF8.self)
    reset()
    if byte == UInt8(ascii: "~"), parameters == "200" {
      phase = .paste
      return nil
    }
    return parameters.isEmpty ? Self.cursorKey(byte) ?? .unknown : .unknown
  }

  private mutating func paste(_ byte: UInt8) -> Key? {
    pending.append(byte)
    if pending.count > Self.longestPaste + Self.endOfPaste.count {
      // Drops bytes beyond the limit but still finds the end.
      pending.remove(at: Self.longestPaste)
    }
    guard pending.suffix(Self.endOfPaste.count).elementsEqual(Self.endOfPaste) else { return nil }
    let text = String(decoding: pending.dropLast(Self.endOfPaste.count), as: UTF8.self)
    reset()
    return .pasted(text)
  }

  private static func cursorKey(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    default: nil
    }
  }
}
