// SPDX-License-Identifier: MIT

internal import Synchronization
internal import Tuning

/// A queue of results between the analysis thread and the thread that makes them state.
///
/// One thread posts, one takes. Posting neither locks, waits nor allocates: a result that finds the
/// queue full is dropped and counted, for the analysis must not wait for whoever looks at it.
final class EmissionQueue: @unchecked Sendable {
  /// Two seconds and more at 60 results a second.
  static let capacity = 128

  private let slots: UnsafeMutablePointer<Emission>
  private let posted = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  private let isClosed = Atomic<Bool>(false)
  private let wakeUp = WakeUp()

  init() {
    slots = .allocate(capacity: Self.capacity)
    slots.initialize(
      repeating: Emission(nil, at: MonotonicTime(nanoseconds: 0)), count: Self.capacity)
  }

  deinit {
    slots.deinitialize(count: Self.capacity)
    slots.deallocate()
  }

  /// The number of results that found the queue full.
  var droppedCount: Int { dropped.load(ordering: .relaxed) }

  /// Hands a result over: analysis thread.
  func post(_ emission: Emission) {
    let index = posted.load(ordering: .relaxed)
    guard index - taken.load(ordering: .acquiring) < Self.capacity else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    slots[index & (Self.capacity - 1)] = emission
    posted.store(index + 1, ordering: .releasing)
    wakeUp.signal()
  }

  /// Says that no more will come: analysis thread.
  func close() {
    isClosed.store(true, ordering: .releasing)
    wakeUp.signal()
  }

  /// Makes the taker look again.
  func wake() { wakeUp.signal() }

  /// Sleeps until there may be something to take: delivery thread.
  func wait() { wakeUp.wait() }

  /// Whether everything that will ever come was taken: delivery thread.
  var isDrained: Bool {
    isClosed.load(ordering: .acquiring)
      && posted.load(ordering: .acquiring) == taken.load(ordering: .relaxed)
  }

  /// Takes the oldest result: delivery thread.
  func take() -> Emission? {
    let index = taken.load(ordering: .relaxed)
    guard index < posted.load(ordering: .acquiring) else { return nil }
    let emission = slots[index & (Self.capacity - 1)]
    taken.store(index + 1, ordering: .releasing)
    return emission
  }
}
