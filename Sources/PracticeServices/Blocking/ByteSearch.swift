// SPDX-License-Identifier: MIT

import CLinux

/// The C library's search, over spans.
enum ByteSearch {
  /// Returns the first place of `pattern` from `start` on.
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
