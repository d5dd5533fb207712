// SPDX-License-Identifier: MIT

internal import ChildProcesses
internal import Datasets
internal import Foundation

/// The machine, commit and build of a report, which must agree before two reports are compared.
package struct Provenance: Hashable, Codable, Sendable {
  /// The processor's name, its number of cores and the system.
  package var machine: String
  /// The commit of Headstock's checkout that holds the program, with `-dirty` when files differ
  /// from it; `nil` outside such a checkout, and for a program that is older than one of its
  /// sources.
  package var commit: String?
  /// The checksum of the program as `algorithm:digits`, if no commit names the build.
  package var program: String?
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

  /// Describes this program on this machine as it was at the first call.
  ///
  /// A command calls it before its run, because the files of a checkout may change during it.
  package static func current() -> Provenance { first }

  private static let first = described()

  private static func described() -> Provenance {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    var provenance = Provenance(
      machine: machine(), commit: commit(ofProgram: executable.path), compiler: compilerVersion,
      flags: buildFlags)
    if provenance.commit == nil {
      provenance.program = (try? Checksum.sha256(of: [executable.path]))?[executable.path]
        .map { "sha256:" + $0 }
    }
    return provenance
  }

  /// The commit or the program, for people.
  package var build: String { commit ?? program.map { "program " + $0 } ?? "no checkout" }

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

  /// A file that only a checkout of Headstock has.
  private static let ownFile = "Sources/Benchmarking/Reports/Provenance.swift"

  /// Returns the commit of Headstock's checkout that holds a program; `nil` outside of one.
  ///
  /// An installed program may lie in another repository, such as that of a home directory. A
  /// program that is older than a source of the checkout was built from another commit, or may have
  /// been.
  package static func commit(ofProgram path: String) -> String? {
    let program = URL(fileURLWithPath: path)
    let directory = program.deletingLastPathComponent().path
    guard git(["cat-file", "-e", "HEAD:" + ownFile], in: directory) != nil,
      let root = git(["rev-parse", "--show-toplevel"], in: directory),
      let text = git(
        ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], in: directory),
      !text.isEmpty, isNewer(program, thanSourcesIn: URL(fileURLWithPath: root))
    else { return nil }
    return text
  }

  /// Returns true if a program was written after the last change of every source file.
  private static func isNewer(_ program: URL, thanSourcesIn root: URL) -> Bool {
    func modified(_ file: URL) -> Date? {
      try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    }
    guard let built = modified(program),
      let files = FileManager.default.enumerator(
        at: root.appendingPathComponent("Sources"),
        includingPropertiesForKeys: [.contentModificationDateKey])
    else { return false }
    for case let file as URL in files
    where ["swift", "h", "c"].contains(file.pathExtension) {
      guard let changed = modified(file), changed <= built else { return false }
    }
    return true
  }

  /// Returns the output of git; `nil` if it fails.
  private static func git(_ arguments: [String], in directory: String) -> String? {
    let git = BoundedRun(
      path: "/usr/bin/env", arguments: ["git", "-C", directory] + arguments,
      environment: ProcessInfo.processInfo.environment, timeLimit: 60, outputLimit: 4096)
    guard let outcome = try? git.run(), outcome.ending == .exited(0) else { return nil }
    return String(decoding: outcome.output, as: UTF8.self).trimmingCharacters(in: .newlines)
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
