// SPDX-License-Identifier: MIT

/// A fixed number of plain values with one owner: allocated in preparation, never resized, never
/// copied.
///
/// An array would check for other owners at every write. An inline array is copied as a whole
/// unless the compiler can prove that no copy is needed.
public struct FixedArray<Element: BitwiseCopyable>: ~Copyable {
  /// The number of values.
  public let count: Int
  @usableFromInline let memory: FixedMemory

  @usableFromInline var start: UnsafeMutablePointer<Element> {
    @inline(__always) get { memory.address.assumingMemoryBound(to: Element.self) }
  }

  /// Allocates `count` copies of `value`.
  ///
  /// - Precondition: `count` is 0 or more.
  public init(repeating value: Element, count: Int) {
    precondition(count >= 0, "An array holds 0 values or more.")
    self.count = count
    let start = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
    start.initialize(repeating: value, count: max(count, 1))
    memory = FixedMemory(UnsafeMutableRawPointer(start))
  }

  /// The address of the first value, for kernels that check their bounds once.
  @inlinable package var address: UnsafePointer<Element> { UnsafePointer(start) }
  /// The same address, for writing.
  @inlinable package var mutableAddress: UnsafeMutablePointer<Element> {
    mutating get { start }
  }

  /// The value at `index`.
  ///
  /// - Precondition: `index` lies in the array.
  @inlinable
  public subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count)
      return start[index]
    }
    @inline(__always) _modify {
      precondition(index >= 0 && index < count)
      yield &(start + index).pointee
    }
  }
}

/// Memory with one owner, which frees it.
///
/// It is separate from ``FixedArray`` because the compiler of Embedded Swift (6.3) fails at a
/// generic type with a deinitialiser.
@usableFromInline
struct FixedMemory: ~Copyable {
  @usableFromInline let address: UnsafeMutableRawPointer

  init(_ address: UnsafeMutableRawPointer) { self.address = address }

  deinit { address.deallocate() }
}
