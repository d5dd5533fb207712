// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Glibc

/// Shows notifications on the player's desktop, as the Desktop Notifications Specification of
/// freedesktop.org describes them.
///
/// The program `notify-send` sends each one over the session bus. It starts with a list of
/// arguments and without a shell, so no text of a notification is read as a command or an option.
public struct DesktopNotifier: Sendable {
  /// The program that sends a notification.
  public static let program = "notify-send"
  /// The time limit of the program, in seconds.
  public static let timeLimit = 5.0

  private static let inherited = [
    "PATH", "HOME", "LANG", "LC_ALL", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY",
    "WAYLAND_DISPLAY",
  ]

  private let path: String
  private let environment: [String: String]

  /// Finds the session bus and the program.
  ///
  /// - Parameter environment: the variables of this process.
  /// - Throws: `NotificationError.noSession` and `.noProgram`.
  public init(environment: [String: String]) throws(NotificationError) {
    guard Self.hasSession(environment) else { throw .noSession }
    guard let path = Launch.path(of: Self.program, in: environment["PATH"]) else {
      throw .noProgram
    }
    self.path = path
    self.environment = environment.filter { Self.inherited.contains($0.key) }
  }

  /// Returns true if the environment names a session bus, or the user's runtime directory has one.
  private static func hasSession(_ environment: [String: String]) -> Bool {
    if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
    guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else {
      return false
    }
    var status = stat()
    return stat(directory + "/bus", &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Returns the arguments of the program for a notification.
  static func arguments(title: String, body: String) -> [String] {
    [
      program, "--app-name=Headstock", "--urgency=normal", "--", title,
      escaped(body),
    ]
  }

  /// Escapes `&`, `<` and `>`, which servers treat as markup in a body.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }

  /// Shows a notification; blocks the calling thread for up to the time limit.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - body: the text under it.
  /// - Throws: `NotificationError`.
  public func show(title: String, body: String) throws(NotificationError) {
    let outcome: BoundedRun.Outcome
    do throws(ChildError) {
      outcome = try BoundedRun(
        path: path, arguments: Array(Self.arguments(title: title, body: body).dropFirst()),
        environment: environment, timeLimit: Self.timeLimit, outputLimit: 4096
      ).run()
    } catch {
      throw .failed("can't be started (\(errorText(error.code)))")
    }
    switch outcome.ending {
    case .exited(0): return
    case .exited(let status):
      let reason = String(decoding: outcome.errorOutput, as: UTF8.self).split(separator: "\n").last
      throw .failed(reason.map(String.init) ?? "failed with status \(status)")
    case .signalled(let signal): throw .failed("was ended by signal \(signal)")
    case nil: throw .failed("was ended: it took longer than \(Self.timeLimit) s")
    }
  }
}

/// The reason why a notification was not shown.
public enum NotificationError: Error, Hashable, Sendable {
  /// There is no session bus.
  case noSession
  /// The program that sends notifications is not installed.
  case noProgram
  /// The program failed.
  case failed(String)
}

extension NotificationError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .noSession:
      "notifications need a desktop session, and DBUS_SESSION_BUS_ADDRESS names none. "
        + "Start the program from the desktop, or turn notifications off"
    case .noProgram:
      "notifications need \(DesktopNotifier.program), which is not installed. "
        + "Install it, on Debian with: apt install libnotify-bin"
    case .failed(let reason):
      "\(DesktopNotifier.program): \(reason). The notification was not shown: check that the "
        + "desktop shows notifications"
    }
  }
}
