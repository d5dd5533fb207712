// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing

@Suite("The hosts file")
struct HostsFileTests {
  let place: TemporaryDirectory
  let end = moment("2026-11-21T12:00:00Z")

  init() throws { place = try TemporaryDirectory() }

  private func file(_ text: String, named name: String = "hosts") throws -> HostsFile {
    HostsFile(path: try place.write(Data(text.utf8), to: name))
  }

  private func section(_ names: String...) throws -> HostsSection {
    HostsSection(hosts: try names.map { try HostName($0) }, end: end)
  }

  private func text(_ file: HostsFile) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self)
  }

  @Test("has a line for IPv4 and one for IPv6 of each host, between markers")
  func lines() throws {
    let file = try file("127.0.0.1 localhost\n")
    try file.replaceSection(of: file.read(), with: section("youtube.com", "reddit.com"))
    let lines = try text(file).components(separatedBy: "\n")
    #expect(lines[0].hasPrefix("# BEGIN headstock practice gate, managed, do not edit; until_ms="))
    #expect(
      Array(lines[1...4]) == [
        "0.0.0.0 youtube.com", ":: youtube.com", "0.0.0.0 reddit.com", ":: reddit.com",
      ])
    #expect(lines[5] == "# END headstock practice gate")
    #expect(Array(lines[6...]) == ["127.0.0.1 localhost", ""])
    #expect(try file.read().section == section("youtube.com", "reddit.com"))
  }

  @Test(
    "is restored byte for byte, for any content",
    arguments: [
      "", "\n", "127.0.0.1 localhost", "127.0.0.1 localhost\n", "a\r\nb\r\n", "\u{0}\u{FF}x\n\n\n",
      "# BEGIN of something else\n# END\n",
    ])
  func restores(original: String) throws {
    let file = try file(original)
    #expect(try file.replaceSection(of: file.read(), with: section("youtube.com")))
    #expect(try text(file) != original)
    try file.replaceSection(of: file.read(), with: section("reddit.com", "youtube.com"))
    #expect(try file.restore() == .restored)
    #expect(try text(file) == original)
    #expect(try file.restore() == HostsFile.Restoration.none)
  }

  @Test("is restored byte for byte even if it is not text")
  func restoresBytes() throws {
    var random = SeededGenerator(seed: 5)
    let bytes = Data((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    let file = HostsFile(path: try place.write(bytes, to: "hosts"))
    try file.replaceSection(of: file.read(), with: section("youtube.com"))
    try file.restore()
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == bytes)
  }

  @Test("lines before and after the section stay unchanged")
  func keepsOthers() throws {
    let file = try file("a\n")
    try file.replaceSection(of: file.read(), with: section("youtube.com"))
    let changed = "before\n" + (try text(file)) + "behind"
    try place.write(Data(changed.utf8), to: "hosts")
    try file.replaceSection(of: file.read(), with: section("reddit.com"))
    #expect(try text(file).hasPrefix("before\n# BEGIN"))
    try file.restore()
    #expect(try text(file) == "before\na\nbehind")
  }

  @Test("200 000 lines are updated in under 100 ms when optimised, and restored byte for byte")
  func large() throws {
    let original = (0..<200_000).map { "0.0.0.0 ads-\($0).example.com\n" }.joined()
    let file = try file(original)
    let clock = ContinuousClock()
    var best = Duration.seconds(1000)
    for round in 0..<5 {
      let section = try section("youtube.com", "reddit\(round).com")
      best = min(
        best, try clock.measure { try file.replaceSection(of: file.read(), with: section) })
    }
    try file.restore()
    #expect(try text(file) == original)
    #if !DEBUG
      #expect(best < .milliseconds(100))
    #endif
    print("200 000 lines: \(best)")
  }

  @Test("a symbolic link remains a link, and permissions and owner do not change")
  func metadata() throws {
    let file = try file("a\n", named: "real/hosts")
    let link = HostsFile(path: place.path + "/link")
    #expect(symlink("real/hosts", link.path) == 0)
    #expect(chmod(file.path, 0o664) == 0)
    if geteuid() == 0 { #expect(chown(file.path, 12, 34) == 0) }
    try link.replaceSection(of: link.read(), with: section("youtube.com"))
    var status = stat()
    #expect(lstat(link.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(file.path, &status) == 0 && status.st_mode & 0o7777 == 0o664)
    if geteuid() == 0 { #expect(status.st_uid == 12 && status.st_gid == 34) }
    #expect(try text(file).contains("youtube.com"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/real") == ["hosts"])
  }

  @Test("a read-only hosts file is not changed, even with the right to do so")
  func readOnly() throws {
    let file = try file("a\n")
    #expect(chmod(file.path, 0o444) == 0)
    #expect(throws: HostsFileError.notPermitted(path: file.path)) { try file.checkPermission() }
    #expect(throws: HostsFileError.notPermitted(path: file.path)) {
      try file.replaceSection(of: file.read(), with: section("youtube.com"))
    }
    #expect(try text(file) == "a\n")
  }

  @Test("a missing hosts file is an error, and is not created")
  func vanished() throws {
    let file = HostsFile(path: place.path + "/nothing")
    let error = #expect(throws: HostsFileError.self) { try file.checkPermission() }
    #expect(error == .missing(path: file.path))
    #expect(error?.description.contains("--hosts-file") == true)
    let real = try self.file("a\n")
    let contents = try real.read()
    unlink(real.path)
    #expect(throws: HostsFileError.missing(path: real.path)) {
      try real.replaceSection(of: contents, with: section("youtube.com"))
    }
    #expect(access(real.path, F_OK) != 0)
  }

  @Test("a directory in its place is an error")
  func directory() throws {
    #expect(throws: HostsFileError.notAFile(path: place.path)) {
      try HostsFile(path: place.path).read()
    }
  }

  @Test("a simultaneous change by another program is detected and kept")
  func changedMeanwhile() throws {
    let file = try file("a\n")
    let contents = try file.read()
    // Once in place, once by a new file of the same size.
    for text in ["a\nb\n", "a\nc\n"] {
      try place.write(Data(text.utf8), to: "hosts")
      #expect(throws: HostsFileError.changedMeanwhile(path: file.path)) {
        try file.replaceSection(of: contents, with: section("youtube.com"))
      }
      #expect(try self.text(file) == text)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["hosts"])
  }

  @Test("after a change by another program, the action is computed again from the new contents")
  func decidedAgain() throws {
    let file = try file("a\n")
    try file.replaceSection(of: file.read(), with: section("youtube.com"))
    var seen: [HostsSection?] = []
    let isChanged = try file.replaceSection { section in
      seen.append(section)
      if seen.count == 1 {
        #expect(throws: Never.self) {
          try file.replaceSection(of: file.read(), with: self.section("reddit.com"))
        }
      }
      return nil
    }
    #expect(isChanged)
    #expect(try seen == [section("youtube.com"), section("reddit.com")])
    #expect(try text(file) == "a\n")
  }

  @Test("a file that another program changes repeatedly is an error, and keeps those changes")
  func changedAlways() throws {
    let file = try file("a\n")
    var count = 0
    #expect(throws: HostsFileError.changedMeanwhile(path: file.path)) {
      try file.replaceSection { _ in
        count += 1
        #expect(throws: Never.self) { try place.write(Data("\(count)\n".utf8), to: "hosts") }
        return try? section("youtube.com")
      }
    }
    #expect(count == 10)
    #expect(try text(file) == "10\n")
  }

  @Test("a sweep removes old copies of the file, and keeps another program's change beside it")
  func sweep() throws {
    let file = try file("a\n")
    let copies = [".headstock-old": "a\n", ".headstock-lost": "b\n", ".headstock-later": "c\n"]
    for (name, text) in copies { try place.write(Data(text.utf8), to: name) }
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: place.path))
    }
    // By default, none is old enough.
    try file.sweepLeftovers()
    #expect(try names() == Set(copies.keys).union(["hosts"]))
    try file.replaceSection(of: file.read(), with: section("youtube.com"))
    try file.sweepLeftovers(olderThan: 0)
    let kept = ["hosts.headstock-kept-1", "hosts.headstock-kept-2"]
    #expect(try names() == Set(kept).union(["hosts"]))
    let texts = try kept.map { try String(contentsOfFile: "\(place.path)/\($0)", encoding: .utf8) }
    #expect(texts.sorted() == ["b\n", "c\n"])
    let none = HostsFile(path: place.path + "/none/hosts")
    #expect(throws: HostsFileError.readFailed(path: none.path, code: ENOENT)) {
      try none.sweepLeftovers()
    }
  }

  @Test("the text of a section is that of its lines in the file, also if others wrote between them")
  func sectionText() throws {
    let file = try file("a\n")
    #expect(try file.read().sectionText == "")
    let section = try section("youtube.com")
    try file.replaceSection(of: file.read(), with: section)
    #expect(try file.read().sectionText == section.text)
    let changed = try text(file).replacing(":: youtube", with: "1.2.3.4 nas\n:: youtube")
    try place.write(Data(changed.utf8), to: "hosts")
    #expect(try file.read().sectionText == section.text)
  }

  @Test("a section is removed at its end, and not a millisecond before")
  func overAt() throws {
    let file = try file("a\n")
    try file.replaceSection(of: file.read(), with: section("youtube.com"))
    #expect(try file.restore(ifOverAt: end.advanced(byMilliseconds: -1)) == .active(until: end))
    #expect(try file.restore(ifOverAt: end) == .restored)
    #expect(try text(file) == "a\n")
  }

  @Test(
    "names that are not host names are refused",
    arguments: [
      "", " ", "you tube.com", "youtube.com\n1.2.3.4 bank.com", "a\u{7}.com", "-a.com", "a-.com",
      "a..com", ".com", "youtube", "1.2.3.4", "münchen.de", "a#.com",
      String(repeating: "a", count: 64) + ".com", "\u{212A}.com", "you\u{212A}ube.com",
    ])
  func refusedNames(name: String) {
    #expect(throws: HostName.Refusal.self) { try HostName(name) }
  }

  @Test("names that the machine needs are refused, and names become lower case")
  func neededNames() throws {
    #expect(throws: HostName.Refusal.needed("localhost")) { try HostName("LocalHost") }
    #expect(try HostName("YouTube.COM").text == "youtube.com")
  }
}
