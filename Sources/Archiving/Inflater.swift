// SPDX-License-Identifier: MIT

internal import CZlib

/// Expands a stream of deflated bytes without a frame (RFC 1951), block by block.
package struct Inflater: ~Copyable {
  /// The most bytes that are handed over at a time.
  package static let blockSize = 1 << 16

  /// Damage, or bytes behind the end.
  package struct Damage: Error, Equatable {
    package init() {}
  }

  /// True when the stream has come to its end.
  package private(set) var isAtEnd = false

  // zlib compares the address of the stream from call to call.
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

  /// Takes the next bytes and hands over what they expand to.
  ///
  /// - Parameters:
  ///   - bytes: any number of them, less than 4 GB.
  ///   - damage: makes the error to throw of what is wrong with the bytes.
  ///   - body: called with each block of at most `blockSize` bytes, never an empty one.
  /// - Throws: `Damage` as `damage` maps it, and whatever `body` throws.
  /// - Complexity: O(n) of what they expand to. A kilobyte may expand to a megabyte: a caller that
  ///   wants less throws.
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
      // Nothing more is to be had of these bytes.
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
