// SPDX-License-Identifier: MIT

internal import CMathematics

/// A complex number: a transform at one frequency.
public struct ComplexValue: Hashable, BitwiseCopyable, Sendable {
  /// The real part.
  public var re: Double
  /// The imaginary part.
  public var im: Double

  /// Makes a number from its parts.
  @inlinable public init(_ re: Double = 0, _ im: Double = 0) {
    self.re = re
    self.im = im
  }

  /// The squared magnitude.
  @inlinable public var squaredMagnitude: Double { re * re + im * im }
  /// The conjugate: the same number with the opposite imaginary part.
  @inlinable public var conjugate: ComplexValue { ComplexValue(re, -im) }

  /// Multiplies two numbers.
  @inlinable public static func * (left: ComplexValue, right: ComplexValue) -> ComplexValue {
    ComplexValue(
      left.re * right.re - left.im * right.im, left.re * right.im + left.im * right.re)
  }

  /// Multiplies a number by a real factor.
  @inlinable public static func * (left: ComplexValue, right: Double) -> ComplexValue {
    ComplexValue(left.re * right, left.im * right)
  }

  /// Adds two numbers.
  @inlinable public static func + (left: ComplexValue, right: ComplexValue) -> ComplexValue {
    ComplexValue(left.re + right.re, left.im + right.im)
  }

  /// Subtracts a number from another.
  @inlinable public static func - (left: ComplexValue, right: ComplexValue) -> ComplexValue {
    ComplexValue(left.re - right.re, left.im - right.im)
  }
}

/// Folds samples about a centre and weights them: even[i] = w[i]·(x[c+i] + x[c−i]) and
/// odd[i] = w[i]·(x[c+i] − x[c−i]), with even[0] = w[0]·x[c].
///
/// With a window that is symmetric about c, the even half needs only cosines and the odd half only
/// sines: half of the phasors and of the products.
///
/// - Parameters:
///   - samples: holds c − n + 1 … c + n − 1 for n floats in `window`.
///   - centre: c, an index of `samples`.
///   - window: w, from the centre on.
///   - rows: receives both halves.
///   - evenStart: the index in `rows` of the even half, which has as many floats as `window`.
///   - oddStart: the index in `rows` of the odd half, which has as many floats.
/// - Complexity: O(n). Does not allocate.
public func fold(
  _ samples: Span<Float>, about centre: Int, window: Span<Float>,
  into rows: inout MutableSpan<Float>, evenAt evenStart: Int, oddAt oddStart: Int
) {
  let count = window.count
  precondition(count > 0 && centre - count + 1 >= 0 && centre + count <= samples.count)
  precondition(evenStart >= 0 && evenStart + count <= rows.count)
  precondition(oddStart >= 0 && oddStart + count <= rows.count)
  var index = 0
  samples.withUnsafeBufferPointer { samples in
    guard let middle = samples.baseAddress.map({ $0 + centre }) else { return }
    while index + 4 <= count {
      let weights = SIMD4(window, at: index)
      let after = SIMD4<Float>(middle + index)
      let before = SIMD4<Float>(middle - index - 3)
      let mirrored = SIMD4(before.w, before.z, before.y, before.x)
      (weights * (after + mirrored)).store(to: &rows, at: evenStart + index)
      (weights * (after - mirrored)).store(to: &rows, at: oddStart + index)
      index += 4
    }
  }
  foldRest(samples, about: centre, window: window, from: index, into: &rows, evenStart, oddStart)
  // The centre is its own mirror image and counts once.
  rows[evenStart] = window[0] * samples[centre]
}

@inline(__always)
func foldRest(
  _ samples: Span<Float>, about centre: Int, window: Span<Float>, from start: Int,
  into rows: inout MutableSpan<Float>, _ evenStart: Int, _ oddStart: Int
) {
  for index in start..<window.count {
    let (after, before) = (samples[centre + index], samples[centre - index])
    rows[evenStart + index] = window[index] * (after + before)
    rows[oddStart + index] = window[index] * (after - before)
  }
}

/// Returns the transforms Σ x[c+i]·e^(−jωi) of three folded windows at one frequency.
///
/// One phasor serves all three, so its rounding error cancels where their phases are compared.
///
/// - Parameters:
///   - folded: six rows of `rowCount` floats: even and odd of the first window, of the second, of
///     the third.
///   - rowCount: floats in a row, a multiple of eight, with zeros after the window.
///   - radiansPerSample: ω.
/// - Returns: the three transforms, the phase of each about its own centre.
/// - Complexity: O(n), eight floats of each row per step. Does not allocate.
public func transformFolded(
  _ folded: Span<Float>, rowCount: Int, at radiansPerSample: Double
) -> (ComplexValue, ComplexValue, ComplexValue) {
  precondition(rowCount.isMultiple(of: 8) && folded.count == 6 * rowCount)
  // Four lanes: the sums and phasors fit the registers of the smallest vector unit. Two alternating
  // phasors: a single one would wait for its own rotation.
  let start = PhasorLanes<SIMD4<Float>>(start: 0, step: radiansPerSample)
  var phasor = start.inDoubleSteps
  var other = start.next.inDoubleSteps
  var re = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
  var im = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
  folded.withUnsafeBufferPointer { folded in
    guard rowCount > 0, var row = folded.baseAddress else { return }
    let end = row + rowCount
    while row < end {
      re.0 += SIMD4(row) * phasor.cosines
      im.0 += SIMD4(row + rowCount) * phasor.sines
      re.1 += SIMD4(row + 2 * rowCount) * phasor.cosines
      im.1 += SIMD4(row + 3 * rowCount) * phasor.sines
      re.2 += SIMD4(row + 4 * rowCount) * phasor.cosines
      im.2 += SIMD4(row + 5 * rowCount) * phasor.sines
      phasor.advance()
      re.0 += SIMD4(row + 4) * other.cosines
      im.0 += SIMD4(row + rowCount + 4) * other.sines
      re.1 += SIMD4(row + 2 * rowCount + 4) * other.cosines
      im.1 += SIMD4(row + 3 * rowCount + 4) * other.sines
      re.2 += SIMD4(row + 4 * rowCount + 4) * other.cosines
      im.2 += SIMD4(row + 5 * rowCount + 4) * other.sines
      other.advance()
      row += 8
    }
  }
  return (
    ComplexValue(Double(re.0.sum()), -Double(im.0.sum())),
    ComplexValue(Double(re.1.sum()), -Double(im.1.sum())),
    ComplexValue(Double(re.2.sum()), -Double(im.2.sum()))
  )
}
