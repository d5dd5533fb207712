// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
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
    /// Returns the choices of the player; `nil` if they can't change.
    var currentChoices: (@Sendable () -> SessionChoices)?
    /// The choices that the session is described with.
    var choices: SessionChoices?
    /// The stream and the description of the session.
    var described: (stream: LiveStream, description: SessionDescription)?
    var keeping: SessionRecording?
    /// The session that the file records, which may have ended: a display can listen again.
    var recording: SessionRecording?
    /// The file of the next session; `nil` once a session has it.
    var path: String?
    /// True when the reason of an incomplete file was returned to be printed.
    var isFailureTold = false
    /// True when the reason of an incomplete report was returned to be printed.
    var isReportFailureTold = false
  }

  private let settings: AnalysisSettings
  private let sources: SettingSources
  private let file: String?
  private let keepsLastSeconds: Bool
  /// True if the player may change from one string to strokes.
  private let canChangeMode: Bool
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
    canChangeMode = if case .display = configuration.presentation { true } else { false }
    self.opened = opened
    self.outcome = outcome
    state = Mutex(State(path: configuration.recording))
  }

  /// Records the changes of the player's choices.
  ///
  /// - Parameter choices: returns the choices that are in force.
  func follow(_ choices: @escaping @Sendable () -> SessionChoices) {
    state.withLock { $0.currentChoices = choices }
  }

  private func description(
    of stream: LiveStream, _ choices: SessionChoices?
  ) -> SessionDescription {
    var settings = settings
    settings.clock = stream.clock
    return SessionDescription(
      settings, sources, sampleRate: stream.sampleRate,
      stream: opened.capture.map { capture in
        SessionDescription.Stream(
          device: capture.deviceName, format: "\(capture.setup.format)",
          channels: capture.setup.channelCount, period: capture.setup.periodInFrames,
          buffer: capture.setup.bufferInFrames)
      }, deviceLibrary: ALSALibrary.version, choices: choices)
  }

  /// Describes the session again if the player has made another choice since the last result.
  private func followChoices(at position: SamplePosition) {
    guard let choices = state.withLock({ $0.currentChoices })?() else { return }
    let old = state.withLock { state -> (stream: LiveStream, description: SessionDescription)? in
      guard choices != state.choices else { return nil }
      state.choices = choices
      return state.described
    }
    guard let old else { return }
    let description = description(of: old.stream, choices)
      .changed(from: old.description, at: position.seconds(at: old.stream.sampleRate))
    let keeping = state.withLock { state in
      state.described = (old.stream, description)
      return state.keeping
    }
    keeping?.change(description, tolerance: choices.tolerance)
  }

  func begin(_ stream: LiveStream) throws(AudioError) {
    let choices = state.withLock { $0.currentChoices }?()
    let description = description(of: stream, choices)
    let path = state.withLock { state in
      // The record of the last session gives its room to the next one.
      state.keeping = nil
      defer { state.path = nil }
      return state.path
    }
    do {
      let keeping = try SessionRecording(
        description, states: settings.states, updateRate: settings.rate,
        linesPerUpdate: canChangeMode ? StringReadings.capacity : stream.strumTargets?.count ?? 1,
        path: path, keepsLastSeconds: keepsLastSeconds)
      if let choices { keeping.change(description, tolerance: choices.tolerance) }
      state.withLock { state in
        state.keeping = keeping
        state.choices = choices
        state.described = (stream, description)
        if path != nil { state.recording = keeping }
        state.targets = stream.strumTargets ?? []
      }
    } catch {
      state.withLock { $0.keeping = nil }
      // Another name does not help on a full disk.
      let remedy = if case AudioFileError.diskFull = error { "" } else { ". Choose another name" }
      let message = "\(file ?? ""): \(error)\(remedy)"
      outcome.fail(message, .usage)
      throw .unknown(description: message)
    }
  }

  var recorder: SessionRecorder? { state.withLock { $0.keeping }?.recorder }

  func take(_ result: PitchResult) {
    followChoices(at: result.timestamp)
    state.withLock { $0.keeping }?.take(result)
  }

  func take(_ result: StrumResult) {
    followChoices(at: result.timestamp)
    let (keeping, targets) = state.withLock { ($0.keeping, $0.targets) }
    // After a change of strings, a result of the earlier strings may still arrive.
    guard targets.count == result.readings.count,
      zip(targets, result.readings.all).allSatisfy({ $0.isTarget(of: $1) })
    else { return }
    keeping?.take(result, targets)
  }

  func miss(_ count: Int) { state.withLock { $0.keeping }?.miss(count) }

  func retarget(_ strumTargets: [StrumTarget]?) {
    state.withLock { $0.targets = strumTargets ?? [] }
  }

  /// Removes the record of a session that has ended without a sample.
  func discardIfEmpty() { state.withLock { $0.keeping }?.discardIfEmpty() }

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

  /// Returns the reason why the record for a report is incomplete, for a person.
  ///
  /// - Returns: the reason, once; otherwise `nil`.
  func takeReportFailure() -> String? {
    guard let reason = state.withLock({ $0.keeping })?.reportFailure else { return nil }
    return state.withLock { state in
      defer { state.isReportFailureTold = true }
      return state.isReportFailureTold ? nil : reason
    }
  }
}
