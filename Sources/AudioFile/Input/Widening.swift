// SPDX-License-Identifier: MIT

/// Converts 16-bit samples to floats of full scale ±1.
///
/// Both may occupy the same memory.
///
/// - Parameters:
///   - count: the number of samples.
///   - shorts: the samples. They may overlap with the floats if they begin at least two bytes per
///     sample after the start of the floats, so that a float never overwrites a sample that was not
///     yet read.
///   - floats: receives the floats.
/// - Complexity: O(`count`). Does not allocate.
func widenShorts(
  _ count: Int, from shorts: UnsafeRawPointer, to floats: UnsafeMutablePointer<Float>
) {
  let scale: Float = 1 / 32768
  let target = UnsafeMutableRawPointer(floats)
  let vectorised = count & ~7
  for start in stride(from: 0, to: vectorised, by: 8) {
    let lanes = (shorts + 2 * start).loadUnaligned(as: SIMD8<Int16>.self)
    let wide = SIMD8<Int32>(truncatingIfNeeded: lanes)
    (target + 4 * start).storeBytes(of: scale * SIMD8<Float>(wide), as: SIMD8<Float>.self)
  }
  for index in vectorised..<count {
    let sample = (shorts + 2 * index).loadUnaligned(as: Int16.self)
    (target + 4 * index).storeBytes(of: scale * Float(sample), as: Float.self)
  }
}
