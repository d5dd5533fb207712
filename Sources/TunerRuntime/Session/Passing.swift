// SPDX-License-Identifier: MIT

internal import Synchronization

/// Passes a value with one owner from the thread that made it to the thread that keeps it.
final class Passing<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value?
  private let isTaken = Atomic<Bool>(false)

  /// Holds `value` for whoever comes.
  init(_ value: consuming sending Value) { self.value = consume value }

  /// Returns the value to the first who asks, and `nil` to everybody else.
  func take() -> Value? {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return value.take()
  }
}
