// SPDX-License-Identifier: MIT

import Glibc

/// The C library's search, over spans.
enum ByteSearch {
  /// Returns the first place of `pattern` from `start` on.
  static func index(of pattern: Span<UInt8>, in bytes: Span<UInt8>, from start: Int) -> Int? {
    pattern.withUnsafeBufferPointer { pattern in
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress, let wanted = pattern.baseAddress,
          start < buffer.count,
          let place = memmem(base + start, buffer.count - start, wanted, pattern.count)
        else { return nil }
        return UnsafeRawPointer(place) - UnsafeRawPointer(base)
      }
    }
  }
}
