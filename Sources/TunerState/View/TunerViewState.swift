// SPDX-License-Identifier: MIT

public import Tuning

/// What a tuner's screen shows.
///
/// Everything else that is shown follows from these five, and is computed when it is asked for.
public struct TunerViewState: Hashable, Sendable {
  /// What was heard last; it stays after listening has stopped.
  public internal(set) var currentPitchResult: PitchResult?
  /// What is tuned.
  public internal(set) var selectedTuning: InstrumentTuning
  /// Whether results are coming in.
  public internal(set) var isListening = false
  /// What went wrong last.
  public internal(set) var error: TunerError?
  /// Whether it is being shown that a string has come in tune.
  public internal(set) var showInTuneConfirmation = false

  /// Makes the screen of a tuner that has not listened yet.
  ///
  /// - Parameter tuning: what is tuned.
  public init(selectedTuning tuning: InstrumentTuning = .standard) { selectedTuning = tuning }
}
