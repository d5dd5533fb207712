// SPDX-License-Identifier: MIT

import Datasets
import DownloadServing
import Foundation
import ProgramRunning
import Testing

@Suite("tuner-bench with downloads")
struct DownloadCommandTests {
  private let bench = Program("tuner-bench")
  /// The length that is published of annotation.zip, the first file of GuitarSet.
  private let length = 39_132_574

  private func run(
    _ arguments: String..., cache: TemporaryDirectory, environment: [String: String?] = [:]
  ) throws -> Program.Outcome {
    try bench.run(
      arguments, environment: ["XDG_CACHE_HOME": cache.path].merging(environment) { $1 })
  }

  /// Installs a small set under the name of a published one, from a server of our own.
  private func install(
    _ name: String, _ archives: [String: Data], in cache: TemporaryDirectory
  ) throws {
    let published = try #require(DownloadCatalogue.set(named: name))
    let server = try LocalServer(
      Dictionary(
        uniqueKeysWithValues: archives.map { ("/\($0.key)", LocalServer.Route($0.value)) }))
    let files = try published.files.map { file in
      let data = try #require(archives[file.name])
      let place = try TemporaryDirectory(holding: ["data": data])
      let sum = try Program(path: "/usr/bin/env").run(["md5sum", place.path + "/data"]).output
      return DownloadFile(
        name: file.name, address: file.address, size: .exactly(data.count),
        digest: .md5(String(sum.prefix(32))), packing: file.packing, limits: file.limits)
    }
    let set = DownloadSet(
      name: name, title: published.title, version: published.version,
      licence: published.licence, citation: published.citation, homepage: published.homepage,
      knownErrors: [], files: files, layout: published.layout, recordingCount: 2,
      installedByteCount: 1_000_000)
    var options = DownloadOptions()
    options.mirror = try DownloadMirror(server.address)
    try DownloadInstaller(
      library: DatasetLibrary(root: cache.path + "/headstock/datasets"), options: options
    ).install(set)
  }

  @Test("list shows the size of a download before it is fetched, and marks estimates")
  func list() throws {
    let cache = try TemporaryDirectory()
    let outcome = try run("datasets", "list", cache: cache)
    #expect((outcome.status, outcome.errors) == (0, ""))
    let lines = outcome.output.split(separator: "\n").map { line in
      line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(lines.contains { $0.hasPrefix("guitarset 360 696 MB ~ 1500 MB CC BY 4.0 not inst") })
    #expect(lines.contains { $0.hasPrefix("guitar-techs 4 225 MB ~ 450 MB CC BY 4.0") })
    #expect(lines.contains { $0.hasPrefix("egfxset 690 < 520 MB ~ 500 MB CC BY 4.0") })
  }

  @Test("fetch prints the size, asks no question, and reports a refusal of the server")
  func refused() throws {
    let cache = try TemporaryDirectory()
    let server = try LocalServer()
    let outcome = try run(
      "datasets", "fetch", "guitarset", "--mirror", server.address, cache: cache)
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(
      outcome.errors
        == "guitarset: 696 MB to download in 2 files, about 1500 MB installed (CC BY 4.0)\n"
        + "tuner-bench: annotation.zip is not there (HTTP 404). Try another server: --mirror URL\n")
    #expect(server.requests.map(\.path) == ["/annotation.zip"])
  }

  @Test(
    "options of downloads are refused for sets that are none",
    arguments: [
      ["--all", "--mirror", "https://example.org"], ["--all", "--timeout", "9"],
      ["guitarsounds", "--mirror", "https://example.org"], ["guitarsounds", "--timeout", "9"],
    ])
  func withoutDownload(arguments: [String]) throws {
    let cache = try TemporaryDirectory()
    let outcome = try bench.run(
      ["datasets", "fetch"] + arguments, environment: ["XDG_CACHE_HOME": cache.path])
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(
      outcome.errors.contains("\(arguments[1]) is for downloads, and no download is named"),
      "\(outcome.errors)")
  }

  @Test("a file of another length than the published one is refused at once")
  func refusesOtherFile() throws {
    let cache = try TemporaryDirectory()
    let server = try LocalServer(["/a/annotation.zip": LocalServer.Route(Data("other".utf8))])
    let outcome = try run(
      "datasets", "fetch", "--quiet", "guitarset", "--mirror", server.address + "/a/", cache: cache)
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(
      outcome.errors == "tuner-bench: annotation.zip has 5 bytes where the published file has "
        + "\(length). It was removed; nothing was installed\n")
  }

  @Test(
    "a signal ends the download and its children; the next run requests only the rest",
    arguments: [SIGINT, SIGTERM, SIGKILL])
  func interrupted(signal: Int32) throws {
    let cache = try TemporaryDirectory()
    let count = 500_000
    var route = LocalServer.Route(Data(repeating: 7, count: count))
    route.announcedCount = length
    route.hangsAfter = count
    let server = try LocalServer(["/annotation.zip": route])
    // After the program is killed, curl ends at its next byte or at its timeout.
    let running = try bench.start(
      ["datasets", "fetch", "guitarset", "--mirror", server.address, "--timeout", "10"],
      environment: ["XDG_CACHE_HOME": cache.path])
    let part = "\(cache.path)/headstock/datasets/.downloads/guitarset/annotation.zip.part"
    #expect(hasGrown(part, to: count))
    kill(running.identifier, signal)
    let outcome = try running.finish()
    #expect((outcome.status, outcome.output) == (-1, ""))
    if signal != SIGKILL {
      #expect(
        outcome.errors.hasSuffix(
          "guitarset: interrupted. 1 MB are kept; the same command goes on from there\n"))
    }
    route.status = 503
    route.hangsAfter = nil
    server.set(route, at: "/annotation.zip")
    let second = try run(
      "datasets", "fetch", "-q", "guitarset", "--mirror", server.address, cache: cache)
    #expect(second.errors.contains("HTTP 503"))
    #expect(server.requests.map(\.rangeStart) == [nil, count])
    var status = stat()
    #expect(stat(part, &status) == 0 && Int(status.st_size) == count)
  }

  @Test("without a terminal, progress is a line from time to time, with the share and the length")
  func sparseLines() throws {
    let cache = try TemporaryDirectory()
    var route = LocalServer.Route(Data(repeating: 7, count: 9_000_000))
    route.announcedCount = length
    route.cuts = [9_000_000]
    let server = try LocalServer(["/annotation.zip": route])
    route.cuts = []
    route.status = 503
    let outcome = try run(
      "datasets", "fetch", "guitarset", "--mirror", server.address, "--timeout", "1",
      cache: cache)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("\r") && !outcome.errors.contains("\u{1B}"))
    #expect(lines.first?.hasPrefix("guitarset: 696 MB to download in 2 files") == true)
    let shares = lines.filter { $0.contains("% of 39 MB") }
    // Lines for 0, 10 and 20 %, because 23 % arrived.
    #expect(shares.count == 3)
    #expect(shares.allSatisfy { $0.hasPrefix("guitarset: annotation.zip [") })
  }

  @Test("on a terminal, progress is one bar on one line, which is erased at the end")
  func bar() throws {
    let cache = try TemporaryDirectory()
    var route = LocalServer.Route(Data(repeating: 7, count: 9_000_000))
    route.announcedCount = length
    route.cuts = [9_000_000, 0]
    let server = try LocalServer(["/annotation.zip": route])
    // Python's pty module provides a terminal, which sends a return before each line feed.
    let outcome = try Program(path: "/usr/bin/env").run(
      [
        "python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])", bench.path, "datasets",
        "fetch", "guitarset", "--mirror", server.address,
      ], environment: ["XDG_CACHE_HOME": cache.path])
    let draws = outcome.output.components(separatedBy: "\rguitarset: annotation.zip [")
    #expect(draws.count > 1)
    #expect(draws.dropFirst().allSatisfy { $0.contains(" % of 39 MB") && $0.contains("\u{1B}[K") })
    #expect(outcome.output.components(separatedBy: "\n").count < 5)
  }

  @Test("the user's settings of curl are ignored, and without curl the error names its package")
  func ignoresConfiguration() throws {
    let cache = try TemporaryDirectory()
    try cache.write(
      Data("user-agent = headstock-evil\nurl = http://127.0.0.1:1/\n".utf8), to: ".curlrc")
    let server = try LocalServer()
    _ = try run(
      "datasets", "fetch", "-q", "guitarset", "--mirror", server.address, cache: cache,
      environment: ["HOME": cache.path, "CURL_HOME": cache.path])
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.headers["user-agent"]?.hasPrefix("curl/") == true)
    let missing = try run(
      "datasets", "fetch", "-q", "guitarset", cache: cache, environment: ["PATH": "/nowhere"])
    #expect(missing.status == 2)
    #expect(
      missing.errors
        == "tuner-bench: curl is needed and not installed. Install it: apt-get install curl\n")
  }

  @Test(
    "an invalid mirror and an invalid timeout are wrong usage",
    arguments: [
      ["--mirror", "ftp://x"], ["--mirror", ""], ["--timeout", "0"], ["--timeout", "x"],
    ])
  func usage(arguments: [String]) throws {
    let outcome = try bench.run(["datasets", "fetch", "guitarset"] + arguments)
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(outcome.errors.hasSuffix("See: tuner-bench datasets fetch --help\n"))
  }

  @Test("a set that is installed is fetched without the network, listed, and verified")
  func installed() throws {
    let cache = try TemporaryDirectory()
    try install("egfxset", MadeArchives.egfxSet(), in: cache)
    let directory = "\(cache.path)/headstock/datasets/egfxset"
    let fetched = try run(
      "datasets", "fetch", "egfxset", cache: cache, environment: ["PATH": "/nowhere"])
    #expect((fetched.status, fetched.output, fetched.errors) == (0, directory + "\n", ""))
    let list = try run("datasets", "list", cache: cache)
    #expect(
      list.output.split(separator: "\n").contains {
        $0.hasPrefix("egfxset ") && $0.contains(" installed ") && !$0.contains("not installed")
      })
    let whole = try run("datasets", "verify", "egfxset", cache: cache)
    #expect((whole.status, whole.output) == (0, "egfxset: all 5 files are as unpacked\n"))
    let path = directory + "/Clean/Clean/Bridge/6-0.wav"
    var data = try Data(contentsOf: URL(filePath: path))
    data[data.count / 2] ^= 1
    try data.write(to: URL(filePath: path))
    let damaged = try run("datasets", "verify", "egfxset", cache: cache)
    #expect(damaged.status == 1)
    #expect(damaged.output.hasPrefix("egfxset: Clean/Clean/Bridge/6-0.wav is not the file"))
    #expect(damaged.output.contains("1 of 5 files are wrong. Remove \(directory) and"))
  }

  @Test(
    "accuracy takes a downloaded set by its name",
    arguments: ["guitarset", "guitar-techs", "egfxset"])
  func accuracy(name: String) throws {
    let cache = try TemporaryDirectory()
    let absent = try run("accuracy", "--dataset", name, cache: cache)
    #expect(absent.status == 2)
    #expect(absent.errors.contains("Install it: tuner-bench datasets fetch \(name)"))
    let archives =
      switch name {
      case "guitarset": try MadeArchives.guitarSet()
      case "guitar-techs": try MadeArchives.guitarTechs()
      default: try MadeArchives.egfxSet()
      }
    try install(name, archives, in: cache)
    let report = cache.path + "/report.json"
    let outcome = try run(
      "accuracy", "-q", "--dataset", name, "--json", report, cache: cache)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: report)))
        as? [String: Any])
    let results = try #require(document["results"] as? [[String: Any]])
    #expect(results.count == (name == "guitarset" ? 2 : 4))
    // The readings lie within 50 cents of the synthesised pitch wherever the layout's rule knows
    // it. GuitarSet's truth begins at the pluck, where a causal detector can't have a reading yet.
    let share = try accuracyWithin50Cents(try #require(results.first))
    #expect(name == "guitarset" ? (0.85...1).contains(share) : share == 1, "\(share)")
    let last = try #require(results.last?["outcome"] as? [String: Any])
    #expect(last.keys.first == (name == "guitarset" ? "unscored" : "scored"))
  }

  /// The share of a result's frames with a pitch that were answered within 50 cents, in mir_eval's
  /// terms.
  private func accuracyWithin50Cents(_ result: [String: Any]) throws -> Double {
    let outcome = try #require(result["outcome"] as? [String: Any])
    let scored = try #require(outcome["scored"] as? [String: Any])
    let melody = try #require((scored["_0"] as? [String: Any])?["melody"] as? [String: Any])
    let shares = try #require(melody["rawPitchAccuracy"] as? [String: Any])
    #expect((shares["tolerance_cents"] as? [Double])?.first == 50)
    return try #require((shares["values"] as? [[Double]])?.first?.first)
  }

  /// Waits until a file has its length, or gives up.
  private func hasGrown(_ path: String, to count: Int) -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    var status = stat()
    while ContinuousClock.now < end {
      if stat(path, &status) == 0, Int(status.st_size) == count { return true }
      sched_yield()
    }
    return false
  }
}
