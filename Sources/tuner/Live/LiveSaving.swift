// SPDX-License-Identifier: MIT

import ControlOutput
import Synchronization
import Terminal
import TunerRuntime

/// The data of a live session that must be on a disk before the program ends: the recording, the
/// practice and the MIDI messages.
final class LiveSaving: Sendable {
  private enum Progress {
    case waiting
    /// Everything was written, or the status tells that it was not.
    case finished(ExitStatus?)
  }

  private let keeper: SessionKeeper
  private let practice: LivePractice?
  private let midi: MIDISender?
  private let isPracticeRequested: Bool
  private let isQuiet: Bool
  private let progress = Mutex(Progress.waiting)

  /// Makes the end of a run.
  ///
  /// - Parameters:
  ///   - configuration: the requests of the player.
  ///   - keeper: the recording.
  ///   - practice: the practice; `nil` if none counts.
  init(_ configuration: LiveConfiguration, _ keeper: SessionKeeper, _ practice: LivePractice?) {
    self.keeper = keeper
    self.practice = practice
    midi = configuration.midi
    isPracticeRequested = configuration.isPracticeRequested
    isQuiet = configuration.isQuiet
  }

  /// Waits until everything is written, and prints what the player must know.
  ///
  /// Any thread may call it; a later call waits for the first one.
  ///
  /// - Parameter write: prints a line on standard error.
  /// - Returns: the status if the requested recording, practice or messages are incomplete, else `nil`.
  @discardableResult
  func finish(_ write: (String) -> Void = { StandardError.write($0) }) -> ExitStatus? {
    progress.withLock { progress in
      if case .finished(let status) = progress { return status }
      keeper.recorder?.joinIfFinished()
      keeper.discardIfEmpty()
      let ending = practice?.finish()
      var lines = [keeper.takeFailure(), keeper.takeReportFailure(), midi?.takeFailure()]
        .compactMap(\.self)
      lines += (ending?.problems ?? []).map(printable)
      if !isQuiet { lines += (ending?.notices ?? []).map(printable) }
      for line in lines { write("tuner: \(line)\n") }
      let isPracticeLost = isPracticeRequested && ending?.isLost == true
      let isLost = keeper.failure != nil || isPracticeLost || midi?.hasFailed == true
      let status: ExitStatus? = isLost ? .usage : nil
      progress = .finished(status)
      return status
    }
  }

  /// Does the same for a program whose standard error may accept no text.
  func finishWithoutWaiting() -> ExitStatus? { finish(StandardError.writeWithoutWaiting) }
}
