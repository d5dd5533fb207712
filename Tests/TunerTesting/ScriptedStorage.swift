// SPDX-License-Identifier: MIT

import Synchronization
public import TunerRuntime
public import TunerState
public import Tuning

/// Settings in memory that can refuse to be read or kept.
public final class ScriptedSettings: SettingsRepository {
  private struct State {
    var stored: StoredSettings
    var error: StorageError?
  }

  private let state: Mutex<State>

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - stored: what is kept.
  ///   - error: what every attempt fails with; `nil` for success.
  public init(_ stored: StoredSettings = [:], error: StorageError? = nil) {
    state = Mutex(State(stored: stored, error: error))
  }

  /// What is kept.
  public var stored: StoredSettings { state.withLock { $0.stored } }

  public func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    let state = state.withLock { $0 }
    if let error = state.error { throw error }
    return (state.stored, [])
  }

  public func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) {
    let error = state.withLock { state in
      if state.error == nil { state.stored[key] = value }
      return state.error
    }
    if let error { throw error }
  }
}

/// Tunings in memory.
public struct ScriptedTunings: TuningRepository {
  private let all: [InstrumentTuning]

  /// Makes a repository.
  ///
  /// - Parameter all: every tuning that there is.
  public init(_ all: [InstrumentTuning] = InstrumentTuning.presets) { self.all = all }

  public func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) { (all, []) }

  public func tuning(_ id: String) -> InstrumentTuning? { all.first { $0.id == id } }
}

/// Feedback that is written down.
public final class RecordedFeedback: Feedback {
  private let given = Mutex<[FeedbackStyle]>([])

  public init() {}

  /// What was given, in its order.
  public var styles: [FeedbackStyle] { given.withLock { $0 } }

  public func give(_ style: FeedbackStyle) { given.withLock { $0.append(style) } }
}
