// SPDX-License-Identifier: MIT

internal import Synchronization

/// The end of a ``SampleRing`` that a capture thread writes to.
///
/// Every method is wait-free: none of them locks, allocates, asks the system for anything, or takes
/// longer because of the reader.
public struct SampleRingWriter: ~Copyable, Sendable {
  private let ring: SampleRing
  private var written = 0
  private var gapsWritten = 0
  /// What the reader had read when it was last looked at; it can only have read more since.
  private var knownRead = 0
  /// Lost, and not told to the reader yet.
  private var pendingLoss = 0

  init(ring: SampleRing) { self.ring = ring }

  /// Appends `block`, or as much of its front as there is room for: the rest is lost, and counted.
  ///
  /// - Parameter block: the next samples of the stream.
  /// - Returns: the number of samples that were taken.
  /// - Complexity: O(n). Wait-free.
  @discardableResult
  public mutating func write(_ block: Span<Float>) -> Int {
    guard !block.isEmpty else { return 0 }
    var room = ring.capacity - (written - knownRead)
    if room < block.count {
      knownRead = ring.read.pointee.load(ordering: .acquiring)
      room = ring.capacity - (written - knownRead)
    }
    var count = min(room, block.count)
    if count > 0, !publishPendingLoss() { count = 0 }
    store(block, count: count)
    if count < block.count {
      pendingLoss += block.count - count
      ring.overflowed.pointee.add(block.count - count, ordering: .relaxed)
    }
    return count
  }

  /// Says that `count` samples were lost before they got here.
  ///
  /// - Parameter count: the number of samples, 0 or more; gaps in a row are one gap.
  public mutating func skip(_ count: Int) {
    precondition(count >= 0, "A gap has a length.")
    pendingLoss += count
    ring.missed.pointee.add(count, ordering: .relaxed)
  }

  /// Says that nothing more will come: a reader that has read everything is told so.
  ///
  /// - Postcondition: a gap at the very end is told too, unless gaps filled their queue.
  public mutating func finish() {
    _ = publishPendingLoss()
    ring.isFinished.store(true, ordering: .releasing)
  }

  /// Writes the gap that lies before the next sample; false if the reader must read gaps first.
  private mutating func publishPendingLoss() -> Bool {
    guard pendingLoss > 0 else { return true }
    let read = ring.gapsRead.pointee.load(ordering: .acquiring)
    guard gapsWritten - read < SampleRing.gapCapacity else { return false }
    ring.gaps[gapsWritten & (SampleRing.gapCapacity - 1)] = .init(
      index: written, lost: pendingLoss)
    pendingLoss = 0
    gapsWritten += 1
    ring.gapsWritten.pointee.store(gapsWritten, ordering: .releasing)
    return true
  }

  private mutating func store(_ block: Span<Float>, count: Int) {
    guard count > 0 else { return }
    let start = written & (ring.capacity - 1)
    let first = min(count, ring.capacity - start)
    block.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      (ring.samples + start).update(from: base, count: first)
      ring.samples.update(from: base + first, count: count - first)
    }
    written += count
    ring.written.pointee.store(written, ordering: .releasing)
  }
}
