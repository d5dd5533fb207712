// SPDX-License-Identifier: MIT

internal import Synchronization
public import Tuning

/// A queue of results from the analysis thread to the delivery thread, with one writer and one
/// reader.
///
/// Posting neither locks, waits nor allocates. When the queue is full, a result is dropped and
/// counted, because the analysis must not wait for a reader.
final class EmissionQueue: @unchecked Sendable {
  /// More than two seconds at 60 results a second.
  static let capacity = 128

  private let slots: UnsafeMutablePointer<Emission>
  private let posted = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  private let isClosed = Atomic<Bool>(false)
  private let semaphore = BinarySemaphore()

  init() {
    slots = .allocate(capacity: Self.capacity)
    slots.initialize(
      repeating: Emission(nil, at: MonotonicTime(nanoseconds: 0)), count: Self.capacity)
  }

  deinit {
    slots.deinitialize(count: Self.capacity)
    slots.deallocate()
  }

  /// False if the process had no descriptor left for the queue.
  var isWorking: Bool { semaphore.isWorking }

  /// The number of results dropped because the queue was full.
  var droppedCount: Int { dropped.load(ordering: .relaxed) }

  /// Appends a result; called on the analysis thread.
  func post(_ emission: Emission) {
    let index = posted.load(ordering: .relaxed)
    guard index - taken.load(ordering: .acquiring) < Self.capacity else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    slots[index & (Self.capacity - 1)] = emission
    posted.store(index + 1, ordering: .releasing)
    semaphore.signal()
  }

  /// Closes the queue; called on the analysis thread.
  func close() {
    isClosed.store(true, ordering: .releasing)
    semaphore.signal()
  }

  /// Wakes the delivery thread.
  func wake() { semaphore.signal() }

  /// Sleeps until there may be a result; called on the delivery thread.
  func wait() { semaphore.wait() }

  /// True when the queue is closed and empty; read on the delivery thread.
  var isDrained: Bool {
    isClosed.load(ordering: .acquiring)
      && posted.load(ordering: .acquiring) == taken.load(ordering: .relaxed)
  }

  /// Takes the oldest result; called on the delivery thread.
  func take() -> Emission? {
    let index = taken.load(ordering: .relaxed)
    guard index < posted.load(ordering: .acquiring) else { return nil }
    let emission = slots[index & (Self.capacity - 1)]
    taken.store(index + 1, ordering: .releasing)
    return emission
  }
}

/// A result on its way from the analysis thread to the state.
public struct Emission: Sendable {
  /// The result of one string; `nil` for an empty emission, which measures the path itself, and for
  /// an emission of a stroke.
  public let result: PitchResult?
  /// The result of every string; `nil` for any other emission.
  public let strum: StrumResult?
  /// The time at which the analysis thread completed the result.
  public let emitted: MonotonicTime

  /// Makes an emission.
  public init(_ result: PitchResult?, at emitted: MonotonicTime) {
    self.result = result
    strum = nil
    self.emitted = emitted
  }

  /// Makes an emission of every string.
  public init(strum: StrumResult, at emitted: MonotonicTime) {
    result = nil
    self.strum = strum
    self.emitted = emitted
  }
}
