// SPDX-License-Identifier: MIT

internal import Synchronization

/// A queue of samples from one writing thread to one reading thread, without locks and without
/// waiting.
///
/// A sample may be lost before the ring, or because the ring is full. The reader then receives a
/// ``CaptureEvent/gap(lost:)`` in its place, so that each later sample keeps its position in the
/// stream.
///
/// Gaps are stored in a small second queue of (position, lost samples). A mark among the samples
/// would need a value that no sample has, and samples may have any value, NaN included. A gap is
/// published before the first sample after it, so a reader that sees the sample has seen the gap.
/// While the second queue is full, samples are lost and counted.
///
/// ```swift
/// let ring = SampleRing(minimumCapacity: 48_000)
/// var writer = ring.makeWriter()  // to one thread
/// var reader = ring.makeReader()  // to another
/// ```
public final class SampleRing: @unchecked Sendable {
  /// Two cache lines, because processors fetch lines in pairs, so no two counters share a pair.
  private static let counterBytes = 128
  private static let counterCount = 6
  static let gapCapacity = 64

  /// A gap: its place in the written samples and its length.
  struct Gap {
    /// The number of samples written before it.
    var index: Int
    var lost: Int
  }

  /// The largest number of samples in the ring, a power of two.
  public let capacity: Int
  let samples: UnsafeMutablePointer<Float>
  let gaps: UnsafeMutablePointer<Gap>
  private let counters: UnsafeMutableRawPointer
  private let writerIsTaken = Atomic<Bool>(false)
  private let readerIsTaken = Atomic<Bool>(false)
  let finished = Atomic<Bool>(false)

  /// Makes an empty ring.
  ///
  /// - Parameter minimumCapacity: rounded up to a power of two. One second is longer than any pause
  ///   of the reader that a player accepts.
  /// - Precondition: `minimumCapacity` is above 0 and below 2³⁰.
  public init(minimumCapacity: Int) {
    precondition((1..<(1 << 30)).contains(minimumCapacity), "A ring holds 1 to 2³⁰ samples.")
    var capacity = 1
    while capacity < minimumCapacity { capacity *= 2 }
    self.capacity = capacity
    samples = .allocate(capacity: capacity)
    samples.initialize(repeating: 0, count: capacity)
    gaps = .allocate(capacity: Self.gapCapacity)
    gaps.initialize(repeating: Gap(index: 0, lost: 0), count: Self.gapCapacity)
    counters = .allocate(
      byteCount: Self.counterBytes * Self.counterCount, alignment: Self.counterBytes)
    for number in 0..<Self.counterCount {
      (counters + number * Self.counterBytes)
        .bindMemory(to: Atomic<Int>.self, capacity: 1).initialize(to: Atomic(0))
    }
  }

  deinit {
    for number in 0..<Self.counterCount { counter(number).deinitialize(count: 1) }
    counters.deallocate()
    gaps.deallocate()
    samples.deallocate()
  }

  private func counter(_ number: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (counters + number * Self.counterBytes).assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// The numbers of samples and gaps written and read since the start.
  ///
  /// They only grow.
  var written: UnsafeMutablePointer<Atomic<Int>> { counter(0) }
  var read: UnsafeMutablePointer<Atomic<Int>> { counter(1) }
  var gapsWritten: UnsafeMutablePointer<Atomic<Int>> { counter(2) }
  var gapsRead: UnsafeMutablePointer<Atomic<Int>> { counter(3) }
  var overflowed: UnsafeMutablePointer<Atomic<Int>> { counter(4) }
  var missed: UnsafeMutablePointer<Atomic<Int>> { counter(5) }

  /// The number of samples that were lost because the ring was full.
  ///
  /// Any thread may read it.
  public var overflowedCount: Int { overflowed.pointee.load(ordering: .relaxed) }

  /// The number of samples that were lost before they reached the ring.
  ///
  /// Any thread may read it.
  public var missedCount: Int { missed.pointee.load(ordering: .relaxed) }

  /// True when the writer has ended the stream.
  ///
  /// Any thread may read it.
  public var isFinished: Bool { finished.load(ordering: .acquiring) }

  /// The number of samples that were written and not read yet: the backlog.
  ///
  /// Any thread may read it.
  public var waitingCount: Int {
    let read = read.pointee.load(ordering: .acquiring)
    return max(0, written.pointee.load(ordering: .acquiring) - read)
  }

  /// Returns the writing end.
  ///
  /// - Precondition: it is called once.
  public func makeWriter() -> SampleRingWriter {
    let wasTaken = writerIsTaken.exchange(true, ordering: .relaxed)
    precondition(!wasTaken, "A ring has one writer.")
    return SampleRingWriter(ring: self)
  }

  /// Returns the reading end.
  ///
  /// - Precondition: it is called once.
  public func makeReader() -> SampleRingReader {
    let wasTaken = readerIsTaken.exchange(true, ordering: .relaxed)
    precondition(!wasTaken, "A ring has one reader.")
    return SampleRingReader(ring: self)
  }
}
