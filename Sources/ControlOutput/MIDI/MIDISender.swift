// SPDX-License-Identifier: MIT

import Dispatch
import FileStore
import Glibc
import Synchronization
package import TunerRuntime
package import Tuning

/// A sender of the live pitch as MIDI messages.
///
/// It ends the sounding note when the string falls silent, when the session ends, while the program
/// is stopped, and when no reading arrives for a while, for example after the device was unplugged.
/// A receiver that takes nothing loses messages, except the ends of notes.
package final class MIDISender: LiveSink, @unchecked Sendable {
  /// The time without a reading after which the note ends.
  private static let patience = Duration.milliseconds(500)
  /// The number of messages that wait for a slow receiver.
  private static let limit = 256

  private struct State: ~Copyable {
    var output: MIDIOutput
    /// True if the player knows that messages are lost.
    var isFailureTold = false
    var pitch = LiveMIDI()
    var waiting: [MIDIMessage] = []
    var last = ContinuousClock.now

    /// Sends messages after those that wait.
    mutating func send(_ messages: [MIDIMessage]) {
      waiting += messages
      while let first = waiting.first, output.send(first.bytes) { waiting.removeFirst() }
      if waiting.count > MIDISender.limit {
        waiting = waiting.filter(\.isEnd).suffix(MIDISender.limit)
      }
    }
  }

  private let state: Mutex<State>
  // The timer is set up once and never changed.
  private let timer: any DispatchSourceTimer

  /// Opens the receiver.
  ///
  /// - Parameter destination: the receiver.
  /// - Throws: `MIDIFailure`.
  package init(_ destination: MIDIDestination) throws(MIDIFailure) {
    state = Mutex(State(output: try MIDIOutput(destination)))
    timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250))
    timer.setEventHandler { [weak self] in self?.look() }
    timer.resume()
  }

  deinit { timer.cancel() }

  /// Sets the range of the pitch bend.
  package func begin(_: LiveStream) { state.withLock { $0.send(LiveMIDI.setup) } }

  /// Sends the messages of a reading.
  package func take(_ result: PitchResult) {
    state.withLock { state in
      state.last = .now
      let messages = state.pitch.reduce(result)
      state.send(messages)
    }
  }

  /// Ends the note of a session that has ended.
  package func end() { rest() }

  /// Ends the note that sounds.
  package func rest() {
    state.withLock { state in
      let messages = state.pitch.rest()
      state.send(messages)
    }
  }

  /// True if messages were lost because the file took no bytes.
  package var hasFailed: Bool { state.withLock { $0.output.failure != nil } }

  /// Returns the reason why messages were lost, for a person.
  ///
  /// - Returns: the reason, once; otherwise `nil`.
  package func takeFailure() -> String? {
    state.withLock { state in
      guard !state.isFailureTold, let code = state.output.failure else { return nil }
      state.isFailureTold = true
      let reason =
        code == ENOSPC || code == EDQUOT
        ? "the disk is full. Make room first"
        : "it can't be written (\(errorText(code)))"
      return "--midi: messages are lost: \(reason)"
    }
  }

  /// Ends a note for which no readings arrive.
  private func look() {
    state.withLock { state in
      guard ContinuousClock.now - state.last > Self.patience else { return }
      let messages = state.pitch.rest()
      state.send(messages)
    }
  }
}
