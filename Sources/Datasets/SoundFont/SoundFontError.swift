// SPDX-License-Identifier: MIT

/// Why a sound font can't be read: every case says where in the file.
public enum SoundFontError: Error, Hashable, Sendable {
  /// The file can't be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// Bytes that a header counts on are not there.
  case endsEarly(offset: UInt64, required: Int, actual: Int)
  /// Something else stands where this format has `expected`.
  case unexpected(offset: UInt64, expected: String)
  /// A chunk that reaches beyond the one it lies in.
  case chunkTooLong(offset: UInt64, name: String)
  /// A chunk that a bank can't be without.
  case chunkMissing(name: String)
  /// The sample headers are not whole records, or not even the terminal one is there.
  case headersUneven(offset: UInt64, size: UInt64)
  /// No sample has this number.
  case noSuchSample(index: Int, count: Int)
  /// A sample whose bounds contradict themselves or the data.
  case badBounds(index: Int, start: UInt32, end: UInt32, available: UInt64)
}

extension SoundFontError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .openFailed(let code): "can't be opened (\(systemMessage(code)))"
    case .endsEarly(let offset, let required, let actual):
      "not a whole sound font (\(required) bytes are due at byte \(offset), \(actual) are there)"
    case .unexpected(let offset, let expected):
      "not a sound font (\(expected) is due at byte \(offset))"
    case .chunkTooLong(let offset, let name):
      "a damaged sound font (the chunk \(name) at byte \(offset) is longer than its parent)"
    case .chunkMissing(let name): "a damaged sound font (it has no chunk \(name))"
    case .headersUneven(let offset, let size):
      "a damaged sound font (the \(size) bytes of sample headers at byte \(offset) are not whole "
        + "records)"
    case .noSuchSample(let index, let count):
      "there is no sample \(index): the sound font has \(count)"
    case .badBounds(let index, let start, let end, let available):
      "sample \(index) runs from \(start) to \(end), and there are \(available) samples"
    }
  }
}
