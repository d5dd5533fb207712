// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import ProgramRunning
import Terminal
import Testing

@testable import TunerAnalysis

@Suite("The check of recordings")
struct TuningCheckTests {
  private let directory: TemporaryDirectory
  private let settings: AnalysisSettings

  init() throws {
    directory = try TemporaryDirectory()
    settings = try SettingSources(flags: [.tuning: "ukulele"], environment: [:]).validated()
  }

  /// Writes the strings G4, C4, E4 and A4 of a ukulele, one second each, and returns the path.
  private func tones() throws -> String {
    let path = directory.path + "/tones.wav"
    try ToneFile(path: path).write(
      ToneSequence(
        note: nil, target: settings.target,
        tone: Tone(wave: .pluck, seconds: 1, level: Decibels(-6)), sampleRate: SampleRate(48_000)))
    return path
  }

  @Test("of parts reads only these parts, and names them in its messages")
  func checksParts() throws {
    let path = try tones()
    var inputs = BatchInputs([], isRecursive: false)
    inputs.add(
      [(0.0, 0.9), (1.0, 1.9), (5.0, 6.0)].map { start, end in
        let part = RecordingPart(start: start, end: end)
        return .init(identity: RecordingIdentity(path: path, part: part), problem: nil)
      })
    let check = TuningCheck(
      settings: settings, channels: .mix, format: .text, isQuiet: false, jobs: 2)
    var text: [UInt8] = []
    var sink = OutputSink { text += $0 }
    var messages: [String] = []
    let outcome = try check.run(inputs, into: &sink) { messages.append($0) }
    try sink.finish()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].contains("G4") && lines[0].hasSuffix("in tune"))
    #expect(lines[1].contains("C4") && lines[1].hasSuffix("in tune"))
    #expect(lines[2] == "2 of 2 in tune, 1 file unusable")
    #expect(messages.count == 1)
    #expect(messages[0].hasPrefix("\(path), 5 to 6 s: the recording ends at "))
    #expect(outcome.exitStatus == .usage)
  }
}
