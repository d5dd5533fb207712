// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import AudioInput
import FileStore
import Foundation
import PitchDetection
import Terminal
import TunerRuntime
import TunerState
import Tuning

/// Joins a live session to the full-screen display.
struct LiveDisplay {
  let settings: AnalysisSettings
  let sources: SettingSources
  let input: LiveInput
  let channels: ChannelSelection
  let configuration: DisplaySession.Configuration
  /// The file that keeps everything; `nil` for none.
  var recording: String?
  /// Whether nothing is kept for a report.
  var isForgetting = false
  /// Whether the device's clock was measured before, and counts.
  var isCalibrated = false
  /// Whether what is played goes into the practice journal.
  var isPractice = false
  var isVerbose = false

  /// Shows the display until it ends.
  ///
  /// - Throws: `ExitStatus`; what was wrong has been said.
  func run() throws {
    // Before anything makes a thread.
    let signals = SignalQueue()
    guard let events = DisplayEvents() else {
      StandardError.write("tuner: too many files are open. Raise the limit with: ulimit -n\n")
      throw ExitStatus.usage
    }
    events.follow(signals)
    var settings = settings
    if isCalibrated, case .device(let capture) = input {
      settings.clock = try DeviceClock.measured(capture.deviceName, at: capture.preferredRate)
    }
    let opened = OpenedCapture(rate: isCalibrated ? deviceRate : nil)
    let kept = KeptSessions(settings, sources, path: recording, isForgetting: isForgetting)
    let practice = isPractice ? practice() : nil
    let audio = TappedAudio(practice: practice, heard: { kept.take($0) }) { [settings] ring in
      var configuration = LiveSession.Configuration()
      configuration.recorder = ring
      configuration.clock = settings.clock
      configuration.makeRecorder = { kept.recorder(at: $0) }
      return self.audio(configuration, opened)
    }
    let tone = ReferenceTone(deviceName: playbackDevice) { events.notify() }
    let store = TunerStore(
      TunerView(tuning: settings.target.classifier.selection.tuning), audio: audio,
      settings: repository(), tunings: TuningFolder(TuningLibrary()),
      feedback: ScreenFeedback(chime: tone))
    begin(store)
    defer {
      tone.stop()
      store.shutdown()
      // The terminal is as it was: now there is a place to say so.
      for notice in practice?.finish() ?? [] {
        StandardError.write("tuner: \(printable(notice))\n")
      }
    }
    var configuration = configuration
    configuration.release = { isReleased in opened.release(isReleased) }
    configuration.refusal = { kept.refusal ?? opened.refusal }
    var session = DisplaySession(
      store: store, audio: audio, tone: tone, events: events, configuration: configuration)
    let ending = Result { try session.run() }
    if let trouble = kept.trouble { StandardError.write("tuner: \(trouble)\n") }
    if isVerbose, let account = session.costs.account {
      StandardError.write("tuner: \(account)\n")
    }
    try ending.get()
  }

  private var deviceRate: SampleRate? {
    if case .device(let configuration) = input { configuration.preferredRate } else { nil }
  }

  private func practice() -> LivePractice {
    var recording: String?
    if case .recording(let path) = input { recording = path }
    return LivePractice(tolerance: settings.target.tolerance, recording: recording)
  }

  private var playbackDevice: String {
    if case .device(let configuration) = input { configuration.deviceName } else { "default" }
  }

  /// Everything that the command line says, before the first sample.
  private func begin(_ store: TunerStore) {
    let classifier = settings.target.classifier
    store.send(.settings(.load))
    if let tuning = classifier.selection.tuning {
      store.send(.useTuning(tuning))
    } else {
      store.send(.setTargetMode(.chromatic))
    }
    if let locked = classifier.locked {
      store.send(.setTargetMode(.locked(locked.string.position)))
    }
    store.send(.startListening)
  }

  private func repository() -> any SettingsRepository {
    let directories = UserDirectories(environment: ProcessInfo.processInfo.environment)
    let file: any SettingsRepository =
      (try? SettingsFile(in: directories)) ?? ForgetfulSettings()
    return RunSettings(file: file, overrides: sources.overrides)
  }

  private func audio(
    _ configuration: LiveSession.Configuration, _ opened: OpenedCapture
  ) -> any SessionAudio {
    let settings = settings
    let detector = { @Sendable (rate: SampleRate) throws(PitchDetectionError) in
      try settings.madeDetector(at: rate)
    }
    let channels = channels
    switch input {
    case .device(let capture):
      return LiveAudio(configuration: configuration, detector: detector) {
        () throws(ALSAError) -> ALSACapture in
        let source = try ALSACapture(capture)
        opened.keep(source.health, sampleRate: source.sampleRate)
        return source
      } failure: { error in
        AudioError(error)
      }
    case .recording(let path):
      return LiveAudio(configuration: configuration, detector: detector) {
        () throws(AudioFileError) -> PacedSource<AudioFileReader> in
        PacedSource(try AudioFileReader(path: path, channels: channels))
      } failure: { error in
        .unknown(description: "\(printable(path)): \(error.description)")
      }
    }
  }
}
