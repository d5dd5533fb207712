// SPDX-License-Identifier: MIT

import Acoustics
import Dispatch
import FileStore
import Foundation
import ProgramRunning
import Terminal
import Testing

@testable import TunerAnalysis

@Suite("The output of a batch")
struct BatchOutputTests {
  private struct Stop: Error {}

  private struct Name: BatchDelivery, ExpressibleByStringLiteral {
    let text: String
    let size = 1

    init(stringLiteral text: String) { self.text = text }
  }

  @Test("has the order of the recordings, whichever is done first")
  func keepsOrder() throws {
    let output = BatchOutput<Name>()
    try output.deliver("b", of: 1)
    try output.deliver("a", of: 0)
    #expect(try output.next().text == "a")
    #expect(try output.turn(of: 1).hasCome() == false)
    output.pass()
    #expect(try output.turn(of: 1).hasCome())
    #expect(try output.next().text == "b")
  }

  @Test("an error stops all recordings")
  func stops() {
    let output = BatchOutput<Name>()
    output.stop(Stop())
    #expect(throws: Stop.self) { try output.deliver("a", of: 0) }
    #expect(throws: Stop.self) { try output.next() }
    #expect(throws: Stop.self) { try output.turn(of: 1).wait() }
    #expect(!output.turn(of: 1).isGoing)
    #expect(output.stopped is Stop)
  }

  @Test(
    "a long recording holds up no other",
    .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1))
  func takesNext() throws {
    let names: [Name] = ["a", "b", "c", "d"]
    let lastHasBegun = DispatchSemaphore(value: 0)
    var written: [String] = []
    try BatchOutput<Name>.run(count: names.count, jobs: 2) { index, _ in
      if index == names.indices.last { lastHasBegun.signal() }
      if index == 0, lastHasBegun.wait(timeout: .now() + 60) == .timedOut { return "held up" }
      return names[index]
    } consume: {
      written.append($0.text)
    }
    #expect(written == ["a", "b", "c", "d"])
  }

  @Test("the first error ends the run, whether the analysis or the output throws it")
  func endsRun() {
    let names: [Name] = ["a", "b", "c"]
    #expect(throws: Stop.self) {
      try BatchOutput<Name>.run(count: names.count, jobs: 1) { index, _ in
        if index == 1 { throw Stop() }
        return names[index]
      } consume: { name in
        #expect(name.text == "a")
      }
    }
    #expect(throws: Stop.self) {
      try BatchOutput<Name>.run(count: names.count, jobs: 1) { index, _ in
        names[index]
      } consume: { _ in
        throw Stop()
      }
    }
  }

  @Test("two recordings with one output file, and a recording as output file, are refused")
  func refusesPlaces() throws {
    let directory = try TemporaryDirectory(holding: ["a.wav": .init(), "a.flac": .init()])
    let paths = ["a.wav", "a.flac"].map { directory.path + "/" + $0 }
    #expect {
      _ = try OutputPlaces(
        BatchInputs(paths, isRecursive: false), output: directory.path + "/out",
        fileExtension: "csv")
    } throws: {
      if case .sameOutput = $0 as? OutputError { true } else { false }
    }
    #expect(throws: OutputError.wouldReplaceRecording(path: paths[0])) {
      try OutputPlaces.single(paths[0], sparing: paths)
    }
    #expect(try OutputPlaces.single(nil, sparing: paths) == .standardOutput)
  }

  @Test("a directory for results is made with its missing parents")
  func nestedDirectories() throws {
    let directory = try TemporaryDirectory(holding: ["a.wav": .init(), "b.wav": .init()])
    let paths = ["a.wav", "b.wav"].map { directory.path + "/" + $0 }
    let output = directory.path + "/n1/n2"
    let inputs = BatchInputs(paths, isRecursive: false)
    _ = try OutputPlaces(inputs, output: output, fileExtension: "csv")
    var isDirectory: ObjCBool = false
    #expect(FileManager.default.fileExists(atPath: output, isDirectory: &isDirectory))
    #expect(isDirectory.boolValue)
    // A directory that exists is used.
    _ = try OutputPlaces(inputs, output: output, fileExtension: "csv")
    // A file can't have directories.
    #expect(throws: OutputError.cannotWrite(place: paths[0] + "/n", code: ENOTDIR)) {
      _ = try OutputPlaces(inputs, output: paths[0] + "/n", fileExtension: "csv")
    }
  }

  @Test("names that are not UTF-8 are written as they are: files, folders, tones")
  func hostileNames() throws {
    let place = try TemporaryDirectory(holding: ["k.wav": .init()])
    let name = PathText.text(of: [0x6F, 0xFF])
    let recording = place.path + "/k.wav"
    let folder = place.path + "/" + name
    _ = try OutputPlaces(
      BatchInputs([recording, recording], isRecursive: false), output: folder,
      fileExtension: "csv")
    var sink = try OutputSink(.file(folder + "/" + name + ".csv"), isImmediate: false)
    try sink.write("x\n")
    try sink.finish()
    let settings = try SettingSources(flags: [:], environment: [:]).validated()
    try ToneFile(path: folder + "/" + name + ".wav").write(
      ToneSequence(
        note: "A4", target: settings.target,
        tone: Tone(wave: .sine, seconds: 0.1, level: Decibels(-6)),
        sampleRate: SampleRate(8000)))
    let bytes = { (path: String) in PathText.names(in: path).map { Set($0.map(PathText.bytes)) } }
    #expect(bytes(place.path) == [[0x6F, 0xFF], Array("k.wav".utf8)])
    #expect(
      bytes(folder) == [[0x6F, 0xFF] + Array(".csv".utf8), [0x6F, 0xFF] + Array(".wav".utf8)])
  }

  @Test(
    "a duration is written in seconds, minutes and hours",
    arguments: [
      (0.04, "0.0 s"), (9.94, "9.9 s"), (9.96, "10 s"), (12, "12 s"), (59.4, "59 s"),
      (59.6, "1:00 min"), (185, "3:05 min"), (7450, "2:04:10 h"),
    ])
  func writesTimes(seconds: Double, text: String) {
    #expect(BatchProgress.clock(seconds) == text)
  }

  @Test("unusable recordings determine the exit status before silent ones")
  func tellsStatus() {
    var summary = BatchSummary(start: .now)
    summary.add(RecordingResult(kind: .silent))
    #expect(summary.exitStatus == .answerIsNo)
    summary.add(RecordingResult(kind: .heard))
    #expect(summary.exitStatus == nil)
    summary.add(RecordingResult(kind: .unusable))
    #expect(summary.exitStatus == .usage)
    #expect(summary.count == 3)
  }
}
