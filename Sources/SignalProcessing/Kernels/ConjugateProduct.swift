// SPDX-License-Identifier: MIT

/// Multiplies spectra: product[k] = conj(left[k]) · right[k], the spectrum of a cross-correlation.
///
/// - Parameters:
///   - left: interleaved complex bins.
///   - right: as many bins.
///   - product: as many bins, overwritten.
/// - Complexity: O(n), eight bins per step. Does not allocate.
public func multiplyConjugate(
  _ left: Span<Float>, by right: Span<Float>, into product: inout MutableSpan<Float>
) {
  let count = left.count
  precondition(right.count == count && product.count == count && count.isMultiple(of: 2))
  let vectorised = count & ~15
  var index = 0
  while index < vectorised {
    let a = SIMD16<Float>(left, at: index)
    let b = SIMD16<Float>(right, at: index)
    let (aRe, aIm, bRe, bIm) = (a.evenHalf, a.oddHalf, b.evenHalf, b.oddHalf)
    var result = SIMD16<Float>()
    result.evenHalf = aRe * bRe + aIm * bIm
    result.oddHalf = aRe * bIm - aIm * bRe
    result.store(to: &product, at: index)
    index += 16
  }
  while index < count {
    multiplyConjugateBin(left, right, &product, index)
    index += 2
  }
}

/// Multiplies whole spectra in buffers of one owner.
///
/// A `MutableSpan` of a stored property requires exclusive access to its whole owner. Passing two
/// stored buffers instead makes two separate accesses.
public func multiplyConjugate(
  _ left: borrowing AlignedBuffer, by right: borrowing AlignedBuffer,
  into product: inout AlignedBuffer
) {
  var bins = product.mutableSpan
  multiplyConjugate(left.span, by: right.span, into: &bins)
}

@inline(__always)
func multiplyConjugateBin(
  _ left: Span<Float>, _ right: Span<Float>, _ product: inout MutableSpan<Float>, _ index: Int
) {
  let (aRe, aIm) = (left[index], left[index + 1])
  let (bRe, bIm) = (right[index], right[index + 1])
  product[index] = aRe * bRe + aIm * bIm
  product[index + 1] = aRe * bIm - aIm * bRe
}
