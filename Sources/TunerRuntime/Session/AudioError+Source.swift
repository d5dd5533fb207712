// SPDX-License-Identifier: MIT

public import TunerState

extension AudioError {
  /// Makes an unknown error with the description of a source's error.
  ///
  /// - Parameter error: the error of the source.
  public init(_ error: some Error) {
    self = .unknown(description: "\(error)")
  }
}
