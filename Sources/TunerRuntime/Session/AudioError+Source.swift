// SPDX-License-Identifier: MIT

public import TunerState

extension AudioError {
  /// Makes the error of a source that a player knows no more of than what it says of itself.
  ///
  /// - Parameter error: what the source threw.
  public init(_ error: some Error) {
    self = .unknown(description: "\(error)")
  }
}
