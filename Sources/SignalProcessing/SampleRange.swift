// SPDX-License-Identifier: MIT

/// The range of samples.
///
/// A sample outside, and one that is not a number, counts as silence.
public enum SampleRange {
  /// The largest magnitude of a sample: 32-bit integers end at 2³¹, and larger squares would
  /// overflow a transform in single precision.
  public static let limit: Float = 1e12

  /// Returns true if a sample is a number in the range.
  ///
  /// It is public, because the compiler then inlines it in the loops of other modules.
  public static func contains(_ sample: Float) -> Bool { sample.magnitude <= limit }

  /// Returns true if the range contains every sample.
  ///
  /// - Complexity: O(n). Does not allocate.
  public static func contains(_ samples: Span<Float>) -> Bool {
    var index = 0
    // A comparison with NaN is false, in every lane.
    var isSound = SIMDMask<SIMD8<Int32>>(repeating: true)
    let limit = SIMD8<Float>(repeating: Self.limit)
    while index + 8 <= samples.count {
      let block = SIMD8(samples, at: index)
      isSound = isSound .& (block .<= limit) .& (block .>= -limit)
      index += 8
    }
    var isRestSound = true
    while index < samples.count {
      isRestSound = isRestSound && contains(samples[index])
      index += 1
    }
    return isRestSound && all(isSound)
  }

  /// Returns samples with 0 in place of each one that the range does not contain.
  public static func silencingOthers(in samples: Span<Float>) -> [Float] {
    var sound = [Float](repeating: 0, count: samples.count)
    for index in sound.indices where contains(samples[index]) { sound[index] = samples[index] }
    return sound
  }
}
