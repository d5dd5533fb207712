// SPDX-License-Identifier: MIT

internal import Synchronization

/// The end of a ``SampleRing`` for the capture thread.
///
/// Every method is wait-free: none locks, allocates, calls the system, or takes longer because of
/// the reader.
public struct SampleRingWriter: ~Copyable, Sendable {
  private let ring: SampleRing
  private var written = 0
  private var gapsWritten = 0
  /// The reader's count when it was last loaded.
  ///
  /// The reader may have read more since.
  private var knownRead = 0
  /// The number of lost samples that the reader does not know of yet.
  private var pendingLoss = 0

  init(ring: SampleRing) { self.ring = ring }

  /// Appends `block`, or as much of its front as there is room for.
  ///
  /// The rest is lost and counted.
  ///
  /// - Parameter block: the next samples of the stream.
  /// - Returns: the number of appended samples.
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

  /// Reports that `count` samples were lost before the ring.
  ///
  /// - Parameter count: the number of samples, 0 or more; consecutive gaps are one gap.
  public mutating func skip(_ count: Int) {
    precondition(count >= 0, "A gap has a length.")
    pendingLoss += count
    ring.missed.pointee.add(count, ordering: .relaxed)
  }

  /// Ends the stream: the reader receives ``CaptureEvent/ended`` after it has read everything.
  ///
  /// - Postcondition: a gap at the end is reported too, unless the queue of gaps is full.
  public mutating func finish() {
    _ = publishPendingLoss()
    ring.finished.store(true, ordering: .releasing)
  }

  /// Writes the gap before the next sample; returns false if the reader must read gaps first.
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
