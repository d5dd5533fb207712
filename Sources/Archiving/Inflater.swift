// SPDX-License-Identifier: MIT

internal import CZlib

/// An expander of a raw deflate stream (RFC 1951), block by block.
package struct Inflater: ~Copyable {
  /// The largest block of output in bytes.
  package static let blockSize = 1 << 16

  /// The error of damaged input, or of bytes after the end.
  package struct Damage: Error, Equatable {
    package init() {}
  }

  /// True after the end of the stream.
  package private(set) var isAtEnd = false

  // zlib checks that the address of the stream is the same in every call.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Begins a stream.
  package init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let status = inflateInit2_(
      stream, Deflate.Frame.none.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib finds no memory, or is another than the one built with.")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Expands the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: any number of bytes, less than 4 GB.
  ///   - damage: makes the error for damaged input.
  ///   - body: called with each non-empty block of at most `blockSize` bytes.
  /// - Throws: `Damage` as `damage` maps it, and whatever `body` throws.
  /// - Complexity: O(n), n the expanded bytes. A kilobyte may expand to a megabyte; a caller with a
  ///   limit throws from `body`.
  package mutating func take<Failure: Error>(
    _ bytes: ArraySlice<UInt8>, damage: (Damage) -> Failure,
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = bytes
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      if isAtEnd {
        guard rest.isEmpty else { throw damage(Damage()) }
        return
      }
      let (status, used, made) = step(rest, into: &block)
      rest = rest.dropFirst(used)
      if made > 0 { try body(block[..<made]) }
      switch status {
      case Z_STREAM_END: isAtEnd = true
      case Z_OK: if rest.isEmpty, made < block.count { return }
      // The input is exhausted.
      case Z_BUF_ERROR where rest.isEmpty: return
      default: throw damage(Damage())
      }
    }
  }

  private mutating func step(
    _ input: ArraySlice<UInt8>, into output: inout [UInt8]
  ) -> (status: Int32, used: Int, made: Int) {
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = uInt(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = uInt(output.count)
        let status = inflate(stream, Z_NO_FLUSH)
        return (
          status, input.count - Int(stream.pointee.avail_in),
          output.count - Int(stream.pointee.avail_out)
        )
      }
    }
  }
}
