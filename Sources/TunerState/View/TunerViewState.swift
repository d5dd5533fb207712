// SPDX-License-Identifier: MIT

public import Tuning

/// The content of a tuner's screen.
///
/// Everything else on the screen follows from these five values and is computed on demand.
public struct TunerViewState: Hashable, Sendable {
  /// The last result; it stays after listening has stopped.
  public internal(set) var currentPitchResult: PitchResult?
  /// The selected tuning.
  public internal(set) var selectedTuning: InstrumentTuning
  /// True while results arrive.
  public internal(set) var isListening = false
  /// The last error.
  public internal(set) var error: TunerError?
  /// True while a confirmation is displayed.
  public internal(set) var showInTuneConfirmation = false

  /// Makes the screen of a tuner that has not listened yet.
  ///
  /// - Parameter tuning: the selected tuning.
  public init(selectedTuning tuning: InstrumentTuning = .standard) { selectedTuning = tuning }
}
