// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@testable import TunerAnalysis

@Suite("The recordings of a batch")
struct BatchInputsTests {
  @Test("an entry of a list has the same meaning beside parts and faulty lines")
  func mixedList() throws {
    let place = try TemporaryDirectory(holding: ["takes/a.wav": .init(), "b.wav": .init()])
    let part = RecordingIdentity(
      path: place.path + "/b.wav", part: RecordingPart(start: 1, end: nil))
    var inputs = BatchInputs([], isRecursive: true)
    inputs.add([
      .init(identity: RecordingIdentity(path: place.path + "/takes/"), problem: nil),
      .init(identity: part, problem: nil),
      .init(identity: RecordingIdentity(path: "{"), problem: "faulty"),
    ])
    #expect(inputs.all.map(\.path) == [place.path + "/takes/a.wav", part.path, "{"])
    #expect(inputs.all.map(\.part) == [nil, part.part, nil])
    #expect(inputs.all.map(\.problem) == [nil, nil, "faulty"])
  }

  @Test("the results of a part are named by its start and its end")
  func partNames() throws {
    let place = try TemporaryDirectory(holding: ["a.wav": .init()])
    var inputs = BatchInputs([], isRecursive: false)
    inputs.add(
      [(0, 1), (0, 2), (0.5, nil)].map { start, end in
        let part = RecordingPart(start: start, end: end)
        return .init(
          identity: RecordingIdentity(path: place.path + "/a.wav", part: part), problem: nil)
      })
    _ = try OutputPlaces(inputs, output: place.path + "/out", fileExtension: "csv")
    #expect(inputs.all.map(\.resultName) == ["a@0-1", "a@0-2", "a@0.5"])
  }

  @Test(
    "a directory may end in a slash, or be the root",
    arguments: [
      ("", "in", "in"), ("", "in/", "in"), ("a/b", "in/", "in/a/b"), ("", "/", "/"),
      ("a/b", "/", "/a/b"),
    ])
  func paths(place: String, directory: String, path: String) {
    #expect(BatchInputs.path(of: place, below: directory) == path)
  }

  @Test("names that differ by composition only are those of two recordings, files and directories")
  func canonicallyEquivalentNames() throws {
    let names = ["\u{E9}", "e\u{301}"]
    let place = try TemporaryDirectory()
    for name in names.flatMap({ ["in/\($0).wav", "in/\($0)/a.wav"] }) {
      try place.write(Data(), to: name)
    }
    let inputs = BatchInputs([place.path + "/in"], isRecursive: true)
    #expect(inputs.all.count == 4)
    #expect(Set(inputs.all.map(\.identity)).count == 4)
    let places = try OutputPlaces(inputs, output: place.path + "/out", fileExtension: "csv")
    var paths: Set<[UInt8]> = []
    for input in inputs.all {
      guard case .file(let path) = places.place(of: input.identity) else { continue }
      paths.insert(Array(path.utf8))
      try Data().write(to: URL(filePath: path))
    }
    #expect(paths.count == 4)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: place.path + "/out").count == 6)
    #expect(Set(inputs.titles.map { Array($0.utf8) }).count == 4)
  }

  @Test(
    "titles leave out common directories, and absolute names beside relative ones stay absolute",
    arguments: [
      (["/a/b/c.wav", "/a/b/d/e.wav"], ["c.wav", "d/e.wav"]), (["/a/b.wav"], ["b.wav"]),
      (["/a/b.wav", "c.wav"], ["/a/b.wav", "c.wav"]),
      (["a/b.wav", "a/c.wav"], ["b.wav", "c.wav"]),
      (["/a.wav", "/b/c.wav"], ["a.wav", "b/c.wav"]),
    ])
  func titles(names: [String], expected: [String]) {
    #expect(BatchInputs(names, isRecursive: false).titles == expected)
  }
}
