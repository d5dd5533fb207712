// SPDX-License-Identifier: MIT

import ALSAAudio
import ControlOutput
import Foundation
import Terminal
import TunerAnalysis
import TunerRuntime

extension SessionCounts {
  /// The sentence on samples that were not a number; `nil` for none.
  var rejection: String? { RejectedSamples.warning(rejectedSamples) }
}

/// The main thread of a run that prints lines: waits for signals and the end, and prints warnings.
struct LiveWatch {
  /// The interval between two checks of the capture's health, in milliseconds.
  private static let interval = 500

  let run: LiveRun
  let tuner: LiveTuner
  let session: LiveSession
  let health: LiveHealth?
  let signals: SignalWatch

  private var outcome: LiveOutcome { run.outcome }
  private var isVerbose: Bool { run.configuration.isVerbose }

  /// Waits for the end, and stops the session.
  ///
  /// - Throws: `ExitStatus`, unless the source simply ended.
  func wait(_ writer: LiveResultWriter) throws {
    var health = health
    var isFirst = true
    var isSlowTold = false
    while !outcome.isOver, !signals.isEnding {
      if signals.next(within: Self.interval) == .stop { pause() }
      if isFirst { say(session.notices.map { "\($0)" }) }
      isFirst = false
      let failures = [
        run.keeper.takeFailure(), run.keeper.takeReportFailure(),
        run.configuration.midi?.takeFailure(),
      ]
      for failure in failures.compactMap(\.self) { warn(failure) }
      say(health?.news() ?? [])
      if !isSlowTold, session.counts.droppedResults > 0 {
        say(["the reader of the output is too slow: some results are left out"])
        isSlowTold = true
      }
    }
    try end(writer, isInterrupted: signals.isEnding)
  }

  /// Releases the device, stops the program, and opens the device again when the program continues.
  private func pause() {
    run.configuration.midi?.rest()
    run.opened.release(true)
    if !signals.isEnding { SignalQueue.stopProgram() }
    run.opened.release(false)
  }

  private func end(_ writer: LiveResultWriter, isInterrupted: Bool) throws {
    let status: ExitStatus? =
      isInterrupted ? .interrupted : outcome.failure.map(\.status)
    let code = status?.code ?? ExitStatus.done
    ForcedExit.schedule(code, save: run.saving.finishWithoutWaiting)
    tuner.stop()
    account()
    ForcedExit.beginSaving(code)
    let loss = run.saving.finish()
    ForcedExit.endSaving()
    if case .failed(let error) = writer.ending {
      if let loss, error as? ExitStatus == .closedPipe { throw loss }
      throw error
    }
    if isInterrupted { throw loss ?? .interrupted }
    if let failure = outcome.failure { throw failure.reported() }
    if let loss { throw loss }
  }

  private func account() {
    let counts = session.counts
    say([outcome.takeWarning(), counts.rejection].compactMap(\.self))
    if counts.overflowedSamples > 0 || counts.droppedResults > 0 {
      say(["\(counts.overflowedSamples) samples and \(counts.droppedResults) results came too fast"]
      )
    }
    if counts.omittedResults > 0 {
      say(["\(counts.omittedResults) results were left out: the machine is too slow for strokes"])
    }
    guard isVerbose else { return }
    say(["\(counts.results) results; \(health?.account ?? "no device")"])
    say([health?.clock].compactMap { $0 })
  }

  private func say(_ lines: [String]) {
    guard !run.configuration.isQuiet else { return }
    for line in lines { warn(line) }
  }

  private func warn(_ line: String) { StandardError.write("tuner: \(line)\n") }
}
