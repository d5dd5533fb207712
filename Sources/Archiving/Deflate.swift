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
