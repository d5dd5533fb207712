// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("tuner-bench datasets")
struct DatasetsCommandTests {
  private let bench = Program("tuner-bench")

  /// Runs with a cache of its own.
  private func run(
    _ arguments: String..., cache: TemporaryDirectory, environment: [String: String?] = [:],
    reader: Program.Reader = .patient
  ) throws -> Program.Outcome {
    try bench.run(
      ["datasets"] + arguments,
      environment: ["XDG_CACHE_HOME": cache.path].merging(environment) { $1 }, reader: reader)
  }

  /// Fills a cache with files of the right names and lengths, all zeros.
  private func hollow(_ name: String, in cache: TemporaryDirectory) throws {
    for recording in try DatasetCatalogue().manifest(named: name).recordings {
      let path = try cache.write(Data(), to: "headstock/datasets/\(name)/\(recording.file)")
      #expect(truncate(path, recording.byteCount) == 0)
    }
  }

  /// Every set, in the order in which they are listed.
  private func names() throws -> [String] {
    try DatasetCatalogue().manifests.map(\.name) + DownloadCatalogue.sets.map(\.name)
  }

  @Test("list shows the sets and their directory")
  func list() throws {
    let cache = try TemporaryDirectory()
    let outcome = try run("list", cache: cache)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let sets = try names()
    try #require(lines.count == sets.count + 2)
    #expect(lines[0].hasPrefix("NAME "))
    #expect(zip(lines.dropFirst(), sets).allSatisfy { $0.hasPrefix($1 + " ") })
    #expect(lines[1].hasPrefix("guitarsounds      12 "))
    #expect(lines[2].hasPrefix("fluidr3           134 "))
    #expect(lines[1...sets.count].allSatisfy { $0.contains(" not installed ") })
    #expect(lines.last == "Kept in \(cache.path)/headstock/datasets")
  }

  @Test("list --json is one document with the schema's keys")
  func listJSON() throws {
    let cache = try TemporaryDirectory()
    try hollow("guitarsounds", in: cache)
    try cache.write(Data(), to: "headstock/datasets/fluidr3/stranger")
    let outcome = try run("list", "--json", cache: cache)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(document["schema"] as? String == "tuner-bench.datasets/1")
    let sets = try #require(document["datasets"] as? [[String: Any]])
    #expect(sets.map { $0["name"] as? String } == (try names()))
    let recordings: [Int?] = sets.prefix(2).map { $0["recordings"] as? Int }
    #expect(recordings == [12, 134])
    let states: [String?] = sets.prefix(2).map { $0["state"] as? String }
    #expect(states == ["installed", "damaged"])
    #expect(sets.dropFirst(2).allSatisfy { $0["state"] as? String == "not installed" })
    let manifests = try DatasetCatalogue().manifests
    let downloads = DownloadCatalogue.sets
    let sizes: [Int?] = sets.map { $0["size_bytes"] as? Int }
    let installed: [Int] = manifests.map(\.byteCount) + downloads.map(\.installedByteCount)
    #expect(sizes == installed)
    let transfers: [Int?] = sets.map { $0["download_bytes"] as? Int }
    let sources: [Int] = manifests.map { manifest in manifest.sources.map(\.byteCount).reduce(0, +)
    }
    #expect(transfers == sources + downloads.map(\.downloadByteCount))
    let estimated: [Bool?] = sets.map { $0["sizes_estimated"] as? Bool }
    let expected = manifests.map { _ in false } + downloads.map { _ in true }
    #expect(estimated == expected)
    #expect(
      Set(sets[0].keys) == [
        "name", "title", "version", "licence", "citation", "recordings", "download_bytes",
        "size_bytes", "sizes_estimated", "state", "directory",
      ])
    #expect(sets[0]["directory"] as? String == "\(cache.path)/headstock/datasets/guitarsounds")
  }

  @Test("an unknown set is refused with the known names, and its control characters are escaped")
  func unknown() throws {
    let cache = try TemporaryDirectory()
    for command in ["fetch", "verify"] {
      let outcome = try run(command, "\u{1B}[31mnone", cache: cache)
      #expect((outcome.status, outcome.output) == (2, ""))
      #expect(
        outcome.errors == "tuner-bench: there is no dataset \"\\x1b[31mnone\". "
          + "Choose from: \(try names().joined(separator: ", "))\n")
    }
  }

  @Test("names together with --all, or neither, are wrong usage", arguments: ["fetch", "verify"])
  func usage(command: String) throws {
    let cache = try TemporaryDirectory()
    for outcome in [
      try run(command, cache: cache), try run(command, "--all", "fluidr3", cache: cache),
    ] {
      #expect((outcome.status, outcome.output) == (2, ""))
      #expect(outcome.errors.hasPrefix("tuner-bench: "))
      #expect(outcome.errors.hasSuffix("See: tuner-bench datasets \(command) --help\n"))
    }
  }

  @Test(
    "without a home directory every command names the variable to set",
    arguments: ["list", "fetch", "verify"])
  func noHome(command: String) throws {
    let outcome = try bench.run(
      ["datasets", command] + (command == "list" ? [] : ["--all"]),
      environment: ["HOME": nil, "XDG_CACHE_HOME": nil])
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(outcome.errors.hasSuffix("Set HOME or XDG_CACHE_HOME\n"))
  }

  @Test(
    "verify of an absent set ends with 1, names the command that installs it, and creates nothing")
  func verifyAbsent() throws {
    let cache = try TemporaryDirectory()
    let outcome = try run("verify", "guitarsounds", cache: cache)
    #expect((outcome.status, outcome.errors) == (1, ""))
    #expect(
      outcome.output == "guitarsounds: not installed. "
        + "Install it: tuner-bench datasets fetch guitarsounds\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path).isEmpty)
  }

  @Test("verify names every file whose contents are wrong, and the directory to remove")
  func verifyHollow() throws {
    let cache = try TemporaryDirectory()
    try hollow("guitarsounds", in: cache)
    let outcome = try run("verify", "guitarsounds", cache: cache)
    #expect((outcome.status, outcome.errors) == (1, ""))
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 13)
    for (line, recording) in zip(
      lines, try DatasetCatalogue().manifest(named: "guitarsounds").recordings)
    {
      #expect(line.hasPrefix("guitarsounds: \(recording.file) is not the file"))
    }
    #expect(lines[12].contains("Remove \(cache.path)/headstock/datasets/guitarsounds and"))
  }

  @Test(
    "verify finds one flipped byte and names its file",
    .enabled(
      if: FlippedSet.isThere,
      "not installed. Install it: swift run tuner-bench datasets fetch guitarsounds"))
  func verifyFlipped() throws {
    let cache = try TemporaryDirectory()
    let set = try FlippedSet(in: cache)
    let whole = try run("verify", "guitarsounds", cache: cache)
    #expect(whole.status == 0)
    #expect(whole.output == "guitarsounds: all 12 recordings are as measured\n")
    try set.flip()
    let outcome = try run("verify", "guitarsounds", cache: cache)
    #expect(outcome.status == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("guitarsounds: \(set.file) is not the file") == true)
  }

  @Test(
    "fetch of a package with wrong contents names the file, and installs nothing",
    .enabled(
      if: !FileManager.default.fileExists(atPath: "/usr/share/sonic-pi/samples"),
      "the right files are installed in the system, and would be taken"))
  func fetchOtherPackage() throws {
    let cache = try TemporaryDirectory()
    try cache.writeProgram(
      """
      mkdir -p p/DEBIAN p/usr/share/sonic-pi/samples
      printf 'Package: p\\nVersion: 1\\nArchitecture: all\\nMaintainer: p\\nDescription: p\\n' \
        > p/DEBIAN/control
      echo other > p/usr/share/sonic-pi/samples/bass_hard_c.flac
      exec dpkg-deb --build p p_1_all.deb > /dev/null
      """, named: "apt-get")
    let path = "\(cache.path)/bin:" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    let outcome = try run("fetch", "sonic-pi", cache: cache, environment: ["PATH": path])
    #expect((outcome.status, outcome.output) == (2, ""))
    // "other" and a line feed, by sha256sum.
    #expect(
      outcome.errors.contains(
        "bass_hard_c.flac is not the file that was measured "
          + "(SHA-256 7e4fa2eb8c7ac089739d5defc4489fad68a100d92082ca35c6b40a4524821f87 instead of"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: cache.path + "/headstock/datasets")
    #expect(names == [".lock"])
  }

  @Test("fetch of an installed set prints its directory, and starts no program")
  func fetchInstalled() throws {
    let cache = try TemporaryDirectory()
    let sets = try DatasetCatalogue().manifests.map(\.name)
    for set in sets { try hollow(set, in: cache) }
    // All but the downloads, which are fetched by name.
    let outcome = try run("fetch", "--all", cache: cache, environment: ["PATH": "/nowhere"])
    let root = "\(cache.path)/headstock/datasets"
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.output == sets.map { "\(root)/\($0)\n" }.joined())
  }

  @Test("fetch without a required program names the package that contains it")
  func fetchWithoutPrograms() throws {
    let cache = try TemporaryDirectory()
    let nothing = try run(
      "fetch", "--quiet", "guitarsounds", cache: cache, environment: ["PATH": "/nowhere"])
    #expect((nothing.status, nothing.output) == (2, ""))
    #expect(nothing.errors.hasSuffix("Install it: apt-get install python3-pip\n"))
    try cache.writeProgram(
      "echo '/usr/bin/python3: No module named pip' >&2; exit 1", named: "python3")
    let noPip = try run(
      "fetch", "--quiet", "guitarsounds", cache: cache, environment: ["PATH": cache.path + "/bin"])
    #expect((noPip.status, noPip.output) == (2, ""))
    #expect(
      noPip.errors == "tuner-bench: pip for python3 is needed and not installed. "
        + "Install it: apt-get install python3-pip\n")
  }

  @Test("fetch refuses a package with a wrong checksum from a registry, and leaves no files")
  func fetchWrongFile() throws {
    let cache = try TemporaryDirectory()
    try cache.writeProgram("echo other > guitarsounds-1.2.0.tar.gz", named: "python3")
    let outcome = try run(
      "fetch", "guitarsounds", cache: cache,
      environment: ["PATH": cache.path + "/bin:/usr/bin:/bin"])
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(outcome.errors.hasPrefix("guitarsounds: fetching guitarsounds 1.2.0 from PyPI ("))
    #expect(outcome.errors.hasSuffix("Nothing was installed\n"))
    let root = cache.path + "/headstock/datasets"
    #expect(try FileManager.default.contentsOfDirectory(atPath: root) == [".lock"])
  }

  @Test(
    "a signal ends the fetch and its children, and no files remain",
    arguments: [
      "INT", "TERM", "HUP",
    ])
  func fetchInterrupted(signal: String) throws {
    let cache = try TemporaryDirectory()
    // Nothing writes to the pipe, so the stub would never end.
    let pipe = cache.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    try cache.writeProgram(
      """
      cut -d' ' -f5 /proc/$PPID/stat /proc/$$/stat > '\(cache.path)/groups'
      echo $$ > '\(cache.path)/stub'
      kill -\(signal) $PPID
      exec cat '\(pipe)'
      """, named: "python3")
    // A shell without job control starts background commands with an ignored SIGINT. The tests and
    // their programs would inherit that, and the fetch would never end.
    let outcome = try Program(path: "/usr/bin/env").run(
      ["--default-signal", bench.path, "datasets", "fetch", "--quiet", "guitarsounds"],
      environment: [
        "XDG_CACHE_HOME": cache.path, "PATH": cache.path + "/bin:/usr/bin:/bin",
      ])
    #expect((outcome.status, outcome.output, outcome.errors) == (-1, "", ""))
    let root = cache.path + "/headstock/datasets"
    #expect(try FileManager.default.contentsOfDirectory(atPath: root) == [".lock"])
    let stub = try String(contentsOfFile: cache.path + "/stub", encoding: .utf8)
    let identifier = try #require(pid_t(stub.dropLast()))
    #expect(kill(identifier, 0) == -1)
    // A terminal's interrupt goes to a whole process group.
    let groups = try String(contentsOfFile: cache.path + "/groups", encoding: .utf8)
      .split(separator: "\n")
    #expect(groups.count == 2)
    #expect(groups.first == groups.last)
  }

  @Test("an ignored signal does not end a fetch")
  func fetchIgnoringSignal() throws {
    let cache = try TemporaryDirectory()
    try cache.writeProgram("kill -HUP $PPID; echo 'went on' >&2; exit 1", named: "python3")
    let outcome = try Program(path: "/usr/bin/nohup").run(
      [bench.path, "datasets", "fetch", "--quiet", "guitarsounds"],
      environment: [
        "XDG_CACHE_HOME": cache.path, "PATH": cache.path + "/bin:/usr/bin:/bin",
      ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("tuner-bench: python3 failed with status 1: went on\n"))
  }

  @Test("a fetch does not depend on pip's settings for installations")
  func fetchIgnoresPipSettings() throws {
    let cache = try TemporaryDirectory()
    try cache.writeProgram(
      "env | grep '^PIP_' | sort > '\(cache.path)/settings'; exit 1", named: "python3")
    _ = try run(
      "fetch", "--quiet", "guitarsounds", cache: cache,
      environment: [
        "PATH": cache.path + "/bin:/usr/bin:/bin", "PIP_REQUIRE_VIRTUALENV": "1",
        "PIP_ONLY_BINARY": ":all:", "PIP_INDEX_URL": "https://mirror.invalid/simple",
      ])
    let settings = try String(contentsOfFile: cache.path + "/settings", encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(settings.contains("PIP_REQUIRE_VIRTUALENV=0"))
    #expect(!settings.contains { $0.hasPrefix("PIP_ONLY_BINARY") })
    #expect(settings.contains("PIP_INDEX_URL=https://mirror.invalid/simple"))
  }

  @Test("a closed pipe is not a failure", arguments: [["list"], ["list", "--json"]])
  func closedPipe(arguments: [String]) throws {
    let cache = try TemporaryDirectory()
    let outcome = try bench.run(
      ["datasets"] + arguments, environment: ["XDG_CACHE_HOME": cache.path], reader: .gone)
    #expect((outcome.status, outcome.errors) == (0, ""))
  }

  @Test("the exit status is the verdict also if the reader of the output has closed the pipe")
  func closedPipeOfVerdict() throws {
    let cache = try TemporaryDirectory()
    let outcome = try bench.run(
      ["datasets", "verify", "guitarsounds"], environment: ["XDG_CACHE_HOME": cache.path],
      reader: .gone)
    #expect((outcome.status, outcome.errors) == (1, ""))
  }

  @Test("help and version go to standard output")
  func help() throws {
    for arguments in [
      ["--help"], ["datasets", "--help"], ["datasets", "list", "--help"],
      ["datasets", "fetch", "--help"], ["datasets", "verify", "--help"],
    ] {
      let outcome = try bench.run(arguments)
      #expect((outcome.status, outcome.errors) == (0, ""))
      let path = ["tuner-bench"] + arguments.dropLast()
      #expect(outcome.output.contains("USAGE: \(path.joined(separator: " "))"))
    }
    let version = try bench.run(["--version"])
    #expect((version.status, version.errors) == (0, ""))
    #expect(version.output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
  }
}
