// SPDX-License-Identifier: MIT

public import Tuning

/// A result on its way from the analysis thread to the state.
public struct Emission: Sendable {
  /// The result; `nil` for an empty emission, which measures the way itself.
  public let result: PitchResult?
  /// When the analysis thread held it.
  public let emitted: MonotonicTime

  /// Makes an emission.
  ///
  /// - Parameters:
  ///   - result: the result; `nil` for an empty one.
  ///   - emitted: when the analysis thread held it.
  public init(_ result: PitchResult?, at emitted: MonotonicTime) {
    self.result = result
    self.emitted = emitted
  }
}
