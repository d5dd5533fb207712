// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import AudioFile
import AudioInput
import Foundation
import PitchDetection
import Synchronization
import Terminal
import TunerPipeline
import TunerRuntime
import TunerState

/// A live session from the command line: opens the source, prints what is heard, and releases the
/// device on every way out.
struct LiveListening {
  var settings: AnalysisSettings
  /// Who set them.
  let sources: SettingSources
  let input: LiveInput
  let channels: ChannelSelection
  let format: LiveFormat
  let seconds: Double?
  /// The file that keeps everything; `nil` for none.
  var recording: String?
  /// Whether nothing is kept for a report.
  var isForgetting = false
  /// Whether what is played goes into the practice journal.
  var isPractice = false
  /// Whether the device's clock was measured before, and counts.
  var isCalibrated = false
  let isQuiet: Bool
  let isVerbose: Bool

  /// Listens until the source ends, a signal comes, or nobody reads any more.
  ///
  /// - Throws: `ExitStatus` for everything but a source that ended; what was wrong has been said.
  func run() throws {
    // Before anything makes a thread.
    let signals = SignalQueue()
    switch input {
    case .device(let configuration): try listen(to: configuration, signals)
    case .recording(let path): try play(path, signals)
    }
  }

  private func listen(to configuration: CaptureConfiguration, _ signals: SignalQueue) throws {
    let capture: ALSACapture
    do {
      capture = try ALSACapture(configuration)
    } catch {
      say(printable(error.description))
      throw ExitStatus.deviceUnavailable
    }
    let name = configuration.deviceName
    let health = LiveHealth(name: name, health: capture.health, sampleRate: capture.sampleRate)
    let setup = capture.setup
    let settings = try calibrated(name, at: capture.sampleRate)
    let keeping = try keeping(
      settings, at: capture.sampleRate,
      SessionDescription.Stream(
        device: name, format: "\(setup.format)", channels: setup.channelCount,
        period: setup.periodInFrames, buffer: setup.bufferInFrames))
    var listening = self
    listening.settings = settings
    let watch = LiveWatch(
      signals: signals, health: health, keeping: keeping, recording: recording, isQuiet: isQuiet,
      isVerbose: isVerbose)
    try listening.hear(
      capture, name: nil, watch,
      listening: "listening to \"\(printable(name))\" at \(setup.rateInHertz) Hz, "
        + "\(setup.format), periods of \(setup.periodInFrames)"
    ) { error in
      (AudioError(error), LiveFailure(message: error.description, status: .deviceUnavailable))
    }
  }

  private func play(_ path: String, _ signals: SignalQueue) throws {
    let reader: AudioFileReader
    do {
      reader = try AudioFileReader(path: path, channels: channels)
    } catch {
      say("\(printable(path)): \(printable(error.description))")
      throw ExitStatus.usage
    }
    let watch = LiveWatch(
      signals: signals, health: nil,
      keeping: try keeping(settings, at: reader.sampleRate, nil), recording: recording,
      isQuiet: isQuiet, isVerbose: isVerbose)
    try hear(
      PacedSource(reader), name: path, watch, listening: "listening to \(printable(path))"
    ) { error in
      (
        .unknown(description: error.description),
        LiveFailure(message: "\(path): \(error)", status: .usage)
      )
    }
  }

  /// The settings with the device's clock, where that is asked for.
  private func calibrated(_ device: String, at rate: SampleRate) throws -> AnalysisSettings {
    guard isCalibrated else { return settings }
    var settings = settings
    settings.clock = try DeviceClock.measured(device, at: rate)
    return settings
  }

  private func keeping(
    _ settings: AnalysisSettings, at rate: SampleRate, _ stream: SessionDescription.Stream?
  ) throws -> SessionKeeping {
    do {
      return try SessionKeeping(
        SessionDescription(settings, sources, sampleRate: rate, stream: stream),
        states: settings.states, path: recording, isForgetting: isForgetting)
    } catch {
      say("\(printable(recording ?? "")): \(printable("\(error)")). Choose another name")
      throw ExitStatus.usage
    }
  }

  private func hear<Source: CaptureSource & ~Copyable>(
    _ source: consuming sending Source, name: String?, _ watch: LiveWatch, listening: String,
    failure: @escaping @Sendable (Source.Failure) -> (AudioError, LiveFailure)
  ) throws {
    let rate = source.sampleRate
    try hear(
      source, by: settings.madeDetector(at: rate), name: name, watch, listening: listening,
      failure: failure)
  }

  private func hear<
    Source: CaptureSource & ~Copyable, Detector: PitchDetector & ~Copyable
  >(
    _ source: consuming sending Source, by detector: consuming sending Detector, name: String?,
    _ watch: LiveWatch, listening: String,
    failure: @escaping @Sendable (Source.Failure) -> (AudioError, LiveFailure)
  ) throws {
    let rate = source.sampleRate
    let writer = try LiveWriter(
      settings: settings, format: format, name: name, sampleRate: rate, seconds: seconds)
    let pipeline = try TunerPipeline(
      sampleRate: rate, updateRate: settings.rate, classifier: settings.classifier,
      clock: settings.clock, detector: detector)
    let told = LiveOutcome()
    var configuration = LiveSession.Configuration()
    let recorder = watch.keeping.recorder
    configuration.makeRecorder = { _ in recorder }
    let session = try LiveSession(
      source: source, pipeline: pipeline, configuration: configuration
    ) { error in
      let (audioError, reason) = failure(error)
      told.fail(reason)
      return audioError
    }
    let keeping = watch.keeping
    let practice =
      isPractice ? LivePractice(tolerance: settings.target.tolerance, recording: name) : nil
    practice?.begin(at: rate, settings.target.classifier)
    defer {
      for notice in practice?.finish() ?? [] where !isQuiet { say(printable(notice)) }
    }
    session.observe { event in
      switch event {
      case .result(let emission):
        guard let result = emission.result else { return }
        keeping.take(result)
        practice?.take(result)
        guard !writer.take(result) else { return }
        told.end()
      case .failed, .ended: told.end()
      }
    }
    if !isQuiet { say(listening) }
    try watch.wait(for: session, told, writer)
  }

  private func say(_ message: String) { StandardError.write("tuner: \(message)\n") }
}

/// Why a session's source failed, and what the program ends with.
struct LiveFailure {
  var message: String
  var status: ExitStatus
}

/// What the session's threads tell the main thread.
final class LiveOutcome: Sendable {
  private let failed = Mutex<LiveFailure?>(nil)
  private let over = Atomic<Bool>(false)

  /// Why the source failed, if it did.
  var failure: LiveFailure? { failed.withLock { $0 } }

  /// Whether nothing more will come, or be printed.
  var isOver: Bool { over.load(ordering: .acquiring) }

  func fail(_ failure: LiveFailure) { failed.withLock { $0 = failure } }

  func end() {
    over.store(true, ordering: .releasing)
    SignalQueue.wake()
  }
}

extension AudioError {
  /// What a failure of ALSA means to a player.
  init(_ error: ALSAError) {
    switch error.kind {
    case .denied: self = .accessDenied
    case .unavailable: self = .deviceUnavailable
    case .setup: self = .configurationRefused
    }
  }
}
