// SPDX-License-Identifier: MIT

import ALSAAudio
import Terminal
import TunerAnalysis
import TunerRuntime

/// A live run that prints its results as lines: starts the tuner and waits for the end.
struct LiveLines {
  let run: LiveRun
  let writer: LiveResultWriter
  private let signals = SignalWatch()

  /// Makes a run that has not started.
  ///
  /// - Parameters:
  ///   - run: the source and its sinks.
  ///   - format: the format of the results.
  ///   - output: receives each text.
  init(
    run: LiveRun, format: LiveFormat,
    output: @escaping @Sendable (String) throws -> Void = { try StandardOutput.write($0) }
  ) {
    self.run = run
    let (configuration, outcome) = (run.configuration, run.outcome)
    writer = LiveResultWriter(
      configuration.settings, name: configuration.inputPath, seconds: configuration.seconds,
      format: format, earlier: configuration.earlier, output: output, ended: { outcome.end() })
  }

  private var configuration: LiveConfiguration { run.configuration }

  /// Writes results until the end.
  ///
  /// - Parameter started: called when the session has started.
  /// - Throws: `ExitStatus`, errors of the output and of `started`; the reason of a status has been
  ///   printed.
  func writeResults(_ started: () throws -> Void = {}) throws {
    let outcome = run.outcome
    signals.follow(run.signals) { [saving = run.saving] in
      ForcedExit.schedule(ExitStatus.interrupted.code, save: saving.finishWithoutWaiting)
    }
    let tuner = run.tuner(printer: writer)
    let session = try start(tuner)
    defer { run.saving.finish() }
    tuner.observePitchResults { event in
      switch event {
      case .result: break
      case .failed, .ended: outcome.end()
      }
    }
    say(source)
    try started()
    try LiveWatch(
      run: run, tuner: tuner, session: session,
      health: run.opened.capture.map {
        LiveHealth(name: $0.deviceName, health: $0.health, sampleRate: $0.sampleRate)
      }, signals: signals
    ).wait(writer)
  }

  private func start(_ tuner: LiveTuner) throws -> LiveSession {
    let settings = configuration.settings
    do {
      try tuner.start(
        settings.classifier, updateRate: settings.rate, strumTargets: settings.strum?.targets)
    } catch {
      if case .failed(let error)? = writer.ending { throw error }
      throw (run.outcome.failure ?? LiveFailure(message: "\(error)", status: .usage)).reported()
    }
    guard let session = tuner.current else {
      preconditionFailure("A tuner that was started has a session.")
    }
    return session
  }

  /// The source, for a person.
  private var source: String {
    guard let capture = run.opened.capture else {
      return "listening to \(printable(configuration.inputPath ?? ""))"
    }
    return "listening to \"\(printable(capture.deviceName))\" at \(capture.setup.rateInHertz) Hz, "
      + "\(capture.setup.format), periods of \(capture.setup.periodInFrames)"
  }

  private func say(_ message: String) {
    if !configuration.isQuiet { StandardError.write("tuner: \(message)\n") }
  }
}
