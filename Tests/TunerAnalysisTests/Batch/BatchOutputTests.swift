// SPDX-License-Identifier: MIT

import Acoustics
import FileStore
import Foundation
import ProgramRunning
import Terminal
import Testing

@testable import TunerAnalysis

@Suite("The output of a batch")
struct BatchOutputTests {
  private struct Stop: Error {}

  /// Names that a batch has written.
  private final class Written: @unchecked Sendable {  // One delivery at a time writes it.
    var names: [String] = []
  }

  private func delivery(_ name: String) -> BatchOutput.Delivery {
    .init(result: RecordingResult(kind: .heard, name: name))
  }

  @Test("has the order of the recordings, whichever is done first")
  func keepsOrder() throws {
    let written = Written()
    let output = BatchOutput { written.names.append($0.result.name) }
    try output.deliver(delivery("c"), of: 2)
    #expect(written.names.isEmpty)
    #expect(try output.turn(of: 1).hasCome() == false)
    try output.deliver(delivery("a"), of: 0)
    #expect(written.names == ["a"])
    #expect(try output.turn(of: 1).hasCome())
    try output.deliver(delivery("b"), of: 1)
    #expect(written.names == ["a", "b", "c"])
  }

  @Test("an output that can't be written stops all later recordings")
  func stops() throws {
    let output = BatchOutput { _ in throw Stop() }
    #expect(throws: Stop.self) { try output.deliver(delivery("a"), of: 0) }
    #expect(throws: Stop.self) { try output.deliver(delivery("b"), of: 1) }
    #expect(!output.turn(of: 1).isGoing)
    #expect(output.stopped is Stop)
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
