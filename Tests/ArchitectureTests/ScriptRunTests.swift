// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// Tests of what scripts build, install, start and accept, with programs that stand in.
@Suite("What the scripts do with other programs")
struct ScriptRunTests {
  @Test("the end of a shell ends the command that it waits for")
  func ended() throws {
    let tree = try ScriptTree(of: [])
    // Threads of a test block nearly all signals, and a shell inherits that.
    let unblocked = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execv("/bin/bash", ["bash", "-c", sys.argv[1]])
      """
    // The command ends the shell, and waits for its own end. Without it, it waits for a minute.
    let outcome = try tree.run(
      #"exec /usr/bin/python3 -c "$1" "$2""#,
      [
        unblocked,
        """
        exec 3>&1
        source "$tree/scripts/common.bash"
        trap end_started EXIT
        mkfifo "$tree/never"
        (
          trap 'echo ended >&3; exit' TERM
          kill -TERM $$
          read -r -t 60 <>"$tree/never"
        ) | cat
        """,
      ])
    #expect(outcome.output == "ended\n")
  }

  @Test(
    "a build marks tuner-bench as new only if a source is newer",
    arguments: [("2026-01-01", "2026-01-02", false), ("2026-01-02", "2026-01-01", true)])
  func marked(source: String, program: String, isMarked: Bool) throws {
    let tree = try ScriptTree(
      of: [],
      programs: [
        ("bin/swift", "case $* in *--show-bin-path) echo products ;; esac"),
        ("products/tuner-bench", "exit 0"),
      ], files: ["Sources/A/a.swift": ""])
    let outcome = try tree.run(
      """
      cd "$tree"
      touch --date=\(source) Sources/A/a.swift
      touch --date=\(program) products/tuner-bench
      source scripts/common.bash
      build_for_tests
      date --reference=products/tuner-bench +%F
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.status == 0 && lines.first == "products", "\(outcome)")
    #expect((lines.last != program) == isMarked)
  }

  @Test("test.sh --products runs the tests of a build without building")
  func products() throws {
    let tree = try ScriptTree(
      of: ["test.sh"],
      programs: [
        ("bin/swift", "exit 9"),
        (
          "products/HeadstockPackageTests.xctest",
          "echo \"$*\" >&2; echo '✔ Test run with 1 test in 1 suite passed.' >&2"
        ),
      ])
    let outcome = try tree.run(
      "cd \"$tree\" && exec bash scripts/test.sh --products products --without-live --filter Some")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("--testing-library swift-testing --filter Some\n"))
    #expect(try tree.run("exec bash \"$tree/scripts/test.sh\" --products \"$tree\"").status == 2)
  }

  @Test("live.sh takes the products of a directory below the working directory")
  func relativeProducts() throws {
    let tree = try ScriptTree(
      of: ["live.sh"],
      programs: [
        ("scripts/display.py", "echo \"$@\" >&2"), ("there/bin/tuner-bench", "echo /strings"),
      ])
    let outcome = try tree.run(
      "cd \"$tree/there\" && exec bash ../scripts/live.sh --products bin --only display")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("--tuner \(tree.path)/there/bin/tuner "))
  }

  @Test(
    "examples.sh fails if an example prints its lines in another order",
    arguments: [("ab\nx\nb\ny", false), ("ab\nb\nx\ny", true), ("b\nx", true), ("b\nxx", false)])
  func order(printed: String, isExpected: Bool) throws {
    let tree = try ScriptTree(
      of: ["examples.sh"],
      programs: [
        ("bin/swift", "case $* in *--show-bin-path) echo ../products ;; esac"),
        ("products/One", "printf '\(printed.replacing("\n", with: "\\n"))\\n'"),
      ], files: ["Examples/Sources/One/expected.txt": "b\nx\n"])
    let outcome = try tree.run("exec bash \"$tree/scripts/examples.sh\"")
    #expect(outcome.status == (isExpected ? 0 : 1), "\(outcome.errors)")
  }

  /// A python3 that makes environments whose Python writes its arguments to a file.
  private static let python = """
    case $1 in
    --version) echo Python 3.0 ;;
    -m)
      mkdir -p "$4/bin"
      printf '#!/bin/sh\\necho "$@" >>"$tree/log"\\n' >"$4/bin/python"
      chmod +x "$4/bin/python"
      ;;
    esac
    """

  @Test("readers.sh installs again if the environment does not start, and not otherwise")
  func environment() throws {
    let tree = try ScriptTree(of: ["readers.sh"], programs: [("bin/python3", Self.python)])
    func installations() throws -> Int {
      let outcome = try tree.run("exec bash \"$tree/scripts/readers.sh\"")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return tree.text("log").split(separator: "\n").count { $0.hasPrefix("-m pip install") }
    }
    #expect(try installations() == 1)
    #expect(try installations() == 1)
    #expect(try tree.run("rm \"$tree/.build/readers/bin/python\"").status == 0)
    #expect(try installations() == 2)
  }

  @Test(
    "sanitize.sh tells a canary that does not compile from one that the sanitizer finds",
    arguments: [
      ("echo 'no compiler here' >&2; exit 127", 2, "no compiler here"),
      // The program ends with an error of its own, which is no report of a sanitizer.
      (
        "while [ $1 != -o ]; do shift; done; printf '#!/bin/sh\\nexit 3\\n' >$2; chmod +x $2",
        1, "does not report the error"
      ),
    ])
  func canary(compiler: String, status: Int32, reason: String) throws {
    let tree = try ScriptTree(of: ["sanitize.sh"], programs: [("bin/swiftc", compiler)])
    let outcome = try tree.run("exec bash \"$tree/scripts/sanitize.sh\" address")
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  @Test("web-module.sh compiles only the modules whose sources changed, and those after them")
  func compiledModules() throws {
    let modules = [
      "Acoustics", "FileFormats", "Tuning", "TunerState", "SignalProcessing", "PitchDetection",
      "TunerPipeline", "NoteTracking", "OfflineAnalysis", "WebTuner",
    ]
    // The compiler and the linker write every file that they are told to, and the compiler the
    // name of the module to a list.
    let compiler = """
      while [ $# -gt 0 ]; do
        case $1 in
        --version) echo none ;;
        -module-name) echo "$2" >>"$tree/log" ;;
        -o | -emit-module-path) : >"$2" ;;
        esac
        shift
      done
      """
    var files = Dictionary(uniqueKeysWithValues: modules.map { ("Sources/\($0)/a.swift", "") })
    files["Sources/CMathematics/module.modulemap"] = ""
    files["Sources/WebTuner/Exports.swift"] = "\"headstock_web_a\""
    let tree = try ScriptTree(
      of: ["web-module.sh"],
      programs: ["swiftc", "clang", "wasm-ld"].map { ("bin/\($0)", compiler) }, files: files)
    func compiled() throws -> [String] {
      let before = tree.text("log").count
      let outcome = try tree.run("exec bash \"$tree/scripts/web-module.sh\"")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return tree.text("log").dropFirst(before).split(separator: "\n").map(String.init)
    }
    #expect(try compiled() == modules)
    // A copy of a tree makes all folders anew, and keeps the times of files.
    #expect(try tree.run("touch --date=tomorrow \"$tree\"/Sources/*").status == 0)
    #expect(try compiled() == [])
    try tree.write("let a = 1", to: "Sources/OfflineAnalysis/a.swift")
    #expect(try compiled() == ["OfflineAnalysis", "WebTuner"])
    #expect(try tree.run("rm \"$tree/Sources/NoteTracking/a.swift\"").status == 0)
    #expect(try compiled() == ["NoteTracking", "OfflineAnalysis", "WebTuner"])
  }
}
