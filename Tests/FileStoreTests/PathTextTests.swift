// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("Paths whose bytes are not UTF-8")
struct PathTextTests {
  @Test(
    "come back unchanged, and text in UTF-8 stays as it is",
    arguments: [
      [], Array("take.wav".utf8), Array("Größe 漢字 🎸".utf8), [0x66, 0xE9, 0x2E, 0x77],
      [0xFF, 0xFE, 0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xED, 0xA0, 0x80],
      [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xE9, 0xC3, 0xA9],
      // A name with a scalar of the private-use plane itself: U+10FEE9.
      Array("\u{10FEE9}x".utf8),
    ] as [[UInt8]])
  func roundTrip(bytes: [UInt8]) {
    let text = PathText.text(of: bytes)
    #expect(PathText.bytes(of: text) == bytes)
    #expect(PathText.withCString(text) { strlen($0) } == bytes.count)
    if let plain = String(validating: bytes, as: UTF8.self), !plain.contains("\u{10FEE9}") {
      #expect(text == plain)
    }
  }

  @Test("every single byte and every pair of bytes come back unchanged")
  func exhaustive() {
    for first in UInt8(1)...255 {
      #expect(PathText.bytes(of: PathText.text(of: [first])) == [first])
      for second in UInt8(1)...255 {
        let pair = [first, second]
        if PathText.bytes(of: PathText.text(of: pair)) != pair { Issue.record("\(pair)") }
      }
    }
  }

  @Test("are found in a directory")
  func names() throws {
    let place = try TemporaryDirectory(holding: ["plain.wav": .init()])
    let name: [UInt8] = Array("caf".utf8) + [0xE9] + Array(".wav".utf8)
    let path = PathText.text(of: Array((place.path + "/").utf8) + name)
    let descriptor = PathText.withCString(path) { open($0, O_CREAT | O_WRONLY, 0o600) }
    try #require(descriptor >= 0)
    close(descriptor)
    let names = try #require(PathText.names(in: place.path))
    #expect(Set(names.map(PathText.bytes)) == [name, Array("plain.wav".utf8)])
    #expect(PathText.names(in: place.path + "/none") == nil)
    PathText.withCString(path) { _ = unlink($0) }
  }

  /// The bytes of the entries of a directory that holds such names.
  private func entries(_ path: String) throws -> Set<[UInt8]> {
    Set(try #require(PathText.names(in: path)).map(PathText.bytes))
  }

  @Test("are the names of files and directories that are made, replaced and opened")
  func writing() throws {
    let place = try TemporaryDirectory()
    let folder: [UInt8] = [0x65, 0xFE]
    let name: [UInt8] = [0x6F, 0xFF] + Array(".csv".utf8)
    let directory = place.path + "/" + PathText.text(of: folder)
    let file = PathText.text(of: name)
    #expect(FilePath.makeDirectory(directory + "/sub") == 0)
    #expect(FilePath.makeDirectory(directory) == 0)
    #expect(try entries(place.path) == [folder])
    for text in ["old", "new"] {
      var atomic = try AtomicFile(path: directory + "/" + file)
      try atomic.write(text)
      try atomic.commit()
    }
    #expect(FilePath.resolved(directory + "/" + file).hasSuffix(file))
    let held = try HeldDirectory(path: directory)
    var named = try AtomicFile(named: file, in: held)
    try named.write("named")
    try named.commit()
    let isThere = try held.file(file) != nil
    #expect(isThere)
    _ = try held.fileOrNew(PathText.text(of: [0xFD]), O_WRONLY)
    #expect(Set(try held.names()) == [file, PathText.text(of: [0xFD]), "sub"])
    #expect(try entries(directory) == [name, [0xFD], Array("sub".utf8)])
  }
}
