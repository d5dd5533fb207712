// SPDX-License-Identifier: MIT

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
