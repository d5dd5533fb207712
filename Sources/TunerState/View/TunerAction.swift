// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// What happens to a tuner; times are since the session began.
public enum TunerAction: Hashable, Sendable {
  case startListening
  /// Audio is running.
  case startSucceeded
  /// Audio can't run.
  case startFailed(AudioError)
  case stopListening
  /// Audio is released: the answer to `stopAudio` and `releaseAudio`.
  case stopped
  /// The device was lost while listening.
  case captureFailed(AudioError)
  case pitchResult(PitchResult, at: Duration)
  /// The time of a confirmation is over.
  case confirmationTimedOut(ConfirmationToken)
  case acknowledgeInTune
  case acknowledgeError
  /// A tuning is chosen by its id, and kept.
  case selectTuning(id: String)
  /// A tuning is used for this run only.
  case useTuning(InstrumentTuning)
  case setTargetMode(TargetMode)
  /// The fret that a capo sits at; 0 for none.
  case setCapo(Int)
  /// A choice could not be kept; it counts for this run.
  case persistFailed(StorageError)
  case settings(SettingsAction)
}

/// What a tuner asks of the world.
public enum TunerEffect: Hashable, Sendable {
  /// Start audio; answer with `startSucceeded` or `startFailed`.
  case startAudio
  /// Hand each result in.
  case observeResults
  /// Hand no more results in.
  case stopObserving
  /// Stop audio; answer with `stopped`.
  case stopAudio
  /// Let go of a device that was lost; answer with `stopped`.
  case releaseAudio
  /// Compare with something else from now on.
  case retarget(TunerTarget)
  /// Hand results in this often from now on.
  case setUpdateRate(UpdateRate)
  /// Tell the player once that a string is in tune; never `none`.
  case feedback(FeedbackStyle)
  /// Answer with `confirmationTimedOut` at `deadline`.
  case startConfirmationTimer(ConfirmationToken, deadline: Duration)
  /// The answer is no longer waited for.
  case cancelConfirmationTimer(ConfirmationToken)
  /// What the settings ask for.
  case settings(SettingsEffect)
}
