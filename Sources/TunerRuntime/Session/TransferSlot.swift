// SPDX-License-Identifier: MIT

internal import Synchronization

/// A slot that moves a noncopyable value from one thread to another.
final class TransferSlot<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value?
  private let isTaken = Atomic<Bool>(false)

  /// Stores `value`.
  init(_ value: consuming sending Value) { self.value = consume value }

  /// Returns the value at the first call, and `nil` at every later one.
  func take() -> Value? {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return value.take()
  }
}
