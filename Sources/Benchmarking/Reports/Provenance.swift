// SPDX-License-Identifier: MIT

internal import ChildProcesses
internal import Foundation

/// The machine, commit and build of a report, which must agree before two reports are compared.
package struct Provenance: Hashable, Codable, Sendable {
  /// The processor's name, its number of cores and the system.
  package var machine: String
  /// The commit of the checkout, with `-dirty` when files differ from it; `nil` outside a checkout.
  package var commit: String?
  /// The compiler's version.
  package var compiler: String
  /// The build flags.
  package var flags: [String]

  package init(machine: String, commit: String?, compiler: String, flags: [String]) {
    self.machine = machine
    self.commit = commit
    self.compiler = compiler
    self.flags = flags
  }

  /// Describes this program on this machine.
  package static func current() -> Provenance {
    Provenance(
      machine: machine(), commit: commit(), compiler: compilerVersion, flags: buildFlags)
  }

  private static func machine() -> String {
    let text = FileManager.default.contents(atPath: "/proc/cpuinfo").map {
      String(decoding: $0, as: UTF8.self)
    }
    let model = text?.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let cores = ProcessInfo.processInfo.processorCount
    return "\(model ?? "unknown processor"), \(cores) cores, \(system)"
  }

  /// Returns the commit of the checkout that holds the program.
  private static func commit() -> String? {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let git = BoundedRun(
      path: "/usr/bin/env",
      arguments: [
        "git", "-C", executable.deletingLastPathComponent().path, "describe", "--always",
        "--dirty", "--abbrev=40", "--exclude=*",
      ], environment: ProcessInfo.processInfo.environment, timeLimit: 60, outputLimit: 4096)
    guard let outcome = try? git.run(), outcome.ending == .exited(0) else { return nil }
    let text = String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .newlines)
    return text.isEmpty ? nil : text
  }

  private static var system: String {
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "Darwin"
    #endif
    #if arch(x86_64)
      return system + " x86_64"
    #elseif arch(arm64)
      return system + " aarch64"
    #else
      return system
    #endif
  }

  private static var compilerVersion: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1 or later of 6.3"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  private static var buildFlags: [String] {
    #if DEBUG
      ["debug"]
    #else
      ["release"]
    #endif
  }
}
