// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing

@testable import TunerAnalysis

@Suite("A list of recordings")
struct RecordingListTests {
  private func entries(_ text: String, _ form: RecordingList.Form) throws -> [RecordingList.Entry] {
    let place = try TemporaryDirectory(holding: ["list": Data(text.utf8)])
    return try RecordingList(path: place.path + "/list", form: form).all()
  }

  @Test("has a path on each line, with or without a last line end, and skips empty lines")
  func lines() throws {
    #expect(try entries("a b.wav\r\n\nc.wav", .lines).map(\.identity.path) == ["a b.wav", "c.wav"])
    #expect(try entries("", .lines).isEmpty)
    // Without a manifest an opening brace is part of a name.
    #expect(try entries("{a}.wav\n", .lines).map(\.identity.path) == ["{a}.wav"])
  }

  @Test("may begin with a byte order mark", arguments: [RecordingList.Form.lines, .manifest])
  func byteOrderMark(form: RecordingList.Form) throws {
    let found = try entries("\u{FEFF}a.wav\n\u{FEFF}b.wav\n", form).map(\.identity.path)
    #expect(found == ["a.wav", "\u{FEFF}b.wav"])
    let object = try entries("\u{FEFF}{\"path\": \"a.wav\"}\n", .manifest)
    #expect(object.map(\.identity.path) == ["a.wav"])
  }

  @Test("may end each path in NUL, so that a name can hold a line end")
  func terminated() throws {
    #expect(
      try entries("a\nb.wav\0c.wav\0", .terminated).map(\.identity.path) == ["a\nb.wav", "c.wav"])
  }

  @Test("of a manifest may name parts, and reports a line that it does not understand")
  func manifest() throws {
    let found = try entries(
      """
      plain.wav
      {"path": "a.wav", "start_s": 1.5, "end_s": 4, "comment": [1]}
      {"path": "b.wav", "start_s": null}
      {"path": "c.wav", "end_s": 2}
      {"path": 3}
      {"start_s": 1}
      {"path": "d.wav", "start_s": 4, "end_s": 1}
      {broken

      """, .manifest)
    #expect(
      found.map { $0.problem == nil } == [true, true, true, true, false, false, false, false])
    #expect(found[1].identity.part == RecordingPart(start: 1.5, end: 4))
    #expect(found[2].identity.part == nil)
    #expect(found[3].identity.part == RecordingPart(start: 0, end: 2))
    #expect(found[7].identity.path == "{broken")
  }

  @Test("comes from a pipe entry by entry, without a wait for those that it does not hold yet")
  func pipe() throws {
    let place = try TemporaryDirectory()
    let path = place.path + "/list"
    #expect(mkfifo(path, 0o600) == 0)
    // Linux opens a named pipe for both at once without a wait.
    let writer = open(path, O_RDWR)
    let list = RecordingList(path: path, form: .lines)
    var reader = try list.reader()
    func next(after text: String = "") throws -> String {
      let bytes = Array(text.utf8)
      #expect(write(writer, bytes, bytes.count) == bytes.count)
      return switch try list.nextWithoutWaiting(&reader) {
      case .element(let entry): entry.identity.path
      case .notYet: "not yet"
      case .end: "end"
      }
    }
    #expect(try next() == "not yet")
    #expect(try next(after: "a.wav\n\nb.wav\nc") == "a.wav")
    #expect(try next() == "b.wav")
    #expect(try next() == "not yet")
    #expect(try next(after: ".wav\nd.wav") == "c.wav")
    #expect(try next() == "not yet")
    close(writer)
    #expect(try list.next(&reader)?.identity.path == "d.wav")
    guard case .end = try list.nextWithoutWaiting(&reader) else {
      Issue.record("The list has not ended.")
      return
    }
  }

  @Test("holds no path for a batch that the system could not open")
  func pathProblems() {
    func problem(_ path: String) -> String? { RecordingIdentity(path: path).pathProblem }
    #expect(problem("a/b.wav") == nil)
    // PATH_MAX of <linux/limits.h> is 4096, with the NUL at the end.
    #expect(problem(String(repeating: "x", count: 4095)) == nil)
    #expect(problem(String(repeating: "x", count: 4096))?.contains("4095 bytes") == true)
    // The text of a byte that is not UTF-8 has four bytes.
    let bytes = [UInt8](repeating: 0xFF, count: 4095)
    #expect(problem(PathText.text(of: bytes)) == nil)
    #expect(problem("a\0b")?.contains("NUL") == true)
    #expect(problem("-")?.contains("standard input") == true)
  }

  @Test("is read in blocks: a line may lie across any border")
  func blocks() throws {
    let names = (0..<3000).map { String(repeating: "x", count: $0 % 211) + "\($0).wav" }
    let text = names.joined(separator: "\n") + "\n"
    #expect(try entries(text, .lines).map(\.identity.path) == names)
    let long = String(repeating: "y", count: 200_000)
    #expect(try entries("a\n\(long)\nb\n", .lines).map(\.identity.path) == ["a", long, "b"])
    #expect(throws: FileStoreError.self) {
      try entries(String(repeating: "z", count: 3 << 20), .lines)
    }
  }
}
