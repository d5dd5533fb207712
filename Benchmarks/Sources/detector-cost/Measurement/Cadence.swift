// SPDX-License-Identifier: MIT

import CMeasurement

/// What happens between two updates, which a tight loop leaves out and which makes it look twice as
/// fast as the real thing.
enum Cadence {
  /// So many bytes of other memory are written, as the rest of a machine would meanwhile: the
  /// caches of the core hold nothing of the detector any more.
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

/// Memory that is written through to push other data out of the caches.
final class EvictionBuffer {
  private static let lineCount = 64 / MemoryLayout<UInt64>.stride
  private var words: [UInt64]

  init(bytes: Int) {
    words = Array(repeating: 1, count: max(1, bytes / MemoryLayout<UInt64>.stride))
  }

  func touch() {
    words.withUnsafeMutableBufferPointer { words in
      for index in stride(from: 0, to: words.count, by: Self.lineCount) { words[index] &+= 1 }
    }
  }
}
