// SPDX-License-Identifier: MIT

internal import ArgumentParser
import Benchmarking
import ChildProcesses
import Foundation
import Terminal

struct SoakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Test that the tuner works for hours and through every kind of fault.",
    discussion: """
      EXAMPLES
        tuner-bench soak
        tuner-bench soak --hours 1 --paced --json soak.json

      Plays a guitar in a loop, in episodes: no fault, dropouts, NaN and infinite samples, jumps \
      of the clock, a lost device, a full disk, a stalled reader, a stopped process, and memory \
      pressure. Runs as fast as possible, or at real-time pace.
      Exit status: 0 done, 1 updates were late or lost, a state or a reading was wrong, the clocks \
      drifted apart or the memory grew by more than 1 %; 2 wrong usage.
      """)

  @Option(help: ArgumentHelp("The length of the test, in hours of audio.", valueName: "hours"))
  var hours = 8.0

  @Flag(help: "Run at real-time pace.")
  var paced = false

  @Option(help: ArgumentHelp("The seed of all random draws.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(help: .hidden)
  var defect: SoakSettings.Defect?

  @OptionGroup var publication: ServiceOptions

  private var settings: SoakSettings {
    var settings = SoakSettings(seconds: 3600 * hours)
    settings.isPaced = paced
    settings.seed = seed
    settings.defect = defect
    settings.pause = { ProcessPause.take() }
    return settings
  }

  func validate() throws {
    let shortest = settings.shortest / 3600
    guard hours.isFinite, (shortest...1000).contains(hours) else {
      throw ValidationError(
        String(format: "--hours is from %.3f to 1000: every fault comes three times.", shortest))
    }
  }

  func run() throws {
    try publication.probe()
    try publication.publish(SoakBench.run(settings, progress: publication.progress()))
  }
}

extension SoakSettings.Defect: ExpressibleByArgument {}

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
  /// Stops this process.
  ///
  /// - Returns: true when it continues, false at once on failure.
  static func take() -> Bool {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    let launch = Launch(
      path: program, arguments: [program, "pause-parent"],
      environment: ProcessInfo.processInfo.environment, separation: .none)
    guard var other = try? Child(launch) else { return false }
    return other.wait() == .exited(0)
  }
}
