// SPDX-License-Identifier: MIT

import ALSAAudio
import Synchronization
import Terminal
import TunerAnalysis
import TunerRuntime
import TunerState
import Tuning

/// The recording of live sessions.
///
/// The last half minute of each session is kept for `tuner report`. The whole first session is also
/// written to a file on request.
final class SessionKeeper: LiveSink {
  private struct State {
    /// The strings of strokes.
    var targets: [StrumTarget] = []
    var keeping: SessionRecording?
    /// The session that the file records, which may have ended: a display can listen again.
    var recording: SessionRecording?
    /// The file of the next session; `nil` once a session has it.
    var path: String?
    /// True when the reason of an incomplete file was returned to be printed.
    var isFailureTold = false
  }

  private let settings: AnalysisSettings
  private let sources: SettingSources
  private let file: String?
  private let keepsLastSeconds: Bool
  private let opened: OpenedCapture
  private let outcome: LiveOutcome
  private let state: Mutex<State>

  /// Makes a keeper without a session.
  ///
  /// - Parameters:
  ///   - configuration: the settings, the file, and whether a report is kept.
  ///   - opened: the device of the session.
  ///   - outcome: receives the reason why the file can't be made.
  init(_ configuration: LiveConfiguration, _ opened: OpenedCapture, _ outcome: LiveOutcome) {
    settings = configuration.settings
    sources = configuration.sources
    file = configuration.recording
    keepsLastSeconds = configuration.keepsLastSeconds
    self.opened = opened
    self.outcome = outcome
    state = Mutex(State(path: configuration.recording))
  }

  func begin(_ stream: LiveStream) throws(AudioError) {
    var settings = settings
    settings.clock = stream.clock
    let description = SessionDescription(
      settings, sources, sampleRate: stream.sampleRate,
      stream: opened.capture.map { capture in
        SessionDescription.Stream(
          device: capture.deviceName, format: "\(capture.setup.format)",
          channels: capture.setup.channelCount, period: capture.setup.periodInFrames,
          buffer: capture.setup.bufferInFrames)
      }, deviceLibrary: ALSALibrary.version)
    let path = state.withLock { state in
      defer { state.path = nil }
      return state.path
    }
    do {
      let keeping = try SessionRecording(
        description, states: settings.states, path: path, keepsLastSeconds: keepsLastSeconds)
      state.withLock { state in
        state.keeping = keeping
        if path != nil { state.recording = keeping }
        state.targets = stream.strumTargets ?? []
      }
    } catch {
      state.withLock { $0.keeping = nil }
      let message = "\(file ?? ""): \(error). Choose another name"
      outcome.fail(message, .usage)
      throw .unknown(description: message)
    }
  }

  var recorder: SessionRecorder? { state.withLock { $0.keeping }?.recorder }

  func take(_ result: PitchResult) { state.withLock { $0.keeping }?.take(result) }

  func take(_ result: StrumResult) {
    let (keeping, targets) = state.withLock { ($0.keeping, $0.targets) }
    // After a change of strings, a result of the earlier strings may still arrive.
    guard targets.count == result.readings.count,
      zip(targets, result.readings.all).allSatisfy({ $0.isTarget(of: $1) })
    else { return }
    keeping?.take(result, targets)
  }

  func retarget(_ strumTargets: [StrumTarget]?) {
    state.withLock { $0.targets = strumTargets ?? [] }
  }

  /// The reason why no report is kept; `nil` if one is kept or none is wanted.
  var notice: String? { state.withLock { $0.keeping }?.notice }

  /// The reason why the file is incomplete; `nil` while it is complete.
  var failure: String? {
    let recording = state.withLock { $0.recording }
    return recording?.failure(of: file)
  }

  /// Returns the reason why the file is incomplete, for a person.
  ///
  /// - Returns: the reason, once; otherwise `nil`.
  func takeFailure() -> String? {
    guard let failure else { return nil }
    return state.withLock { state in
      defer { state.isFailureTold = true }
      return state.isFailureTold ? nil : failure
    }
  }
}
