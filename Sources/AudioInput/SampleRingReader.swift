// SPDX-License-Identifier: MIT

public import Acoustics
internal import Synchronization

/// The end of a ``SampleRing`` that an analysis thread reads from.
///
/// Reading is wait-free. Waiting for more is the caller's matter: the ring knows no thread.
public struct SampleRingReader: ~Copyable, Sendable {
  private let ring: SampleRing
  private var read = 0
  private var gapsRead = 0

  /// The position behind everything that came out so far, gaps included.
  public private(set) var position = SamplePosition.start

  init(ring: SampleRing) { self.ring = ring }

  /// Takes out what comes next: samples up to a gap, or a gap.
  ///
  /// - Parameter block: filled at its front. What lies behind the returned count is left alone.
  /// - Returns: ``CaptureEvent/idle`` if nothing waits, and ``CaptureEvent/ended`` if nothing ever
  ///   will.
  /// - Precondition: `block` isn't empty.
  /// - Complexity: O(samples taken out). Wait-free.
  public mutating func read(into block: inout MutableSpan<Float>) -> CaptureEvent {
    precondition(!block.isEmpty, "There is room for a sample.")
    // In this order: what was written before the end, or a gap before a sample, is then seen.
    let isFinished = ring.isFinished.load(ordering: .acquiring)
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
