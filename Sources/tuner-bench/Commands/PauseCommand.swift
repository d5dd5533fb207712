// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Terminal

/// Stops the process that started it, and lets it go on half a second later.
///
/// A process that is stopped can't wake itself; `soak` runs this one of its own kind.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause-parent", abstract: "Used by soak.", shouldDisplay: false)

  func run() throws {
    let parent = getppid()
    // Not process 1, which whoever lost its parent has.
    guard parent > 1, kill(parent, SIGSTOP) == 0 else { throw ExitStatus.usage }
    usleep(500_000)
    guard kill(parent, SIGCONT) == 0 else { throw ExitStatus.usage }
  }
}

/// A stop of this process by another one.
enum ProcessPause {
  /// Is stopped, and returns when it goes on; at once where that can't be had.
  static func take() {
    let other = Process()
    other.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    other.arguments = ["pause-parent"]
    guard (try? other.run()) != nil else { return }
    other.waitUntilExit()
  }
}
