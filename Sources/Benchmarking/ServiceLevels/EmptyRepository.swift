// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// Repositories that store nothing, so that a bench does not touch a player's settings.
struct EmptyRepository: SettingsRepository, TuningRepository {
  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    ([:], [])
  }

  func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) {}

  func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) {
    (InstrumentTuning.presets, [])
  }

  func tuning(_ id: String) -> InstrumentTuning? { InstrumentTuning.preset(id) }
}

/// An audio handler without effect; the bench supplies the results itself.
struct ResultlessAudio: AudioProcessing {
  var isRunning: Bool { true }
  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {}
  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {}
  func stopObserving() {}
  func stop() {}
  func retarget(_ target: TunerTarget) {}
  func setUpdateRate(_ rate: UpdateRate) {}
}
