// SPDX-License-Identifier: MIT

public import Acoustics

/// Makes samples safe to analyse: no DC, no rumble, nothing that is not a number.
///
/// A sample that is NaN, infinite or beyond any audio scale becomes 0, is counted, and its place is
/// remembered, so that a frame which holds it can be answered with "no pitch". It reaches no state.
public struct InputConditioner: Sendable {
  /// Magnitudes above this are not audio in any scale (32-bit integers end at 2^31), and their
  /// squares would overflow a transform in single precision.
  static let limit: Float = 1e12
  /// The corner of the rumble filter: below the lowest string by two thirds of an octave.
  static let corner = Hertz(18)

  private var highPass: HighPass
  private var position = SamplePosition.start
  /// How many samples were replaced by 0.
  public private(set) var rejectedCount = 0
  /// The place behind the last sample that was replaced; `nil` when there was none.
  public private(set) var lastRejection: SamplePosition?

  /// Prepares for a stream.
  public init(sampleRate: SampleRate) {
    highPass = HighPass(corner: Self.corner, sampleRate: sampleRate)
  }

  /// Writes the conditioned `input` to the front of `output`.
  ///
  /// - Parameters:
  ///   - input: samples as they arrived, at most `output.count` of them.
  ///   - output: receives `input.count` samples.
  /// - Complexity: O(n). Does not allocate.
  public mutating func condition(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count <= output.count)
    if isSound(input) {
      highPass.filter(input, into: &output)
    } else {
      for index in input.indices {
        let isSound = abs(input[index]) <= Self.limit
        if !isSound {
          rejectedCount += 1
          lastRejection = position.advanced(by: index + 1)
        }
        output[index] = highPass.filterOne(isSound ? input[index] : 0)
      }
    }
    position = position.advanced(by: input.count)
  }

  /// Passes over samples that never arrived: places move on, and the filter stays as it is.
  ///
  /// - Parameter count: the number of samples.
  public mutating func skip(_ count: Int) { position = position.advanced(by: count) }

  /// Whether every sample is a number on an audio scale.
  private func isSound(_ input: Span<Float>) -> Bool {
    var index = 0
    // A comparison with what is not a number is false, in every lane.
    var isSound = SIMDMask<SIMD8<Int32>>(repeating: true)
    let limit = SIMD8<Float>(repeating: Self.limit)
    while index + 8 <= input.count {
      let samples = SIMD8(input, at: index)
      isSound = isSound .& (samples .<= limit) .& (samples .>= -limit)
      index += 8
    }
    var isRestSound = true
    while index < input.count {
      isRestSound = isRestSound && abs(input[index]) <= Self.limit
      index += 1
    }
    return isRestSound && all(isSound)
  }
}
