// SPDX-License-Identifier: MIT

import ALSAAudio
import Terminal
import TunerAnalysis
import TunerRuntime

/// A live run that prints lines: starts the tuner and waits for the end.
struct LiveLines {
  let run: LiveRun
  let format: LiveFormat

  private var configuration: LiveConfiguration { run.configuration }

  /// Prints results until the end.
  ///
  /// - Throws: `ExitStatus` and errors of standard output; the reason has been printed.
  func printResults() throws {
    let outcome = run.outcome
    let writer = LiveResultWriter(
      configuration.settings, name: configuration.inputPath, seconds: configuration.seconds,
      format: format, ended: { outcome.end() })
    let tuner = run.tuner(printer: writer)
    let session = try start(tuner, writer)
    defer {
      for notice in run.practice?.finish() ?? [] { say(printable(notice)) }
    }
    tuner.observePitchResults { event in
      switch event {
      case .result: break
      case .failed, .ended: outcome.end()
      }
    }
    say(source)
    try LiveWatch(
      run: run, tuner: tuner, session: session,
      health: run.opened.capture.map {
        LiveHealth(name: $0.deviceName, health: $0.health, sampleRate: $0.sampleRate)
      }
    ).wait(writer)
  }

  private func start(_ tuner: LiveTuner, _ writer: LiveResultWriter) throws -> LiveSession {
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
