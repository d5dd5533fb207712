// SPDX-License-Identifier: MIT

internal import CLinux
internal import Foundation

/// The memory of this process that is in RAM.
enum ResidentMemory {
  /// In bytes; `nil` where the system doesn't tell.
  static var now: Int? {
    // proc(5): the second figure of statm, in pages.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(getpagesize()) } : nil
  }

  /// Has what is freed go back to the system at once, so that what stays is what somebody holds.
  ///
  /// Otherwise the C library keeps freed blocks, as many as chance and its number of threads have it.
  static func keepNothingFreed() {
    headstock_keep_nothing_freed()
  }

  /// Claims, writes and lets go of `count` bytes.
  static func press(count: Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    for place in stride(from: 0, to: count, by: 4096) { bytes[place] = 1 }
    withExtendedLifetime(bytes) {}
  }
}
