// SPDX-License-Identifier: MIT

import CLinux

/// A search for bytes by the C library, over spans.
enum ByteSearch {
  /// Returns the first position of `pattern` at or after `start`.
  static func index(of pattern: Span<UInt8>, in bytes: Span<UInt8>, from start: Int) -> Int? {
    pattern.withUnsafeBufferPointer { pattern in
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress, let wanted = pattern.baseAddress,
          start < buffer.count
        else { return nil }
        let place = headstock_find(base + start, buffer.count - start, wanted, pattern.count)
        return place < 0 ? nil : start + place
      }
    }
  }
}
