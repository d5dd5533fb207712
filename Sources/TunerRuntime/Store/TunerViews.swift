// SPDX-License-Identifier: MIT

public import TunerState

/// An asynchronous sequence of a store's states, which buffers none.
///
/// Each iteration returns the current state. A slow reader skips states and receives none out of
/// order. The sequence ends when the store is shut down.
public struct TunerViews: AsyncSequence, Sendable {
  /// The state of a tuner.
  public typealias Element = TunerView

  private let store: TunerStore
  private let signals: AsyncStream<Void>

  init(store: TunerStore, signals: AsyncStream<Void>) {
    self.store = store
    self.signals = signals
  }

  /// Returns an iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, signals: signals.makeAsyncIterator())
  }

  /// An iterator over the states.
  public struct Iterator: AsyncIteratorProtocol {
    private let store: TunerStore
    private var signals: AsyncStream<Void>.Iterator

    init(store: TunerStore, signals: AsyncStream<Void>.Iterator) {
      self.store = store
      self.signals = signals
    }

    /// Returns the newest state after the next action; `nil` at the end.
    public mutating func next() async -> TunerView? {
      guard await signals.next() != nil else { return nil }
      return store.view
    }
  }
}
