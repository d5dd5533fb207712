// SPDX-License-Identifier: MIT

import Glibc

/// The terminal mode of a full-screen display, which is restored on every exit.
///
/// Between `enter` and `leave`, keys arrive one by one without echo, and the alternate screen is
/// shown. However the process ends — `exit`, a fatal signal, a crash — the player's screen, cursor
/// and line editing are restored. Only SIGKILL can't be handled.
package enum TerminalMode {
  /// The data of the signal handler, which may neither allocate nor lock.
  private struct Saved {
    var settings = termios()
    var isEntered = false
  }

  // One thread writes this before it installs the handlers, which read it.
  nonisolated(unsafe) private static let saved: UnsafeMutablePointer<Saved> = {
    let pointer = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
    pointer.initialize(to: Saved())
    return pointer
  }()
  nonisolated(unsafe) private static let farewell: UnsafeBufferPointer<UInt8> = {
    let bytes = Array(ScreenUpdate.leave.utf8)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    return UnsafeBufferPointer(buffer)
  }()
  private static let atExit: Void = { atexit { TerminalMode.restore() } }()

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT]

  /// Switches the terminal to full-screen mode.
  ///
  /// - Returns: true if it did; `false` when standard input or output is not a terminal.
  package static func enter() -> Bool {
    guard tcgetattr(STDIN_FILENO, &saved.pointee.settings) == 0,
      TerminalCapabilities.isTerminal(STDOUT_FILENO)
    else { return false }
    _ = farewell
    _ = atExit
    for number in crashes { installRestoring(number) }
    return resume()
  }

  /// Switches to full-screen mode again after a stop; `leave` restores the state before `enter`.
  ///
  /// - Returns: true if it did.
  package static func resume() -> Bool {
    var raw = saved.pointee.settings
    cfmakeraw(&raw)
    // Keeps the signals of Ctrl-C and Ctrl-Z, and the line feeds of standard error.
    raw.c_lflag |= tcflag_t(ISIG)
    raw.c_oflag |= tcflag_t(OPOST)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else { return false }
    saved.pointee.isEntered = true
    return (try? StandardOutput.draw(ScreenUpdate.enter)) != nil
  }

  /// Restores the terminal; a second call does nothing.
  package static func leave() { restore() }

  /// Restores the terminal in a signal handler: two system calls on existing memory.
  private static func restore() {
    guard saved.pointee.isEntered else { return }
    saved.pointee.isEntered = false
    _ = write(STDOUT_FILENO, farewell.baseAddress, farewell.count)
    tcsetattr(STDIN_FILENO, TCSANOW, &saved.pointee.settings)
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
