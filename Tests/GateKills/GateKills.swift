// SPDX-License-Identifier: MIT

import Glibc
import PracticeGate
import PracticeGoals
import PracticeServices

/// Blocks by a hosts file for a few seconds, as the gate does for minutes: a program to be killed.
///
///     GateKills block FILE SECONDS    writes the section, and ends
///     GateKills detach FILE           starts the watch, as `tuner gate lease --detach` does
///     GateKills stand FILE            watches, as `tuner gate lease --stand-by` does
@main
struct GateKills {
  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count >= 3 else { exit(2) }
    let file = HostsFile(path: words[2])
    let lock = words[2] + ".lock"
    switch words[1] {
    case "block":
      guard words.count == 4, let seconds = Int(words[3]),
        let host = TargetID(rawValue: "domain:a.org")
      else { exit(2) }
      let blocker = HostsBlocker(
        file, clock: SystemClock(), leaseSeconds: seconds,
        leaseGuard: LeaseProcess(environment: [:]) { ["/proc/self/exe", "detach", $0.path] })
      try await blocker.updateShields(blocked: [host], until: nil)
    case "detach":
      exit(
        LeaseProcess.detach(["/proc/self/exe", "stand", file.path], environment: [:]) == 0 ? 0 : 2)
    case "stand":
      try LeaseProcess.stand(by: file, lock: lock, input: STDIN_FILENO, output: STDOUT_FILENO)
    default: exit(2)
    }
  }
}
