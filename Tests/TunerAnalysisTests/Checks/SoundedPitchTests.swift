// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import Testing

@testable import TunerAnalysis

@Suite("A pitch that was played")
struct SoundedPitchTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes the beginning of a recording of A4 with two seconds, and returns its path.
  private func cutRecording(to seconds: Double) throws -> String {
    let path = directory.path + "/cut.wav"
    let settings = try SettingSources(flags: [:], environment: [:]).validated()
    try ToneFile(path: path).write(
      ToneSequence(
        note: "A4", target: settings.target,
        tone: Tone(wave: .pluck, seconds: 2, level: Decibels(-6)), sampleRate: SampleRate(48_000)))
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    try directory.write(whole.prefix(Int(Double(whole.count) * seconds / 2)), to: "cut.wav")
    return path
  }

  @Test("comes with the warnings about its recording")
  func reports() throws {
    let path = try cutRecording(to: 1.5)
    var warnings: [String] = []
    let pitch = try SoundedPitch(argument: path) { warnings.append($0) }
    #expect(abs(1200 * log2(pitch.frequency.value / 440)) < 1)
    #expect(warnings.count == 1 && warnings.allSatisfy { $0.hasPrefix("\(path): ") }, "\(warnings)")
  }

  @Test("comes with the warnings also if the recording has no note")
  func reportsWithoutNote() throws {
    let path = try cutRecording(to: 0.02)
    var warnings: [String] = []
    #expect {
      try SoundedPitch(argument: path) { warnings.append($0) }
    } throws: {
      "\($0)".contains("no note was heard")
    }
    #expect(warnings.count == 1 && warnings.allSatisfy { $0.hasPrefix("\(path): ") }, "\(warnings)")
  }
}
