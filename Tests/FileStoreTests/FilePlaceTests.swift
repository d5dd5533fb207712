// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("The place of a file")
struct FilePlaceTests {
  @Test("is the same under another name, whether the file exists or not")
  func names() throws {
    let files = try TemporaryDirectory(holding: ["real": Data("x".utf8)])
    let path = files.path
    for name in ["real", "new"] {
      let link = "\(path)/link to \(name)"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: name)
      let place = try #require(FilePlace("\(path)/\(name)"))
      #expect(FilePlace("\(path)/./\(name)") == place && FilePlace(link) == place)
      #expect(FilePlace("\(path)/other") != place)
    }
    #expect(FilePlace("\(path)/none/new") == nil)
    #expect(FilePlace("/dev/null") == nil && FilePlace(path) == nil)
  }

  @Test("is told of the first two options that share it")
  func shared() throws {
    let files = try TemporaryDirectory()
    let (one, two) = (files.path + "/one", files.path + "/./two")
    #expect(FilePlace.shared(by: [("-o", nil), ("--plot", one), ("--html", two)]) == nil)
    let same = FilePlace.shared(by: [("-o", two), ("--plot", one), ("--html", files.path + "/two")])
    #expect(same?.first == "-o" && same?.second == "--html")
  }

  @Test("of names that differ by composition only is another one")
  func canonicallyEquivalentNames() throws {
    let files = try TemporaryDirectory()
    let places = ["\u{E9}", "e\u{301}"].map { FilePlace(files.path + "/" + $0) }
    #expect(places[0] != nil && places[0] != places[1])
    // An accent after a slash.
    let path = "a/\u{301}b"
    #expect(FilePath.parent(of: path) == "a")
    #expect(Array(FilePath.name(of: path).utf8) == Array("\u{301}b".utf8))
    #expect(FilePath.components(of: path).count == 2)
  }

  @Test("a circle of links has no place")
  func circle() throws {
    let files = try TemporaryDirectory()
    for (name, other) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(files.path)/\(name)", withDestinationPath: other)
    }
    #expect(FilePlace("\(files.path)/a") == nil)
  }
}
