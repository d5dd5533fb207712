// SPDX-License-Identifier: MIT

extension SIMD where Scalar == Float {
  /// Loads consecutive floats from `start` on; the span's bounds are checked once.
  @inline(__always)
  init(_ floats: Span<Float>, at start: Int) {
    precondition(start >= 0 && start + Self.scalarCount <= floats.count)
    self = floats.withUnsafeBufferPointer { buffer in
      UnsafeRawPointer(buffer.baseAddress.unsafelyUnwrapped + start).loadUnaligned(as: Self.self)
    }
  }

  /// Loads consecutive floats from `address` on, for loops that have checked their bounds.
  @inline(__always)
  init(_ address: UnsafePointer<Float>) {
    self = UnsafeRawPointer(address).loadUnaligned(as: Self.self)
  }

  /// Stores all lanes as consecutive floats from `start` on; the span's bounds are checked once.
  @inline(__always)
  func store(to floats: inout MutableSpan<Float>, at start: Int) {
    precondition(start >= 0 && start + Self.scalarCount <= floats.count)
    floats.withUnsafeMutableBufferPointer { buffer in
      UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped + start).storeBytes(
        of: self, as: Self.self)
    }
  }

  /// Stores all lanes as consecutive floats from `address` on, for loops that have checked their
  /// bounds.
  @inline(__always)
  func store(to address: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(address).storeBytes(of: self, as: Self.self)
  }
}

extension SIMD4<Float> {
  /// The lanes in reverse order.
  @inline(__always)
  var reversed: SIMD4<Float> { SIMD4(w, z, y, x) }
}
