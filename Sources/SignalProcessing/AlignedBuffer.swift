// SPDX-License-Identifier: MIT

internal import Synchronization

/// A fixed number of floats with one owner, aligned to a cache line.
///
/// Large buffers start at staggered offsets. Buffers whose addresses agree modulo the page size
/// evict each other from the first-level cache, which makes a transform between them up to 1.7
/// times slower. Small buffers are packed, many in one page.
public struct AlignedBuffer: ~Copyable {
  /// Bytes to which every buffer is aligned: a cache line, and more than any vector unit needs.
  public static let alignment = 64
  /// The size in floats from which starts are staggered: a quarter of a page.
  private static let large = 256
  private static let staggers = 16
  private static let linesPerStagger = 3
  private static let next = Atomic<Int>(0)

  /// The number of floats.
  public let count: Int
  private let allocation: UnsafeMutableRawPointer
  private let start: UnsafeMutablePointer<Float>

  /// Allocates `count` zeros.
  ///
  /// - Precondition: `count` is 0 or more.
  public init(count: Int) {
    precondition(count >= 0, "A buffer holds 0 floats or more.")
    let turn =
      count < Self.large
      ? 0 : Self.next.add(1, ordering: .relaxed).oldValue & (Self.staggers - 1)
    let offset = turn * Self.linesPerStagger * Self.alignment
    self.count = count
    allocation = .allocate(
      byteCount: offset + max(count, 1) * MemoryLayout<Float>.stride, alignment: Self.alignment)
    start = (allocation + offset).bindMemory(to: Float.self, capacity: max(count, 1))
    start.initialize(repeating: 0, count: max(count, 1))
  }

  deinit { allocation.deallocate() }

  /// The floats, for reading.
  public var span: Span<Float> {
    @_lifetime(borrow self) get {
      _overrideLifetime(
        Span(_unsafeStart: UnsafePointer(start), count: count), borrowing: self)
    }
  }

  /// The floats, for writing: exclusive access to the whole buffer.
  public var mutableSpan: MutableSpan<Float> {
    @_lifetime(&self) mutating get {
      _overrideLifetime(MutableSpan(_unsafeStart: start, count: count), mutating: &self)
    }
  }

  /// Overwrites the floats from `start` on with `floats`.
  ///
  /// - Precondition: they fit.
  public mutating func copy(_ floats: Span<Float>, to start: Int = 0) {
    precondition(start >= 0 && start + floats.count <= count)
    floats.withUnsafeBufferPointer { source in
      guard let first = source.baseAddress else { return }
      move(source.count, from: first, to: self.start + start)
    }
  }

  /// Moves `count` floats from `offset` on to the front and overwrites the floats there.
  ///
  /// - Precondition: they lie inside the buffer.
  public mutating func slide(by offset: Int, keeping count: Int) {
    precondition(offset >= 0 && count >= 0 && offset + count <= self.count)
    move(count, from: start + offset, to: start)
  }

  /// Copies floats to an address range that may overlap with theirs.
  ///
  /// In Embedded Swift (6.3), `update(from:count:)` would call a function for each float.
  private func move(
    _ count: Int, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) {
    UnsafeMutableRawPointer(target)
      .copyMemory(from: source, byteCount: count * MemoryLayout<Float>.stride)
  }

  /// Sets the floats from `first` up to but not including `end` to zero; by default all of them.
  ///
  /// - Precondition: both lie inside the buffer or at its end.
  public mutating func clear(from first: Int = 0, to end: Int? = nil) {
    let end = end ?? count
    precondition(first >= 0 && first <= end && end <= count)
    (start + first).update(repeating: 0, count: end - first)
  }

  /// The address of the first float, for FFTW.
  var address: UnsafeMutablePointer<Float> { start }
}
