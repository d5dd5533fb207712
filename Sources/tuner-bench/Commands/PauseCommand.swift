// SPDX-License-Identifier: MIT

import ArgumentParser
import ChildProcesses
import Foundation
import Terminal

/// Stops the parent process, and continues it half a second later.
///
/// A stopped process can't continue itself, so `soak` starts a second process of the same program.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause-parent", abstract: "Used by soak.", shouldDisplay: false)

  func run() throws {
    let parent = getppid()
    // Process 1 adopts orphans and must not be stopped.
    guard parent > 1, kill(parent, SIGSTOP) == 0 else { throw ExitStatus.usage }
    usleep(500_000)
    guard kill(parent, SIGCONT) == 0 else { throw ExitStatus.usage }
  }
}

/// A stop of this process by a second one.
enum ProcessPause {
  /// Stops this process and returns when it continues, or at once on failure.
  static func take() {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    let launch = Launch(
      path: program, arguments: [program, "pause-parent"],
      environment: ProcessInfo.processInfo.environment, separation: .none)
    guard var other = try? Child(launch) else { return }
    _ = other.wait()
  }
}
