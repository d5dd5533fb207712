// SPDX-License-Identifier: MIT

import ALSAAudio
import ControlOutput
import Foundation
import Terminal
import TunerAnalysis
import TunerRuntime

/// The main thread of a run that prints lines: waits for signals and the end, and prints warnings.
struct LiveWatch {
  /// The interval between two checks of the capture's health, in milliseconds.
  private static let interval = 500

  let run: LiveRun
  let tuner: LiveTuner
  let session: LiveSession
  let health: LiveHealth?

  private var signals: SignalQueue { run.signals }
  private var outcome: LiveOutcome { run.outcome }
  private var isVerbose: Bool { run.configuration.isVerbose }

  /// Waits for the end, and stops the session.
  ///
  /// - Throws: `ExitStatus`, unless the source simply ended.
  func wait(_ writer: LiveResultWriter) throws {
    var health = health
    var isFirst = true
    var failure: String?
    var isInterrupted = false
    while !outcome.isOver, !isInterrupted {
      switch signals.next(within: Self.interval) {
      case .end: isInterrupted = true
      case .stop: pause()
      case .look, .resize, nil: break
      }
      if isFirst { say(session.notices.map { "\($0)" }) }
      if isFirst, isVerbose { say([run.keeper.notice].compactMap { $0 }) }
      isFirst = false
      if failure == nil {
        failure = run.keeper.failure
        say([failure].compactMap { $0 })
      }
      say(health?.news() ?? [])
    }
    try end(writer, isInterrupted: isInterrupted, hasTold: failure != nil)
  }

  /// Releases the device, stops the program, and opens the device again when the program continues.
  private func pause() {
    run.configuration.midi?.rest()
    let device = health?.health
    device?.release()
    // The capture thread checks at least every 50 ms. If it hangs, Ctrl-Z must still work.
    for _ in 0..<20 {
      guard device?.isOpen == true, !outcome.isOver else { break }
      if signals.next(within: 50) == .end { return SignalQueue.interruptAgain() }
    }
    signals.stopProgram()
    device?.reclaim()
  }

  private func end(_ writer: LiveResultWriter, isInterrupted: Bool, hasTold: Bool) throws {
    let status: ExitStatus? =
      isInterrupted ? .interrupted : outcome.failure.map(\.status)
    ForcedExit.schedule(status?.code ?? ExitStatus.done)
    tuner.stop()
    account()
    if !hasTold { say([run.keeper.failure].compactMap { $0 }) }
    if case .failed(let error) = writer.ending { throw error }
    if isInterrupted { throw ExitStatus.interrupted }
    if let failure = outcome.failure { throw failure.reported() }
  }

  private func account() {
    let counts = session.counts
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
    for line in lines { StandardError.write("tuner: \(line)\n") }
  }
}
