// SPDX-License-Identifier: MIT

import CMeasurement

/// The activity between two updates.
///
/// A tight loop has none and looks twice as fast as a tuner.
enum Cadence {
  /// Reads other memory, as the rest of a machine does. If it is larger than the last cache, no
  /// cache holds anything of the detector afterwards, not even its code.
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
