// SPDX-License-Identifier: MIT

import Glibc
import PracticeGate
import PracticeGoals
import PracticeServices

/// A program to be killed: it blocks by a hosts file for some seconds, as the gate does for
/// minutes.
///
///     GateKills block FILE SECONDS [before | behind]
///                                     writes the section, and ends; or kills itself right before
///                                     or behind the writing, with the watch standing ready
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
      guard words.count >= 4, let seconds = Int(words[3]),
        let host = TargetID(rawValue: "domain:a.org")
      else { exit(2) }
      let lease = LeaseProcess(environment: [:]) { ["/proc/self/exe", "detach", $0.path] }
      let blocker = HostsBlocker(
        file, clock: WallClock(), leaseSeconds: seconds,
        leaseGuard: KillingGuard(lease, at: words.count > 4 ? words[4] : nil))
      try await blocker.enforce(blocked: [host], until: nil)
    case "detach":
      exit(
        LeaseProcess.detach(["/proc/self/exe", "stand", file.path], environment: [:]) == 0 ? 0 : 2)
    case "stand":
      try LeaseProcess.serve(file, lock: lock, input: STDIN_FILENO, output: STDOUT_FILENO)
    default: exit(2)
    }
  }
}

/// A lease guard in which the process kills itself.
private struct KillingGuard: LeaseGuard {
  private let inner: LeaseProcess
  private let place: String?

  init(_ inner: LeaseProcess, at place: String?) {
    self.inner = inner
    self.place = place
  }

  func watch(
    _ file: HostsFile, while change: () throws(HostsFileError) -> Void
  ) throws(HostsFileError) {
    try inner.watch(file) { () throws(HostsFileError) in
      if place == "before" { kill(getpid(), SIGKILL) }
      try change()
      if place == "behind" { kill(getpid(), SIGKILL) }
    }
  }
}
