// SPDX-License-Identifier: MIT

public import Acoustics

/// Makes samples safe to analyse: removes the mean, rumble and every value that is not a number.
///
/// A sample that `SampleRange` does not contain becomes 0 and is counted. Its position is
/// remembered, so that a frame that contains it gives no pitch. No filter receives it.
public struct InputConditioner: Sendable {
  /// The corner of the rumble filter: two thirds of an octave below the lowest string.
  static let corner = Hertz(18)

  private var highPass: HighPass
  private var position = SamplePosition.start
  /// The number of samples that were replaced by 0.
  public private(set) var rejectedCount = 0
  /// The position after the last replaced sample; `nil` for none.
  public private(set) var lastRejection: SamplePosition?

  /// Prepares for a stream.
  public init(sampleRate: SampleRate) {
    highPass = HighPass(corner: Self.corner, sampleRate: sampleRate)
  }

  /// Writes the conditioned `input` to the front of `output`.
  ///
  /// - Parameters:
  ///   - input: samples as they arrive, at most `output.count` of them.
  ///   - output: receives `input.count` samples.
  /// - Complexity: O(n). Does not allocate.
  public mutating func condition(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count <= output.count)
    if SampleRange.contains(input) {
      highPass.filter(input, into: &output)
    } else {
      for index in input.indices {
        let isSound = SampleRange.contains(input[index])
        if !isSound {
          rejectedCount += 1
          lastRejection = position.advanced(by: index + 1)
        }
        output[index] = highPass.filterOne(isSound ? input[index] : 0)
      }
    }
    position = position.advanced(by: input.count)
  }

  /// Skips samples that never arrived: positions advance, and the filter keeps its state.
  public mutating func skip(_ count: Int) { position = position.advanced(by: count) }
}
