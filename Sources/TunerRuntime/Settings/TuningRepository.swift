// SPDX-License-Identifier: MIT

public import Tuning

/// A source of tunings: the built-in ones and the player's own.
public protocol TuningRepository: Sendable {
  /// Reads every tuning that can be selected.
  ///
  /// - Returns: the built-in tunings in the order of a list, then the player's own by id, and
  ///   notices of invalid files.
  func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice])

  /// Finds one tuning.
  ///
  /// - Parameter id: the tuning's id.
  /// - Returns: the tuning; `nil` for an unknown id.
  func tuning(_ id: String) -> InstrumentTuning?
}
