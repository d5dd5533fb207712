// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// Repositories that keep nothing: a bench must not touch a player's settings.
struct NothingKept: SettingsRepository, TuningRepository {
  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    ([:], [])
  }

  func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) {}

  func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) {
    (InstrumentTuning.presets, [])
  }

  func tuning(_ id: String) -> InstrumentTuning? { InstrumentTuning.preset(id) }
}

/// Audio that runs by itself: results come from somewhere else.
struct NoAudio: AudioProcessing {
  var isRunning: Bool { true }
  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {}
  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {}
  func stopObserving() {}
  func stop() {}
  func retarget(_ target: TunerTarget) {}
  func setUpdateRate(_ rate: UpdateRate) {}
}
