// SPDX-License-Identifier: MIT

internal import CZlib

/// Compression by zlib.
///
/// The compressed bytes depend on the version of zlib, and the expanded bytes do not.
package enum Deflate {
  /// The frames around compressed bytes.
  package enum Frame {
    /// None (RFC 1951), as in zip archives.
    case none
    /// A header and a checksum (RFC 1950), as in PNG files.
    case zlib

    /// zlib's code for the frame, with the largest window.
    var windowBits: Int32 { self == .none ? -MAX_WBITS : MAX_WBITS }
  }

  /// Compresses bytes at zlib's highest level.
  ///
  /// - Parameters:
  ///   - bytes: less than 4 GB.
  ///   - frame: the frame around the result.
  /// - Returns: the compressed bytes.
  /// - Complexity: O(n).
  package static func compressed(_ bytes: [UInt8], in frame: Frame) -> [UInt8] {
    var stream = z_stream()
    // zlib checks that the address of the stream is the same in every call.
    return withUnsafeMutablePointer(to: &stream) { stream in
      let status = deflateInit2_(
        stream, Z_BEST_COMPRESSION, Z_DEFLATED, frame.windowBits, MAX_MEM_LEVEL,
        Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
      precondition(status == Z_OK, "zlib finds no memory, or is another than the one built with.")
      defer { deflateEnd(stream) }
      let capacity = Int(deflateBound(stream, uLong(bytes.count)))
      return [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        bytes.withUnsafeBufferPointer { input in
          stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          stream.pointee.avail_in = uInt(input.count)
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = uInt(capacity)
          let status = deflate(stream, Z_FINISH)
          precondition(status == Z_STREAM_END, "The bound holds the whole stream.")
        }
        count = Int(stream.pointee.total_out)
      }
    }
  }
}

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
