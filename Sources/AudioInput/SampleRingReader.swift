// SPDX-License-Identifier: MIT

public import Acoustics
internal import Synchronization

/// The end of a ``SampleRing`` for the analysis thread.
///
/// Reading is wait-free. Waiting for more samples is the caller's task: the ring knows no thread.
public struct SampleRingReader: ~Copyable, Sendable {
  private let ring: SampleRing
  private var read = 0
  private var gapsRead = 0

  /// The position after all that was read, gaps included.
  public private(set) var position = SamplePosition.start

  init(ring: SampleRing) { self.ring = ring }

  /// Reads the next samples up to a gap, or the next gap.
  ///
  /// - Parameter block: filled at its front; unchanged after the returned count.
  /// - Returns: ``CaptureEvent/idle`` if nothing is stored, and ``CaptureEvent/ended`` if the
  ///   writer has finished too.
  /// - Precondition: `block` is not empty.
  /// - Complexity: O(samples read). Wait-free.
  public mutating func read(into block: inout MutableSpan<Float>) -> CaptureEvent {
    precondition(!block.isEmpty, "There is room for a sample.")
    // The order matters. A sample written before the end, and a gap before a sample, are then
    // always seen.
    let isFinished = ring.isFinished
    var end = ring.written.pointee.load(ordering: .acquiring)
    if ring.gapsWritten.pointee.load(ordering: .acquiring) > gapsRead {
      let gap = ring.gaps[gapsRead & (SampleRing.gapCapacity - 1)]
      if gap.index == read { return takeGap(gap.lost) }
      end = min(end, gap.index)
    }
    let count = min(end - read, block.count)
    if count <= 0 { return isFinished ? .ended : .idle }
    take(count, into: &block)
    return .samples(count)
  }

  private mutating func takeGap(_ lost: Int) -> CaptureEvent {
    gapsRead += 1
    ring.gapsRead.pointee.store(gapsRead, ordering: .releasing)
    position = position.advanced(by: lost)
    return .gap(lost: lost)
  }

  private mutating func take(_ count: Int, into block: inout MutableSpan<Float>) {
    let start = read & (ring.capacity - 1)
    let first = min(count, ring.capacity - start)
    let samples = ring.samples
    block.withUnsafeMutableBufferPointer { target in
      guard let base = target.baseAddress else { return }
      base.update(from: samples + start, count: first)
      (base + first).update(from: samples, count: count - first)
    }
    read += count
    ring.read.pointee.store(read, ordering: .releasing)
    position = position.advanced(by: count)
  }
}
