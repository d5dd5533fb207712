// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import PracticeGate
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing

@Suite("A section of the hosts file that somebody has edited")
struct EditedSectionTests {
  private static let original = "127.0.0.1 localhost\n0.0.0.0 ads.example\n"
  private let place: TemporaryDirectory
  private let end = moment("2026-11-21T12:00:00Z")

  init() throws { place = try TemporaryDirectory() }

  private func section(_ names: String...) throws -> HostsSection {
    HostsSection(hosts: try names.map { try HostName($0) }, end: end)
  }

  /// Writes a hosts file with a section and one change.
  private func edited(_ old: String, _ new: String) throws -> HostsFile {
    let file = HostsFile(path: try place.write(Data(Self.original.utf8), to: "hosts"))
    try file.replaceSection(of: file.read(), with: section("youtube.com", "www.youtube.com"))
    let changed = try text(file).replacingOccurrences(of: old, with: new)
    try place.write(Data(changed.utf8), to: "hosts")
    return file
  }

  private func text(_ file: HostsFile) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self)
  }

  /// A change, and the lines of others that the file then holds beside the original.
  static let changes: [(old: String, new: String, others: String)] = [
    ("# BEGIN", "# BEGIM", ""), ("# END headstock", "# ENT headstock", ""),
    ("lines=4", "lines=3", ""), ("until_ms=", "until=", ""), ("crc=", "crc=0", ""),
    ("0.0.0.0 youtube.com\n", "", ""), ("0.0.0.0 youtube.com\n", "# 0.0.0.0 youtube.com\n", ""),
    (":: www.youtube.com\n", ":: www.youtube.com  \r\n", ""),
    (":: youtube.com\n", ":: youtube.com\n1.2.3.4 mine\n", "1.2.3.4 mine\n"),
    ("# END headstock practice gate\n", "", ""),
    ("# END headstock practice gate\n", "# END headstock practice gate", ""),
    (":: www.youtube.com\n# END headstock practice gate\n", "", ""),
    ("# BEGIN", "# END headstock practice gate\n# BEGIN", ""),
    ("# BEGIN", "10.0.0.1 nas\n# BEGIN", "10.0.0.1 nas\n"),
  ]

  @Test("is removed with all its lines, and the lines of others stay", arguments: changes)
  func removed(change: (old: String, new: String, others: String)) throws {
    let file = try edited(change.old, change.new)
    #expect(try file.restore() == .restored)
    // A marker that lost its line end is followed by a line of the original on the same line.
    let joined = change.new.hasSuffix("gate") && change.others.isEmpty
    let expected = joined ? "0.0.0.0 ads.example\n" : change.others + Self.original
    #expect(try text(file) == expected)
    #expect(try file.restore() == HostsFile.Restoration.none)
  }

  @Test("is written again as a whole, and the lines of others stay", arguments: changes.dropLast())
  func rebuilt(change: (old: String, new: String, others: String)) throws {
    let file = try edited(change.old, change.new)
    #expect(try file.read().section?.isIntact == false)
    let wanted = try section("youtube.com", "www.youtube.com")
    #expect(try file.replaceSection { _ in wanted })
    #expect(try file.read().section == wanted)
    #expect(try text(file).hasPrefix(wanted.text))
  }

  @Test("without its first line, the lines above the last marker belong to it")
  func withoutBegin() throws {
    let file = try edited("", "")
    let begin = try #require(try text(file).split(separator: "\n").first)
    try place.write(
      Data(try text(file).replacingOccurrences(of: begin + "\n", with: "").utf8), to: "hosts")
    #expect(try file.read().section?.isOver(at: moment("2026-11-21T11:00:00Z")) == true)
    #expect(try file.restore() == .restored)
    #expect(try text(file) == Self.original)
  }

  @Test("that was copied is removed with its copy")
  func copied() throws {
    let file = try edited("", "")
    let section = try section("youtube.com", "www.youtube.com").text
    try place.write(Data((try text(file) + section).utf8), to: "hosts")
    #expect(try file.replaceSection { _ in try? self.section("youtube.com") })
    #expect(try text(file) == section0() + Self.original)
    #expect(try file.restore() == .restored)
    #expect(try text(file) == Self.original)
  }

  private func section0() throws -> String { try section("youtube.com").text }

  @Test("ends with the lease that its first line names")
  func lease() throws {
    let file = try edited("0.0.0.0 youtube.com\n", "")
    #expect(try file.restore(ifOverAt: end.advanced(byMilliseconds: -1)) == .active(until: end))
    #expect(try file.restore(ifOverAt: end) == .restored)
    #expect(try text(file) == Self.original)
  }

  @Test(
    "is not seen in other lines that name the gate",
    arguments: ["# see the headstock practice gate\n", "1.2.3.4 headstock practice gate\n"])
  func comments(line: String) throws {
    let file = HostsFile(path: try place.write(Data(line.utf8), to: "hosts"))
    #expect(try file.read().section == nil)
    #expect(try file.replaceSection { _ in try? section("youtube.com") })
    #expect(try file.restore() == .restored)
    #expect(try text(file) == line)
  }

  // MARK: - What is in force

  private func reading(_ file: HostsFile, hasCommand: Bool = false) -> BlockReading {
    let targets = ["domain:youtube.com", "app:steam"].compactMap { TargetID(rawValue: $0) }
    return BlockReading(targets, in: file, hasCommand: hasCommand)
  }

  private func reason(_ file: HostsFile) -> BlockReading.Reason? {
    reading(file).gaps.first?.reason
  }

  @Test("does not count as a block of what its lines do not name")
  func inForce() throws {
    let whole = reading(try edited("", ""), hasCommand: true)
    #expect(whole.inForce.map(\.rawValue) == ["domain:youtube.com", "app:steam"])
    #expect(whole.gaps.isEmpty)
    let bare = reading(try edited("", ""))
    #expect(bare.gaps.map(\.reason) == [.noCommand])
    let failure = BlockerError.updateFailed(description: "hook failed with status 1")
    let targets = ["domain:youtube.com", "app:steam"].compactMap { TargetID(rawValue: $0) }
    let failed = BlockReading(
      targets, in: try edited("", ""), hasCommand: true, failure: failure)
    #expect(failed.inForce.map(\.rawValue) == ["domain:youtube.com"])
    #expect(failed.gaps.map(\.reason) == [.orderFailed(failure)])
    #expect(reason(try edited("0.0.0.0 www.youtube.com\n", "")) == .otherSection)
    #expect(reason(try edited(":: www.youtube.com\n", "# :: www.youtube.com\n")) == .otherSection)
    #expect(reason(try edited("# BEGIN", "1.2.3.4 YouTube.com\n# BEGIN")) == .overruled(line: 1))
    // A longer name is another name.
    #expect(reading(try edited("# BEGIN", "1.2.3.4 myyoutube.com\n# BEGIN")).gaps.count == 1)
    let file = try edited("", "")
    try file.restore()
    #expect(reason(file) == .missingSection)
    unlink(file.path)
    #expect(reason(file) == .unreadable(.missing(path: file.path)))
  }

  @Test("does not hold the targets")
  func holds() throws {
    let targets = try [#require(TargetID(rawValue: "domain:youtube.com"))]
    #expect(try edited("", "").blocksExactly(targets))
    #expect(try !edited(":: youtube.com\n", "").blocksExactly(targets))
    #expect(try !edited("", "").blocksExactly([]))
    let file = try edited("", "")
    try file.restore()
    #expect(try !file.blocksExactly(targets) && file.blocksExactly([]))
  }

  @Test("does not hold the targets once its lease is over")
  func holdsDuringLease() throws {
    let targets = try [#require(TargetID(rawValue: "domain:youtube.com"))]
    let file = try edited("", "")
    #expect(try file.blocksExactly(targets, at: end.advanced(byMilliseconds: -1)))
    #expect(try !file.blocksExactly(targets, at: end))
    // An end later than any lease can be comes from a clock that was wrong.
    #expect(try !file.blocksExactly(targets, at: end.advanced(bySeconds: -25 * 3600)))
    #expect(
      try !edited(":: youtube.com\n", "").blocksExactly(targets, at: end.advanced(bySeconds: -60)))
  }
}
