// SPDX-License-Identifier: MIT

import Synchronization
package import TunerRuntime
package import TunerState
package import Tuning

/// Settings in memory whose reads and writes can fail.
package final class ScriptedSettings: SettingsRepository {
  private struct State {
    var stored: StoredSettings
    var error: StorageError?
    var notices: [StorageNotice]
  }

  private let state: Mutex<State>

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - stored: what is kept.
  ///   - error: what every attempt fails with; `nil` for success.
  ///   - notices: the notices of the next value that is stored.
  package init(
    _ stored: StoredSettings = [:], error: StorageError? = nil, notices: [StorageNotice] = []
  ) {
    state = Mutex(State(stored: stored, error: error, notices: notices))
  }

  /// The stored values.
  package var stored: StoredSettings { state.withLock { $0.stored } }

  package func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    let state = state.withLock { $0 }
    if let error = state.error { throw error }
    return (state.stored, [])
  }

  package func store(
    _ value: StoredValue, for key: SettingKey
  ) throws(StorageError) -> [StorageNotice] {
    let (error, notices) = state.withLock { state in
      if state.error == nil { state.stored[key] = value }
      defer { state.notices = [] }
      return (state.error, state.notices)
    }
    if let error { throw error }
    return notices
  }
}

/// Tunings in memory.
package struct ScriptedTunings: TuningRepository {
  private let all: [InstrumentTuning]

  /// Makes a repository.
  ///
  /// - Parameter all: every tuning that there is.
  package init(_ all: [InstrumentTuning] = InstrumentTuning.presets) { self.all = all }

  package func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice]) { (all, []) }

  package func tuning(_ id: String) -> InstrumentTuning? { all.first { $0.id == id } }
}

/// Feedback that is recorded.
package final class RecordedFeedback: Feedback {
  private let given = Mutex<[FeedbackStyle]>([])

  package init() {}

  /// The received values, in order.
  package var styles: [FeedbackStyle] { given.withLock { $0 } }

  package func give(_ style: FeedbackStyle) { given.withLock { $0.append(style) } }
}
