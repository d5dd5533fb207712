// SPDX-License-Identifier: MIT

import Benchmarking
import Foundation
import ProgramRunning
import Testing

@Suite("The commit of a report")
struct ProvenanceTests {
  private static let source = "Sources/Benchmarking/Reports/Provenance.swift"

  private func git(_ arguments: [String], in directory: String) throws {
    let own = ["-C", directory, "-c", "user.name=n", "-c", "user.email=n@localhost"]
    let run = try Program(path: "/usr/bin/git").run(own + arguments)
    #expect(run.status == 0, "\(run.errors)")
  }

  private func setDate(_ seconds: TimeInterval, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
  }

  @Test("names a program that is newer than its sources, and no other")
  func names() throws {
    let files = try TemporaryDirectory(holding: ["program": Data()])
    let file = try files.write(Data("1".utf8), to: Self.source)
    let program = files.path + "/program"
    try git(["init", "-q"], in: files.path)
    #expect(Provenance.commit(ofProgram: program) == nil)
    try git(["add", Self.source], in: files.path)
    try git(["commit", "-q", "-m", "1"], in: files.path)
    try setDate(1000, of: file)
    try setDate(2000, of: program)
    let commit = try #require(Provenance.commit(ofProgram: program))
    #expect(commit.count == 40)
    // A new source: the program was built before.
    try setDate(3000, of: file)
    #expect(Provenance.commit(ofProgram: program) == nil)
    try setDate(4000, of: program)
    #expect(Provenance.commit(ofProgram: program) == commit)
    try files.write(Data("of another size".utf8), to: Self.source)
    try setDate(3000, of: file)
    #expect(Provenance.commit(ofProgram: program) == commit + "-dirty")
  }
}
