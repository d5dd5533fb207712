// SPDX-License-Identifier: MIT

internal import Synchronization
public import Tuning

/// A queue of results from the analysis thread to the delivery thread, with one writer and one
/// reader.
///
/// Posting neither locks, waits nor allocates. When the queue is full, a result is dropped and
/// counted, because the analysis must not wait for a reader. The next result of its kind has the
/// number of those that are missing before it, and the last result of each kind is never dropped,
/// so that a reader finds every loss.
final class EmissionQueue: @unchecked Sendable {
  /// The size of the ring, a power of two.
  private static let slotCount = 256
  /// More than two seconds of 60 updates, each with a result of all strings and one of one string.
  ///
  /// The rest of the ring is for the last result of each kind.
  static let capacity = slotCount - 2

  /// The results of a kind that were dropped since the last one that was not.
  private struct Backlog {
    var newest: Emission?
    /// The number of results that are missing before the next one.
    var missing = 0
  }

  private let slots: UnsafeMutablePointer<Emission>
  private let posted = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let dropped = Atomic<Int>(0)
  // Only the analysis thread uses the two backlogs.
  private var shown = Backlog()
  private var beside = Backlog()
  private let isClosed = Atomic<Bool>(false)
  private let semaphore = BinarySemaphore()

  init() {
    slots = .allocate(capacity: Self.slotCount)
    slots.initialize(
      repeating: Emission(nil, at: MonotonicTime(nanoseconds: 0)), count: Self.slotCount)
  }

  deinit {
    slots.deinitialize(count: Self.slotCount)
    slots.deallocate()
  }

  /// False if the process had no descriptor left for the queue.
  var isWorking: Bool { semaphore.isWorking }

  /// The number of results dropped because the queue was full.
  var droppedCount: Int { dropped.load(ordering: .relaxed) }

  /// Appends a result; called on the analysis thread.
  func post(_ emission: Emission) {
    if emission.beside == nil {
      post(emission, &shown)
    } else {
      post(emission, &beside)
    }
  }

  private func post(_ emission: Emission, _ backlog: inout Backlog) {
    var emission = emission
    emission.missing += backlog.missing
    let waiting = posted.load(ordering: .relaxed) - taken.load(ordering: .acquiring)
    guard waiting < Self.capacity else {
      dropped.add(1, ordering: .relaxed)
      backlog.missing = emission.missing + 1
      backlog.newest = emission
      return
    }
    backlog = Backlog()
    append(emission)
  }

  private func append(_ emission: Emission) {
    let index = posted.load(ordering: .relaxed)
    slots[index & (Self.slotCount - 1)] = emission
    posted.store(index + 1, ordering: .releasing)
    semaphore.signal()
  }

  private func restore(_ last: Emission) {
    dropped.subtract(1, ordering: .relaxed)
    append(last)
  }

  /// Closes the queue; called on the analysis thread.
  func close() {
    if let last = shown.newest { restore(last) }
    if let last = beside.newest { restore(last) }
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
    let emission = slots[index & (Self.slotCount - 1)]
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
  /// The result of one string that was measured beside a stroke, for sinks that follow it; `nil`
  /// for any other emission.
  let beside: PitchResult?
  /// The number of results of the same kind that are missing before this one: omitted, because the
  /// analysis was behind, or dropped, because the delivery was.
  var missing = 0
  /// The time at which the analysis thread completed the result.
  public let emitted: MonotonicTime

  /// Makes an emission.
  public init(_ result: PitchResult?, at emitted: MonotonicTime) {
    self.result = result
    strum = nil
    beside = nil
    self.emitted = emitted
  }

  /// Makes an emission of every string.
  public init(strum: StrumResult, at emitted: MonotonicTime) {
    result = nil
    self.strum = strum
    beside = nil
    self.emitted = emitted
  }

  /// Makes an emission of one string while strokes are measured.
  init(beside result: PitchResult, at emitted: MonotonicTime) {
    self.result = nil
    strum = nil
    beside = result
    self.emitted = emitted
  }
}
