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
  let settings: AnalysisSettings
  let input: LiveInput
  let channels: ChannelSelection
  let format: LiveFormat
  let seconds: Double?
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
    let watch = LiveWatch(
      signals: signals, health: health, isQuiet: isQuiet, isVerbose: isVerbose)
    try hear(
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
    let watch = LiveWatch(signals: signals, health: nil, isQuiet: isQuiet, isVerbose: isVerbose)
    try hear(
      PacedSource(reader), name: path, watch, listening: "listening to \(printable(path))"
    ) { error in
      (
        .unknown(description: error.description),
        LiveFailure(message: "\(path): \(error)", status: .usage)
      )
    }
  }

  private func hear<Source: CaptureSource & ~Copyable>(
    _ source: consuming sending Source, name: String?, _ watch: LiveWatch, listening: String,
    failure: @escaping @Sendable (Source.Failure) -> (AudioError, LiveFailure)
  ) throws {
    let rate = source.sampleRate
    let range = settings.range
    switch (settings.detector, settings.pitch) {
    case (.yin, _):
      try hear(
        source, by: FramedDetector(YINDetector(.init(sampleRate: rate, range: range))), name: name,
        watch, listening: listening, failure: failure)
    case (.spectral, _):
      try hear(
        source, by: SpectralDetector(.init(sampleRate: rate, range: range)), name: name, watch,
        listening: listening, failure: failure)
    case (.engine, .partial):
      try hear(
        source, by: PitchEngine(.init(sampleRate: rate, range: range)), name: name, watch,
        listening: listening, failure: failure)
    case (.engine, .period):
      try hear(
        source, by: PeriodDetector(PitchEngine(.init(sampleRate: rate, range: range))), name: name,
        watch, listening: listening, failure: failure)
    }
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
      detector: detector)
    let told = LiveOutcome()
    let session = try LiveSession(source: source, pipeline: pipeline) { error in
      let (audioError, reason) = failure(error)
      told.fail(reason)
      return audioError
    }
    session.observe { event in
      switch event {
      case .result(let emission):
        guard let result = emission.result, !writer.take(result) else { return }
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
    case .denied: self = .microphonePermissionDenied
    case .unavailable: self = .audioHardwareUnavailable
    case .setup: self = .audioEngineInitializationFailed
    }
  }
}
