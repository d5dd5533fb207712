// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// Tests that a script fails if a program that it runs did nothing.
@Suite("The scripts of the checks")
struct ScriptTests {
  private func fuzz(_ arguments: [String], fuzzer: String) throws -> Program.Outcome {
    let tree = try ScriptTree(
      of: ["fuzz.sh"], programs: [("bin/swift", "exit 0"), (".build/fuzz/release/fuzz", fuzzer)])
    return try tree.run("exec bash \"$tree/scripts/fuzz.sh\" \"$@\"", arguments)
  }

  @Test(
    "fuzz.sh fails if the fuzzer crashes at its start or knows no target",
    arguments: ["kill -s SEGV $$", "exit 0"], [["--short"], ["--all", "1"], ["--list"]])
  func fuzzerThatDoesNotRun(fuzzer: String, arguments: [String]) throws {
    #expect(try fuzz(arguments, fuzzer: fuzzer).status == 2)
  }

  /// A fuzzer with one target: it ends with `status` for the canary, and leaves files there.
  private func fuzzer(canary: String) -> String {
    """
    case $1 in
    list) printf 'notes\\ta parser\\n' ;;
    canary) \(canary) ;;
    esac
    """
  }

  @Test("fuzz.sh fails if a run on the target with a bug leaves no input, whatever its status")
  func canaryThatIsNotFound() throws {
    for status in [0, 1, 2] {
      let outcome = try fuzz(["--short"], fuzzer: fuzzer(canary: "exit \(status)"))
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("the canary was not found"))
    }
  }

  @Test("fuzz.sh runs every target once the bug was found")
  func canaryThatIsFound() throws {
    let outcome = try fuzz(
      ["--short"],
      fuzzer: fuzzer(canary: "echo >.build/fuzz/found/canary/crash-1; exit 77"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "notes\t0 runs\t0 edges\n")
  }

  @Test(
    "the filter of the test runner's output fails for a run without tests",
    arguments: [("0 tests in 0 suites", 1), ("10 tests in 2 suites", 0), ("1 test in 0 suites", 0)])
  func noTests(count: String, status: Int32) throws {
    let line = "✔ Test run with \(count) passed after 0.001 seconds.\n"
    let outcome = try Program(path: "/bin/bash").run(
      ["-c", "source \"$0\" && without_passes", Repository.root.path + "/scripts/common.bash"],
      input: Data(line.utf8))
    #expect(outcome.status == status)
    #expect(outcome.output == line)
  }

  @Test(
    "the filter of the test runner's output removes passed tests, also of arguments with newlines",
    arguments: [
      ("◇ Test case passing 1 argument source → \"a\nb\" to \"c\" started.\n", ""),
      ("\u{1B}[92m✔\u{1B}[0m Test \"a\" passed after 0.001 seconds.\n", ""),
      (
        "✘ Test case passing 1 argument source → \"a\nb\" to \"c\" recorded an issue\n",
        "✘ Test case passing 1 argument source → \"a\nb\" to \"c\" recorded an issue\n"
      ),
      // The end is missing: nothing may disappear.
      (
        "◇ Test case passing 1 argument source → \"a\nb\n✘ Test \"d\" failed\n",
        "◇ Test case passing 1 argument source → \"a\nb\n✘ Test \"d\" failed\n"
      ),
    ])
  func passes(text: String, kept: String) throws {
    let end = "✔ Test run with 1 test in 1 suite passed after 0.001 seconds.\n"
    let outcome = try Program(path: "/bin/bash").run(
      ["-c", "source \"$0\" && without_passes", Repository.root.path + "/scripts/common.bash"],
      input: Data((text + end).utf8))
    #expect(outcome.status == 0)
    #expect(outcome.output == kept + end)
  }

  @Test("ablation.py shows the share of moved readings to two digits, and very few as such")
  func movedShares() throws {
    let head = "constant,value,readings,moved,noise,gross,recall,median,p95,lock,records"
    let rows = [(0, "0"), (1, "<0.01"), (32_000, "80.00"), (4000, "10.00"), (40_000, "100.00")]
    let lines = rows.map { moved, _ in "Kind.name,1,40000,\(moved),0,0,1,0,0,0,0" }
    let place = try TemporaryDirectory()
    let text = ([head, ",,40000,0,0,0,1,0,0,0,0"] + lines).joined(separator: "\n")
    try place.write(Data(text.utf8), to: "results.csv")
    let outcome = try Program(path: "/usr/bin/python3").run([
      "-B", Repository.root.path + "/scripts/ablation.py", "--table", place.path + "/results.csv",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let table = try String(contentsOfFile: place.path + "/results.md", encoding: .utf8)
    let shares = rows.map(\.1).joined(separator: " / ")
    #expect(table.contains("| \(shares) |"), "\(table)")
  }

  @Test("the scripts select only test targets that exist")
  func filters() throws {
    let targets = Set(try Repository.names(in: "Tests"))
    let script = try Repository.text("scripts/test.sh").replacing("'\ncomputing+='", with: "")
    var names = script.matches(of: /\b([A-Z]\w+Tests)\\\./).map { String($0.output.1) }
    names += script.matches(of: /\^\(([A-Za-z|]+)\)(Tests)?\\\./).flatMap { match in
      match.output.1.split(separator: "|").map { "\($0)\(match.output.2 ?? "")" }
    }
    let sanitize = try Repository.text("scripts/sanitize.sh")
    names += sanitize.matches(of: /--filter '([A-Za-z|]+)'/).flatMap {
      $0.output.1.split(separator: "|")
    }.map(String.init)
    #expect(names.count > 15)
    for name in names { #expect(targets.contains(name), "there is no Tests/\(name)") }
  }

  @Test(
    "scripts refuse an argument that they do not know",
    arguments: [
      ("golden-tunings.py", ["--nothing"]), ("documentation.py", ["--nothing"]), ("fuzz.sh", []),
      ("datasets-manifests.py", ["--nothing"]), ("golden-mir-eval.py", ["--nothing"]),
      ("web-memory.mjs", ["--nothing"]), ("live.sh", ["--products"]), ("test.sh", ["--products"]),
      ("test.sh", ["--limits", "--filter", "Tuning"]),
    ])
  func refusals(script: String, arguments: [String]) throws {
    let outcome = try Program(path: Repository.root.path + "/scripts/" + script).run(arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("\(script): "), "\(outcome.errors)")
  }

  @Test(
    "scripts that need a package or a module answer --help without it",
    arguments: [
      "conditions.py", "transcription.py", "golden-tunings.py", "plugin-description.py",
      "web-memory.mjs", "web-readings.mjs",
    ])
  func help(script: String) throws {
    let outcome = try Program(path: Repository.root.path + "/scripts/" + script).run(["--help"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.contains("scripts/\(script)"))
  }
}
