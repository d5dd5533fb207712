// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import OfflineAnalysis
import ProgramRunning
import TestSignals
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("The analysis of a file")
struct FileAnalysisTests {
  /// Counts results beside the output.
  private final class Follower: ResultFollower {
    var results: [PitchResult] = []

    func take(_ result: PitchResult) { results.append(result) }

    func conclude(_ file: String, after seconds: Double) throws -> String? { nil }
  }

  private struct Breakage: Error, CustomStringConvertible {
    let description = "the disk is gone"
  }

  /// A string that breaks off.
  private struct BrokenSource: AudioSource {
    let sampleRate = SampleRate(48_000)
    var samples: MemorySource

    mutating func read(into block: inout MutableSpan<Float>) throws(Breakage) -> Int {
      let count = samples.read(into: &block)
      if count == 0 { throw Breakage() }
      return count
    }
  }

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func pluck() -> [Float] {
    makeSamples(48_000) { index in
      let time = Double(index) / 48_000
      return singleSumOfPartials(1...5) { n in
        let phase = 2 * Double.pi * 110 * n * time
        return 0.15 / n * exp(-2 * time) * sin(phase)
      }
    }
  }

  private func analysis(
    _ content: OutputContent, _ format: AnalysisFormat, _ follower: Follower? = nil
  ) throws -> FileAnalysis {
    FileAnalysis(
      context: AnalysisContext(
        settings: try SettingSources(flags: [:], environment: [:]).validated(), content: content,
        format: format, name: "a.wav", sampleRate: SampleRate(48_000)),
      follower: follower)
  }

  /// Runs an analysis into a file and returns its text.
  private func text(
    of analysis: FileAnalysis, _ source: inout some AudioSource
  ) throws -> (text: String, summary: RecordingSummary) {
    let path = directory.path + "/out"
    var sink = try OutputSink(.file(path), isImmediate: false)
    let summary = try analysis.run(&source, into: &sink).summary
    try sink.finish()
    return (try String(contentsOfFile: path, encoding: .utf8), summary)
  }

  @Test("writes a record for each update, and passes each result to the follower")
  func writesUpdates() throws {
    let follower = Follower()
    var source = MemorySource(pluck(), sampleRate: SampleRate(48_000))
    let (text, _) = try text(of: analysis(.frames, .csv, follower), &source)
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.first?.hasPrefix("time_s,frequency_hz,confidence,") == true)
    #expect(lines.count == 21)
    #expect(follower.results.count == 20)
  }

  @Test("writes a record for each note, with its string")
  func writesNotes() throws {
    var source = MemorySource(pluck(), sampleRate: SampleRate(48_000))
    let (text, summary) = try text(of: analysis(.notes, .ndjson), &source)
    let lines = text.split(separator: "\n")
    #expect(summary.noteCount == 1)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("{\"schema\":\"tuner.notes/1\",\"file\":\"a.wav\""))
    #expect(lines[1].contains("\"note\":\"A2\""))
  }

  @Test("a source that fails gives a complete document with the reason")
  func endsDocument() throws {
    let path = directory.path + "/out"
    var source = BrokenSource(samples: MemorySource(pluck(), sampleRate: SampleRate(48_000)))
    var sink = try OutputSink(.file(path), isImmediate: false)
    let analysis = try analysis(.frames, .json)
    #expect(throws: Breakage.self) { _ = try analysis.run(&source, into: &sink) }
    try sink.finish()
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["error"] as? String == "the disk is gone")
    #expect((object["frames"] as? [Any])?.count == 20)
    #expect(object["duration_s"] as? Double == 1)
  }

  @Test("the figure has the notes, the strings and the beginning of the sound")
  func makesFigure() throws {
    var analysis = try analysis(.frames, .csv)
    analysis.figure = .withSound(limit: SoundExcerpt.limit)
    var source = MemorySource(pluck(), sampleRate: SampleRate(48_000))
    var sink = try OutputSink(.file(directory.path + "/out"), isImmediate: false)
    let figure = try #require(try analysis.run(&source, into: &sink).figure)
    _ = sink.abandon()
    #expect(figure.notes.count == 1)
    #expect(figure.readings.count == 20)
    #expect(figure.sound?.count == 48_000)
    #expect(figure.lastNotes.filter { $0.worst != nil }.map(\.course.positions) == [[5]])
    #expect(figure.spectrogram != nil)
  }
}
