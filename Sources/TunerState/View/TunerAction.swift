// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// An action on the tuner.
///
/// Times count from the start of the session.
public enum TunerAction: Hashable, Sendable {
  case startListening
  /// Audio is running.
  case startSucceeded
  /// Audio could not start.
  case startFailed(AudioError)
  case stopListening
  /// Audio is released: the answer to `stopAudio` and `releaseAudio`.
  case stopped
  /// The device was lost while listening.
  case captureFailed(AudioError)
  case pitchResult(PitchResult, at: Duration)
  case strumResult(StrumResult, at: Duration)
  /// The display time of a confirmation has ended.
  case confirmationTimedOut(ConfirmationToken)
  case acknowledgeInTune
  case acknowledgeError
  /// Select a tuning by its id and store the choice.
  case selectTuning(id: String)
  /// Use a tuning for this run only.
  case useTuning(InstrumentTuning)
  case setTargetMode(TargetMode)
  /// Set the fret of the capo; 0 for none.
  case setCapo(Int)
  /// A choice could not be stored; it applies only to this run.
  case persistFailed(StorageError)
  case settings(SettingsAction)
}

/// An effect of the tuner.
public enum TunerEffect: Hashable, Sendable {
  /// Start audio; answer with `startSucceeded` or `startFailed`.
  case startAudio
  /// Send each result as an action.
  case observeResults
  /// Send no more results.
  case stopObserving
  /// Stop audio; answer with `stopped`.
  case stopAudio
  /// Release a device that was lost; answer with `stopped`.
  case releaseAudio
  /// Replace the classifier.
  case retarget(TunerTarget)
  /// Change the rate of results.
  case setUpdateRate(UpdateRate)
  /// Signal once that a string is in tune; never `none`.
  case feedback(FeedbackStyle)
  /// Answer with `confirmationTimedOut` at `deadline`.
  case startConfirmationTimer(ConfirmationToken, deadline: Duration)
  /// Cancel that answer.
  case cancelConfirmationTimer(ConfirmationToken)
  /// The effects of the settings.
  case settings(SettingsEffect)
}
