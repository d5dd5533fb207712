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
    var trouble: String?
  }

  private let settings: AnalysisSettings
  private let sources: SettingSources
  private let file: String?
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
    file = path
    state = Mutex(State(path: path))
  }

  /// Makes the recorder of the next session: for `LiveSession.Configuration.makeRecorder`.
  ///
  /// - Parameter sampleRate: samples a second.
  /// - Returns: `nil` where nothing is kept.
  func recorder(at sampleRate: SampleRate) -> SessionRecorder? {
    state.withLock { state in
      let description = SessionDescription(settings, sources, sampleRate: sampleRate, stream: nil)
      do {
        state.keeping = try SessionKeeping(
          description, states: settings.states, path: state.path, isForgetting: isForgetting)
      } catch {
        state.keeping = nil
        state.trouble = "\(printable(file ?? "")): \(printable("\(error)")). Choose another name"
      }
      state.path = nil
      return state.keeping?.recorder
    }
  }

  /// Keeps what is shown.
  ///
  /// - Parameter result: the newest.
  func take(_ result: PitchResult) { state.withLock { $0.keeping }?.take(result) }

  /// Why the file was not made; `nil` where it was, or none was asked for.
  var refusal: String? { state.withLock { $0.trouble } }

  /// What a person is to be told of the file at the end; `nil` for nothing.
  var trouble: String? { state.withLock { $0.keeping }?.trouble(with: file) }
}
