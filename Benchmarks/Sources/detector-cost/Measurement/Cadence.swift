// SPDX-License-Identifier: MIT

import CMeasurement

/// What happens between two updates, which a tight loop leaves out and which makes it look twice as
/// fast as the real thing.
enum Cadence {
  /// So many bytes of other memory are read, as the rest of a machine would meanwhile: where that
  /// is more than the last cache holds, nothing of the detector is in any cache any more, its code
  /// included.
  case evicting(EvictionBuffer)
  /// The thread sleeps until the next hop would have arrived.
  case paced(intervalNanoseconds: Int64)
  /// Nothing: a tight loop, for comparison.
  case tight

  /// Lets the time between two updates pass.
  func pass() {
    switch self {
    case .evicting(let buffer): buffer.touch()
    case .paced(let interval):
      headstock_sleep_until(
        (headstock_monotonic_nanoseconds() / interval + 1) * interval)
    case .tight: break
    }
  }
}

/// Memory that is read through to push other data out of the caches.
final class EvictionBuffer {
  private static let lineCount = 64 / MemoryLayout<UInt64>.stride
  private let words: [UInt64]
  /// Keeps the reading from being optimised away.
  private(set) var sum: UInt64 = 0

  init(bytes: Int) {
    words = Array(repeating: 1, count: max(1, bytes / MemoryLayout<UInt64>.stride))
  }

  func touch() {
    sum = words.withUnsafeBufferPointer { words in
      var sum = sum
      for index in stride(from: 0, to: words.count, by: Self.lineCount) { sum &+= words[index] }
      return sum
    }
  }
}
