// SPDX-License-Identifier: MIT

internal import Synchronization

/// A queue of samples between one thread that writes and one that reads, without locks or waiting.
///
/// A sample that is lost, before the ring or because the ring was full, is never silently missing: it
/// comes out as a ``CaptureEvent/gap(lost:)`` in its exact place, so that each sample that does arrive
/// keeps its position in the stream.
///
/// Gaps travel in a small second queue of (place, number of samples lost). A mark among the samples
/// would need a value that no sample can have, and samples may be anything, not numbers included. A
/// gap is published before the first sample behind it, so a reader that sees the sample has seen the
/// gap. If the second queue is full too, samples go on being lost, and counted, until it isn't.
///
/// ```swift
/// let ring = SampleRing(minimumCapacity: 48_000)
/// var writer = ring.makeWriter()  // to one thread
/// var reader = ring.makeReader()  // to another
/// ```
public final class SampleRing: @unchecked Sendable {
  /// Two cache lines, as processors fetch lines in pairs: no two counters share one.
  private static let counterBytes = 128
  private static let counterCount = 6
  static let gapCapacity = 64

  /// Where in the written samples something is missing, and how much.
  struct Gap {
    /// The number of samples written before it.
    var index: Int
    var lost: Int
  }

  /// The number of samples it holds at most, a power of two.
  public let capacity: Int
  let samples: UnsafeMutablePointer<Float>
  let gaps: UnsafeMutablePointer<Gap>
  private let counters: UnsafeMutableRawPointer
  private let writerIsTaken = Atomic<Bool>(false)
  private let readerIsTaken = Atomic<Bool>(false)
  let isFinished = Atomic<Bool>(false)

  /// Makes an empty ring.
  ///
  /// - Parameter minimumCapacity: rounded up to a power of two. A second's worth outlives any pause
  ///   of the reader that a listener would forgive.
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

  /// The numbers of samples and gaps written and read since the start; only ever rising.
  var written: UnsafeMutablePointer<Atomic<Int>> { counter(0) }
  var read: UnsafeMutablePointer<Atomic<Int>> { counter(1) }
  var gapsWritten: UnsafeMutablePointer<Atomic<Int>> { counter(2) }
  var gapsRead: UnsafeMutablePointer<Atomic<Int>> { counter(3) }
  var overflowed: UnsafeMutablePointer<Atomic<Int>> { counter(4) }
  var missed: UnsafeMutablePointer<Atomic<Int>> { counter(5) }

  /// The number of samples that were lost because the ring was full.
  ///
  /// Any thread may ask.
  public var overflowedCount: Int { overflowed.pointee.load(ordering: .relaxed) }

  /// The number of samples that were lost before they reached the ring.
  ///
  /// Any thread may ask.
  public var missedCount: Int { missed.pointee.load(ordering: .relaxed) }

  /// The number of samples that were written and aren't read yet: the backlog.
  ///
  /// Any thread may ask.
  public var waitingCount: Int {
    let read = read.pointee.load(ordering: .acquiring)
    return max(0, written.pointee.load(ordering: .acquiring) - read)
  }

  /// Returns the end that writes.
  ///
  /// - Returns: the only one there will be.
  /// - Precondition: it wasn't asked for before.
  public func makeWriter() -> SampleRingWriter {
    let wasTaken = writerIsTaken.exchange(true, ordering: .relaxed)
    precondition(!wasTaken, "A ring has one writer.")
    return SampleRingWriter(ring: self)
  }

  /// Returns the end that reads.
  ///
  /// - Returns: the only one there will be.
  /// - Precondition: it wasn't asked for before.
  public func makeReader() -> SampleRingReader {
    let wasTaken = readerIsTaken.exchange(true, ordering: .relaxed)
    precondition(!wasTaken, "A ring has one reader.")
    return SampleRingReader(ring: self)
  }
}
