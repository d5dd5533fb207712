// SPDX-License-Identifier: MIT

import Foundation

/// Distributes the numbers of recordings, each once and in order.
final class BatchCounter: @unchecked Sendable {  // `next` is guarded by `lock`.
  private let lock = NSLock()
  private let count: Int
  private var next = 0

  /// Counts from 0 to `count` − 1.
  init(count: Int) { self.count = count }

  /// Returns the next number; `nil` after the last.
  func take() -> Int? {
    lock.lock()
    defer { lock.unlock() }
    guard next < count else { return nil }
    next += 1
    return next - 1
  }
}
