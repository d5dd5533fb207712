// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// The terminal mode of a display, which is restored on every exit.
///
/// Between `enter` and `leave`, keys arrive one by one without echo, and a full-screen display has
/// the alternate screen. However the process ends — `exit`, a fatal signal, a crash — the player's
/// screen, cursor and line editing are restored. Only SIGKILL can't be handled.
package enum TerminalMode {
  /// The use of a terminal.
  package enum Use: Sendable {
    /// Keys, and the alternate screen.
    case screen
    /// Keys only; lines may be written to any output.
    case keys
  }

  // The thread that changes it to false restores the terminal.
  private static let isEntered = Atomic<Bool>(false)
  private static let hasScreen = Atomic<Bool>(false)
  // The signal handler, which may neither allocate nor lock, reads what one thread wrote before it
  // installed the handlers.
  nonisolated(unsafe) private static let settings: UnsafeMutablePointer<termios> = {
    let pointer = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    pointer.initialize(to: termios())
    return pointer
  }()
  nonisolated(unsafe) private static let leaveSequence: UnsafeBufferPointer<UInt8> = {
    let bytes = Array(ScreenUpdate.leave.utf8)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    return UnsafeBufferPointer(buffer)
  }()
  private static let atExit: Void = { atexit { TerminalMode.restore() } }()

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT]

  /// Switches the terminal to a use.
  ///
  /// - Parameter use: the use.
  /// - Returns: true if it did; `false` when standard input is not a terminal, for the screen also
  ///   when standard output is none, and for keys in a background job.
  package static func enter(_ use: Use = .screen) -> Bool {
    guard tcgetattr(STDIN_FILENO, settings) == 0 else { return false }
    switch use {
    case .screen: guard TerminalCapabilities.isTerminal(STDOUT_FILENO) else { return false }
    case .keys: guard isInForeground else { return false }
    }
    hasScreen.store(use == .screen, ordering: .releasing)
    _ = leaveSequence
    _ = atExit
    for number in crashes { installRestoring(number) }
    return resume()
  }

  /// False in a background job, which the terminal would stop for changing its mode.
  private static var isInForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    // A terminal that does not control this process stops nothing.
    return group < 0 || group == getpgrp()
  }

  /// Switches to the same use again after a stop; `leave` restores the state before `enter`.
  ///
  /// - Returns: true if it did.
  package static func resume() -> Bool {
    let isScreen = hasScreen.load(ordering: .acquiring)
    guard isScreen || isInForeground else { return false }
    var mode = settings.pointee
    if isScreen {
      cfmakeraw(&mode)
      // Keeps the signals of Ctrl-C and Ctrl-Z, and the line feeds of standard error.
      mode.c_lflag |= tcflag_t(ISIG)
      mode.c_oflag |= tcflag_t(OPOST)
    } else {
      mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    }
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode) == 0 else { return false }
    isEntered.store(true, ordering: .releasing)
    return !isScreen || (try? StandardOutput.draw(ScreenUpdate.enter)) != nil
  }

  /// Restores the terminal; a second call does nothing.
  package static func leave() { restore() }

  /// Restores the terminal, which may take no text: then its last picture stays.
  ///
  /// Another thread may be waiting for the terminal.
  package static func leaveWithoutWaiting() {
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    restore(isWriting: poll(&output, 1, 0) > 0)
  }

  /// Restores the terminal in a signal handler: two system calls on existing memory.
  private static func restore(isWriting: Bool = true) {
    guard isEntered.exchange(false, ordering: .acquiringAndReleasing) else { return }
    // The settings come first, because the terminal may keep the text waiting.
    tcsetattr(STDIN_FILENO, TCSANOW, settings)
    if isWriting, hasScreen.load(ordering: .acquiring) {
      _ = write(STDOUT_FILENO, leaveSequence.baseAddress, leaveSequence.count)
    }
  }

  /// Installs a handler that restores the terminal before a fatal signal takes effect.
  private static func installRestoring(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      TerminalMode.restore()
      raise(number)
    }
    // The default action is in place when the handler raises the signal again.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_NODEFER)
    sigaction(number, &action, nil)
  }
}
