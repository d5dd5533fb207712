// SPDX-License-Identifier: MIT

import Dispatch
import Glibc
import Synchronization
import Terminal

/// The end of a program that a device, a terminal or a disk keeps waiting.
///
/// A device that doesn't answer, or a reader that neither reads nor closes the output, could
/// otherwise keep the program for ever. They have a second. The data of the session are saved
/// afterwards, and may take longer.
enum ForcedExit {
  /// Saves the data of the session.
  ///
  /// It returns the exit status if something is lost, else `nil`.
  typealias Save = @Sendable () -> ExitStatus?

  private enum Phase {
    case running, releasing, saving, saved
  }

  /// The time for the device and the terminal, in seconds.
  private static let releaseSeconds = 1.0
  /// The time for saving, in seconds: longer than the waits for the journal's lock and for a
  /// notification together, which take 5 s each at most.
  private static let savingSeconds = 15.0

  private static let phase = Mutex(Phase.running)
  // One queue each, because a queue that saves can't watch the time.
  private static let timer = DispatchQueue(label: "headstock.forced-exit")
  private static let saver = DispatchQueue(label: "headstock.forced-saving")

  /// Saves the data and ends the program, if it has neither ended nor begun to save by then.
  ///
  /// Only the first call counts.
  ///
  /// - Parameters:
  ///   - code: the exit status of the process.
  ///   - seconds: the time that the program has.
  ///   - save: saves the data.
  static func schedule(
    _ code: Int32, after seconds: Double = releaseSeconds, save: @escaping Save = { nil }
  ) {
    guard advance(from: [.running], to: .releasing) else { return }
    timer.asyncAfter(deadline: .now() + seconds) {
      guard beginSaving(code) else { return }
      TerminalMode.leaveWithoutWaiting()
      saver.async { _exit(save()?.code ?? code) }
    }
  }

  /// Gives the program the time for saving, because the device and the terminal have ended.
  ///
  /// - Parameter code: the exit status of the process if everything is saved.
  /// - Returns: false if the saving has already begun.
  @discardableResult
  static func beginSaving(_ code: Int32) -> Bool {
    guard advance(from: [.running, .releasing], to: .saving) else { return false }
    timer.asyncAfter(deadline: .now() + savingSeconds) {
      let isSaved = phase.withLock { $0 } == .saved
      if !isSaved {
        StandardError.writeWithoutWaiting(
          "tuner: the disk does not answer: what was to be saved at the end is lost\n")
      }
      _exit(isSaved || code != ExitStatus.done ? code : ExitStatus.usage.code)
    }
    return true
  }

  /// Marks the data as saved: the rest of the program may still be bounded, and loses nothing.
  static func endSaving() { _ = advance(from: [.saving], to: .saved) }

  private static func advance(from earlier: [Phase], to next: Phase) -> Bool {
    phase.withLock { phase in
      guard earlier.contains(phase) else { return false }
      phase = next
      return true
    }
  }
}
