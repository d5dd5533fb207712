// SPDX-License-Identifier: MIT

internal import CLinux
internal import Foundation

/// The resident memory of this process.
enum ResidentMemory {
  /// The resident memory in bytes; `nil` if the system does not report it.
  static var now: Int? {
    // proc(5): the second field of statm, in pages.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
  }

  /// Makes the allocator return freed memory to the system at once.
  ///
  /// Otherwise the C library keeps freed blocks, and resident memory depends on the number of
  /// threads.
  static func keepNothingFreed() {
    headstock_keep_nothing_freed()
  }

  /// Allocates, writes and frees `count` bytes.
  static func press(count: Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    for place in stride(from: 0, to: count, by: 4096) { bytes[place] = 1 }
    withExtendedLifetime(bytes) {}
  }
}
