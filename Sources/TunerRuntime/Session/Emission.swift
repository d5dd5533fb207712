// SPDX-License-Identifier: MIT

public import Tuning

/// A result on its way from the analysis thread to the state.
public struct Emission: Sendable {
  /// The result; `nil` for an empty emission, which measures the path itself.
  public let result: PitchResult?
  /// The time at which the analysis thread had the result.
  public let emitted: MonotonicTime

  /// Makes an emission.
  ///
  /// - Parameters:
  ///   - result: the result; `nil` for an empty one.
  ///   - emitted: the time at which the analysis thread had the result.
  public init(_ result: PitchResult?, at emitted: MonotonicTime) {
    self.result = result
    self.emitted = emitted
  }
}
