// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning

/// A tree of files with copies of scripts, and with programs that stand in for those they run.
struct ScriptTree {
  private let directory: TemporaryDirectory

  /// The place of the tree.
  var path: String { directory.path }

  /// Makes a tree with copies of the scripts named, and with `common.bash`.
  ///
  /// - Parameters:
  ///   - scripts: names below `scripts`.
  ///   - programs: the place of each program in the tree, and its script.
  ///   - files: the place and the content of further files.
  /// - Throws: an error if a file can't be read or written.
  init(
    of scripts: [String], programs: [(path: String, script: String)] = [],
    files: [String: String] = [:]
  ) throws {
    directory = try TemporaryDirectory()
    for name in scripts + ["common.bash"] {
      try write(try Repository.text("scripts/\(name)"), to: "scripts/\(name)")
    }
    for (path, script) in programs { try writeProgram(script, at: path) }
    for (path, text) in files { try write(text, to: path) }
  }

  /// Writes a file at a place in the tree.
  func write(_ text: String, to place: String) throws {
    try directory.write(Data(text.utf8), to: place)
  }

  /// Writes a program at a place in the tree.
  private func writeProgram(_ script: String, at place: String) throws {
    let made = try directory.writeProgram(script, named: URL(filePath: place).lastPathComponent)
    let destination = URL(filePath: path + "/" + place)
    guard destination.path != made else { return }
    try FileManager.default.createDirectory(
      at: destination.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? FileManager.default.removeItem(at: destination)
    try FileManager.default.moveItem(atPath: made, toPath: destination.path)
  }

  /// Runs a command of bash with the tree's `bin` before the system's programs.
  ///
  /// - Parameters:
  ///   - command: the command, in which `$tree` is the place of the tree.
  ///   - arguments: the positional parameters of the command.
  /// - Returns: the status and the output.
  /// - Throws: an error if bash can't be started.
  func run(_ command: String, _ arguments: [String] = []) throws -> Program.Outcome {
    try Program(path: "/bin/bash").run(
      ["-c", command, "bash"] + arguments,
      environment: [
        "PATH": "\(path)/bin:/usr/bin:/bin", "tree": path, "XDG_CACHE_HOME": "\(path)/cache",
        "HEADSTOCK_TESTABLE": nil,
      ])
  }

  /// Returns the content of a file of the tree, "" if there is none.
  func text(_ place: String) -> String {
    (try? String(contentsOfFile: path + "/" + place, encoding: .utf8)) ?? ""
  }
}
