// SPDX-License-Identifier: MIT

import ALSAAudio
import Dispatch
import Foundation
import Terminal
import TunerRuntime

/// What the main thread does while a session runs: wait for signals and for the end, and say what a
/// person must know.
struct LiveWatch {
  /// How often the health of the capture is looked at, in milliseconds.
  private static let interval = 500
  /// How long a session may take to stop before the program leaves without it, in seconds.
  private static let patience = 1.0

  let signals: SignalQueue
  let health: LiveHealth?
  let keeping: SessionKeeping
  /// The file that keeps everything; `nil` for none.
  let recording: String?
  let isQuiet: Bool
  let isVerbose: Bool

  /// Waits for the end, and stops the session.
  ///
  /// - Throws: `ExitStatus`, unless the source simply ended.
  func wait(for session: LiveSession, _ outcome: LiveOutcome, _ writer: LiveWriter) throws {
    var health = health
    var isFirst = true
    var trouble: String?
    var isInterrupted = false
    while !outcome.isOver, !isInterrupted {
      switch signals.next(within: Self.interval) {
      case .end: isInterrupted = true
      case .stop: pause(session, outcome)
      case .look, .resize, nil: break
      }
      if isFirst { say(session.notices.map { "\($0)" }) }
      if isFirst, isVerbose { say([keeping.notice].compactMap { $0 }) }
      isFirst = false
      if trouble == nil {
        trouble = keeping.trouble(with: recording)
        say([trouble].compactMap { $0 })
      }
      say(health?.news() ?? [])
    }
    try end(session, outcome, writer, isInterrupted: isInterrupted, hasTold: trouble != nil)
  }

  /// Gives the device back, stops the program, and takes the device again when it goes on.
  private func pause(_ session: LiveSession, _ outcome: LiveOutcome) {
    let device = health?.health
    device?.release()
    // The capture looks at least every 50 ms; what hangs must not keep a player from Ctrl-Z.
    for _ in 0..<20 {
      guard device?.isOpen == true, !outcome.isOver else { break }
      if signals.next(within: 50) == .end { return SignalQueue.interruptAgain() }
    }
    signals.stopProgram()
    device?.reclaim()
  }

  private func end(
    _ session: LiveSession, _ outcome: LiveOutcome, _ writer: LiveWriter, isInterrupted: Bool,
    hasTold: Bool
  ) throws {
    // Whoever reads our output may have stopped reading without going away, and the session would
    // wait for him.
    let status: ExitStatus? =
      isInterrupted ? .interrupted : outcome.failure.map(\.status)
    let code = status?.code ?? ExitStatus.done
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { _exit(code) }
    session.stop()
    account(session)
    if !hasTold { say([keeping.trouble(with: recording)].compactMap { $0 }) }
    if case .failed(let error) = writer.ending { throw error }
    if isInterrupted { throw ExitStatus.interrupted }
    if let failure = outcome.failure {
      StandardError.write("tuner: \(printable(failure.message))\n")
      throw failure.status
    }
  }

  private func account(_ session: LiveSession) {
    let counts = session.counts
    if counts.overflowedSamples > 0 || counts.droppedResults > 0 {
      say(["\(counts.overflowedSamples) samples and \(counts.droppedResults) results came too fast"]
      )
    }
    guard isVerbose else { return }
    say(["\(counts.results) results; \(health?.account ?? "no device")"])
    say([health?.clock].compactMap { $0 })
  }

  private func say(_ lines: [String]) {
    guard !isQuiet else { return }
    for line in lines { StandardError.write("tuner: \(line)\n") }
  }
}

extension SignalQueue {
  /// Puts an interruption back, for whoever waits next.
  static func interruptAgain() { kill(getpid(), SIGTERM) }
}
