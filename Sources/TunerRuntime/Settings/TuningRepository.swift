// SPDX-License-Identifier: MIT

public import Tuning

/// Where tunings come from: those that are built in, and the player's own.
public protocol TuningRepository: Sendable {
  /// Reads every tuning that can be selected.
  ///
  /// - Returns: the built-in ones in the order that a list shows them, then the player's own by id, and
  ///   what was wrong with the files that hold none.
  func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice])

  /// Finds one tuning.
  ///
  /// - Parameter id: the name for machines.
  /// - Returns: the tuning; `nil` when there is none of that id.
  func tuning(_ id: String) -> InstrumentTuning?
}
