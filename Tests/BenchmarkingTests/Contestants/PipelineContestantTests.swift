// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import Foundation
import PitchDetection
import Testing

@Suite("The library's detectors as contestants")
struct PipelineContestantTests {
  @Test("YIN reads a sine at its frequency, at every due update")
  func hearsSine() throws {
    let rate = SampleRate(48_000)
    let samples = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 220 * Double($0) / 48_000)) }
    let readings = try PipelineContestant(.yin).readings(
      of: ContestantInput(
        item: "sine", sampleRate: rate, samples: samples, updateRate: UpdateRate(updates: 20)))
    #expect(
      readings.map(\.seconds) == (1...20).map { (update: Int) -> Double in Double(update) / 20 })
    for reading in readings.dropFirst(4) {
      let answer = try #require(reading.answer)
      #expect(abs(answer.frequency.interval(above: Hertz(220)).value) < 0.1)
      #expect(answer.confidence > 0.9)
    }
  }

  @Test("the windows of a detector are those of the documentation")
  func windows() throws {
    func seconds(_ kind: DetectorKind, _ pitch: Double) throws -> Double {
      try #require(
        PipelineContestant(kind).window(of: Hertz(pitch), at: SampleRate(48_000)))
    }
    // HowTheEngineWorks: seven periods, 85 to 170 ms.
    for kind in [DetectorKind.engine, .spectral] {
      #expect(abs(try seconds(kind, 31) - 0.170) < 1e-3)
      #expect(abs(try seconds(kind, 70) - 0.1) < 1e-3)
      #expect(abs(try seconds(kind, 440) - 0.085) < 1e-3)
    }
    // YIN has one frame for all pitches: two periods of the lowest, and room.
    #expect(try seconds(.yin, 31) == seconds(.yin, 440))
    #expect((2 / 29.14...3 / 29.14).contains(try seconds(.yin, 31)))
  }

  @Test("an unsupported rate is an error that names it")
  func refusesRate() {
    let input = ContestantInput(
      item: "slow", sampleRate: SampleRate(4000), samples: [0, 0],
      updateRate: UpdateRate(updates: 20))
    #expect {
      try PipelineContestant(.yin).readings(of: input)
    } throws: { "\($0)".contains("4000 Hz") }
  }
}
