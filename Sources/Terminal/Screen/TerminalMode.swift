// SPDX-License-Identifier: MIT

import Glibc

/// Lends the terminal to a full-screen display, and gives it back on every way out.
///
/// Between `enter` and `leave`, keys come one by one without echo, and there is a screen of our own.
/// Whatever ends the process in between — `exit`, a fatal signal, a crash — the player's screen, cursor
/// and line editing come back; only SIGKILL can't be met.
public enum TerminalMode {
  /// What a signal handler needs: it may neither allocate nor lock.
  private struct Saved {
    var settings = termios()
    var isEntered = false
  }

  // Written by one thread before the handlers are installed, and read by them.
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

  /// Takes the terminal.
  ///
  /// - Returns: whether it is ours now; `false` when standard input or output is no terminal.
  public static func enter() -> Bool {
    guard tcgetattr(STDIN_FILENO, &saved.pointee.settings) == 0,
      TerminalCapabilities.isTerminal(STDOUT_FILENO)
    else { return false }
    _ = farewell
    _ = atExit
    for number in crashes { installRestoring(number) }
    return resume()
  }

  /// Takes the terminal again after a stop, with what `enter` found kept for the end.
  ///
  /// - Returns: whether it is ours now.
  public static func resume() -> Bool {
    var raw = saved.pointee.settings
    cfmakeraw(&raw)
    // Ctrl-C and Ctrl-Z stay signals, and a newline on standard error still begins a line.
    raw.c_lflag |= tcflag_t(ISIG)
    raw.c_oflag |= tcflag_t(OPOST)
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0 else { return false }
    saved.pointee.isEntered = true
    return (try? StandardOutput.draw(ScreenUpdate.enter)) != nil
  }

  /// Gives the terminal back; a second time does nothing.
  public static func leave() { restore() }

  /// Safe in a signal handler: two system calls on memory that is already there.
  private static func restore() {
    guard saved.pointee.isEntered else { return }
    saved.pointee.isEntered = false
    _ = write(STDOUT_FILENO, farewell.baseAddress, farewell.count)
    tcsetattr(STDIN_FILENO, TCSANOW, &saved.pointee.settings)
  }

  /// Has a fatal signal give the terminal back before it ends the process as it would have.
  private static func installRestoring(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      TerminalMode.restore()
      raise(number)
    }
    // The default action is in place again when the handler raises the signal anew.
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_NODEFER)
    sigaction(number, &action, nil)
  }
}
