// SPDX-License-Identifier: MIT

import FileStore

/// The reasons why a sound font can't be read; every case has the offset in the file.
package enum SoundFontError: Error, Hashable, Sendable {
  /// The file can't be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// The file ends before the required bytes.
  case endsEarly(offset: UInt64, required: Int, actual: Int)
  /// The file does not hold `expected` at this offset.
  case unexpected(offset: UInt64, expected: String)
  /// A chunk exceeds its parent.
  case chunkTooLong(offset: UInt64, name: String)
  /// A required chunk is missing.
  case chunkMissing(name: String)
  /// The sample headers are not complete records, or the terminal record is missing.
  case headersUneven(offset: UInt64, size: UInt64)
  /// No sample has this number.
  case noSuchSample(index: Int, count: Int)
  /// The bounds of a sample are contradictory or exceed the data.
  case badBounds(index: Int, start: UInt32, end: UInt32, available: UInt64)
}

extension SoundFontError: CustomStringConvertible {
  /// One sentence for a person.
  package var description: String {
    switch self {
    case .openFailed(let code): "can't be opened (\(errorText(code)))"
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

extension RandomAccessFile {
  /// Opens a sound font.
  init(soundFont path: String) throws(SoundFontError) {
    do {
      self = try RandomAccessFile(path: path)
    } catch {
      throw SoundFontError(error)
    }
  }

  /// Reads exactly `count` bytes of a sound font from `offset` on.
  func bytes(_ count: Int, at offset: UInt64) throws(SoundFontError) -> [UInt8] {
    do {
      return try read(count, at: offset)
    } catch {
      throw SoundFontError(error)
    }
  }
}

extension SoundFontError {
  fileprivate init(_ error: RandomAccessError) {
    switch error {
    case .openFailed(let code): self = .openFailed(code: code)
    case .endsEarly(let offset, let required, let actual):
      self = .endsEarly(offset: offset, required: required, actual: actual)
    }
  }
}

/// One chunk of a RIFF file: a name of four characters, a length, and a body.
struct RIFFChunk {
  private static let headerSize: UInt64 = 8
  private static let formSize: UInt64 = 4

  let name: String
  /// The offset of the body in the file.
  let body: UInt64
  /// The body's length, without the pad byte.
  let size: UInt64

  /// Reads the chunk header at `offset`, in a parent that ends at `end`.
  init(
    in file: borrowing RandomAccessFile, at offset: UInt64, end: UInt64
  ) throws(SoundFontError) {
    let header = try file.bytes(Int(Self.headerSize), at: offset)
    name = String(decoding: header[0..<4], as: UTF8.self)
    size = header[4..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    body = offset + Self.headerSize
    guard size <= end - body else { throw .chunkTooLong(offset: offset, name: name) }
  }

  /// Returns the form type of a `RIFF` or `LIST` chunk.
  func formType(in file: borrowing RandomAccessFile) throws(SoundFontError) -> String {
    guard size >= Self.formSize else { throw .unexpected(offset: body, expected: "a form type") }
    return String(decoding: try file.bytes(Int(Self.formSize), at: body), as: UTF8.self)
  }

  /// Returns the chunks in a `RIFF` or `LIST` chunk; each starts at an even offset.
  func children(in file: borrowing RandomAccessFile) throws(SoundFontError) -> [RIFFChunk] {
    var children: [RIFFChunk] = []
    let end = body + size
    var offset = body + Self.formSize
    while offset + Self.headerSize <= end {
      let child = try RIFFChunk(in: file, at: offset, end: end)
      children.append(child)
      offset = child.body + child.size + child.size % 2
    }
    return children
  }
}
