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
  let target = UnsafeMutableRawPointer(floats)
  let vectorised = count & ~7
  var (source, place) = (shorts, target)
  let end = target + MemoryLayout<Float>.stride * vectorised
  while place < end {
    let lanes = source.loadUnaligned(as: SIMD8<Int16>.self)
    // Each sample becomes the upper half of 32 bits. Extending its sign would make SSE2 wait for
    // the register of the previous samples.
    let wide = SIMD8<Int32>(truncatingIfNeeded: lanes) &<< 16
    place.storeBytes(of: SIMD8<Float>(wide) / 0x1p31, as: SIMD8<Float>.self)
    source += 8 * MemoryLayout<Int16>.stride
    place += 8 * MemoryLayout<Float>.stride
  }
  for index in vectorised..<count {
    let sample = (shorts + 2 * index).loadUnaligned(as: Int16.self)
    (target + 4 * index).storeBytes(of: Float(sample) / 0x1p15, as: Float.self)
  }
}
