// SPDX-License-Identifier: MIT

/// The number of points that one step of a transform computes: one, or a vector of them.
protocol TransformLanes: BitwiseCopyable {
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  init(repeating value: Float)
  init(_ address: UnsafePointer<Float>)
  func store(to address: UnsafeMutablePointer<Float>)
}

extension SIMD4<Float>: TransformLanes {}

extension Float: TransformLanes {
  @inline(__always)
  init(repeating value: Float) { self = value }

  @inline(__always)
  init(_ address: UnsafePointer<Float>) { self = address.pointee }

  @inline(__always)
  func store(to address: UnsafeMutablePointer<Float>) { address.pointee = self }
}

/// A complex number in each lane.
struct ComplexLanes<Lanes: TransformLanes>: BitwiseCopyable {
  var re: Lanes
  var im: Lanes

  @inline(__always)
  init(_ re: Lanes, _ im: Lanes) {
    self.re = re
    self.im = im
  }

  @inline(__always)
  static func + (left: Self, right: Self) -> Self { Self(left.re + right.re, left.im + right.im) }

  @inline(__always)
  static func - (left: Self, right: Self) -> Self { Self(left.re - right.re, left.im - right.im) }

  @inline(__always)
  static func * (left: Self, right: Self) -> Self {
    Self(
      left.re * right.re - left.im * right.im,
      left.re * right.im + left.im * right.re)
  }

  @inline(__always)
  static func * (left: Self, factor: Float) -> Self {
    let factor = Lanes(repeating: factor)
    return Self(left.re * factor, left.im * factor)
  }

  /// The number times −i: a quarter of a turn back.
  @inline(__always)
  var turnedBack: Self { Self(im, Lanes(repeating: 0) - re) }
}
