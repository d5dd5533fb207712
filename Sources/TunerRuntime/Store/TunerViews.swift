// SPDX-License-Identifier: MIT

public import TunerState

/// The states of a store as they come, newest only: a view of it, which holds none.
///
/// Every iterator step that waits returns the state of that moment, so that a slow reader skips states
/// and none arrives twice in a wrong order. It ends when the store is shut down.
public struct TunerViews: AsyncSequence, Sendable {
  /// What a tuner shows.
  public typealias Element = TunerView

  private let store: TunerStore
  private let signals: AsyncStream<Void>

  init(store: TunerStore, signals: AsyncStream<Void>) {
    self.store = store
    self.signals = signals
  }

  /// Returns what waits for the states; one for each sequence.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, signals: signals.makeAsyncIterator())
  }

  /// Waits for one state after another.
  public struct Iterator: AsyncIteratorProtocol {
    private let store: TunerStore
    private var signals: AsyncStream<Void>.Iterator

    init(store: TunerStore, signals: AsyncStream<Void>.Iterator) {
      self.store = store
      self.signals = signals
    }

    /// Returns the newest state, once there is one that was not returned yet; `nil` at the end.
    public mutating func next() async -> TunerView? {
      guard await signals.next() != nil else { return nil }
      return store.view
    }
  }
}
