// SPDX-License-Identifier: MIT

import Acoustics
import Synchronization
import Terminal
import TunerRuntime
import Tuning

/// Keeps one session after the other, as a display has them that stops and starts to listen: the last
/// half minute of each for `tuner report`, and the first in a file where that is wanted.
final class KeptSessions: Sendable {
  private struct State {
    var keeping: SessionKeeping?
    var path: String?
  }

  private let settings: AnalysisSettings
  private let sources: SettingSources
  private let isForgetting: Bool
  private let state: Mutex<State>

  /// Makes what keeps nothing yet.
  ///
  /// - Parameters:
  ///   - settings: what sessions hear with.
  ///   - sources: who set that.
  ///   - path: the file for the first session; `nil` for none.
  ///   - isForgetting: whether nothing is kept for a report.
  init(_ settings: AnalysisSettings, _ sources: SettingSources, path: String?, isForgetting: Bool) {
    self.settings = settings
    self.sources = sources
    self.isForgetting = isForgetting
    state = Mutex(State(path: path))
  }

  /// Makes the recorder of the next session: for `LiveSession.Configuration.makeRecorder`.
  ///
  /// - Parameter sampleRate: samples a second.
  /// - Returns: `nil` where nothing is kept.
  func recorder(at sampleRate: SampleRate) -> SessionRecorder? {
    state.withLock { state in
      let description = SessionDescription(settings, sources, sampleRate: sampleRate, stream: nil)
      state.keeping = try? SessionKeeping(
        description, states: settings.states, path: state.path, isForgetting: isForgetting)
      state.path = nil
      return state.keeping?.recorder
    }
  }

  /// Keeps what is shown.
  ///
  /// - Parameter result: the newest.
  func take(_ result: PitchResult) { state.withLock { $0.keeping }?.take(result) }

  /// What keeps the session that runs; `nil` before the first.
  var current: SessionKeeping? { state.withLock { $0.keeping } }
}
