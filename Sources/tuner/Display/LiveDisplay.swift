// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import AudioInput
import FileStore
import Foundation
import PitchDetection
import Synchronization
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
  /// Whether what is played goes into the practice journal.
  var isPractice = false

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
    let opened = OpenedCapture()
    let practice = isPractice ? practice() : nil
    let audio = TappedAudio(practice: practice) { ring in self.audio(recording: ring, opened) }
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
    var session = DisplaySession(
      store: store, audio: audio, tone: tone, events: events, configuration: configuration)
    try session.run()
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

  private func audio(recording ring: SampleRing, _ opened: OpenedCapture) -> any SessionAudio {
    var configuration = LiveSession.Configuration()
    configuration.recorder = ring
    let range = settings.range
    switch (settings.detector, settings.pitch) {
    case (.yin, _):
      return audio(configuration, opened) { rate throws(PitchDetectionError) in
        try FramedDetector(YINDetector(.init(sampleRate: rate, range: range)))
      }
    case (.spectral, _):
      return audio(configuration, opened) { rate throws(PitchDetectionError) in
        try SpectralDetector(.init(sampleRate: rate, range: range))
      }
    case (.engine, .partial):
      return audio(configuration, opened) { rate throws(PitchDetectionError) in
        try PitchEngine(.init(sampleRate: rate, range: range))
      }
    case (.engine, .period):
      return audio(configuration, opened) { rate throws(PitchDetectionError) in
        try PeriodDetector(PitchEngine(.init(sampleRate: rate, range: range)))
      }
    }
  }

  private func audio<Detector: PitchDetector & ~Copyable>(
    _ configuration: LiveSession.Configuration, _ opened: OpenedCapture,
    _ detector: @escaping @Sendable (SampleRate) throws(PitchDetectionError) -> Detector
  ) -> any SessionAudio {
    let channels = channels
    switch input {
    case .device(let capture):
      return LiveAudio(configuration: configuration, detector: detector) {
        () throws(ALSAError) -> ALSACapture in
        let source = try ALSACapture(capture)
        opened.keep(source.health)
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

/// The capture that runs, for whoever wants it to let go of its device for a while.
private final class OpenedCapture: Sendable {
  private let health = Mutex<CaptureHealth?>(nil)

  func keep(_ health: CaptureHealth) { self.health.withLock { $0 = health } }

  func release(_ isReleased: Bool) {
    let health = health.withLock { $0 }
    if isReleased { health?.release() } else { health?.reclaim() }
  }
}
