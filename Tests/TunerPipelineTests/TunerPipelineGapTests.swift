// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import TestSignals
import Testing
import TunerPipeline
import Tuning

@Suite("A gap in the stream of a pipeline")
struct TunerPipelineGapTests {
  /// The delivery of a device: samples, or the number of lost ones.
  private enum Part {
    case samples([Float])
    case gap(Int)
  }

  private static let rate = SampleRate(48000)

  private func engine(_ updates: Int = 20) throws -> TunerPipeline<PitchEngine> {
    try TunerPipeline(
      sampleRate: Self.rate, updateRate: UpdateRate(updates: updates),
      classifier: PitchClassifier(selection: .strings(.standard)),
      detector: PitchEngine(.init(sampleRate: Self.rate)))
  }

  private func results(of parts: [Part], updates: Int = 20, chunk: Int = .max) throws
    -> [PitchResult]
  {
    var pipeline = try engine(updates)
    var results: [PitchResult] = []
    let nothing: [Float] = []
    for part in parts {
      switch part {
      case .samples(let samples):
        var start = 0
        while start < samples.count {
          let piece = samples.span.extracting(start..<min(samples.count, start + min(chunk, 48000)))
          var cursor = 0
          while let result = pipeline.nextResult(in: piece, from: &cursor) {
            results.append(result)
          }
          start += piece.count
        }
      case .gap(let count):
        var left = count
        while left > 0 {
          let lost = min(left, chunk)
          pipeline.skip(lost)
          left -= lost
          var cursor = 0
          while let result = pipeline.nextResult(in: nothing.span, from: &cursor) {
            results.append(result)
          }
        }
      }
    }
    return results
  }

  /// An A2 of five partials that decays, from `start` on.
  private func note(_ seconds: Double, from start: Double = 0) -> [Float] {
    makeSamples(Int(seconds * 48000)) { index in
      let time = start + Double(index) / 48000
      return singleSumOfPartials(1...5) { n in
        let phase = 2 * Double.pi * 110 * n * time
        return 0.2 / n * exp(-time) * sin(phase)
      }
    }
  }

  @Test(
    "results come at their due positions, and without a pitch inside the gap",
    arguments: [1, 2399, 2400, 2401, 30_000, 96_000])
  func duePositions(lost: Int) throws {
    let results = try results(of: [
      .samples(note(0.5)), .gap(lost), .samples(note(1, from: 0.5)),
    ])
    let total = 24000 + lost + 48000
    #expect(results.count == total / 2400)
    for (index, result) in results.enumerated() {
      #expect(result.timestamp == SamplePosition(Int64(2400 * (index + 1))))
      let isInside = (24001...(24000 + lost)).contains(Int(result.timestamp.samples))
      if isInside { #expect(result.estimate == nil && result.confidence == 0) }
    }
    #expect(results.prefix(10).suffix(5).allSatisfy { $0.estimate != nil })
    #expect(results.suffix(10).allSatisfy { $0.target?.description == "5:A2" })
  }

  @Test(
    "results have the same bits for chunks of any size, with gaps", arguments: [1, 7, 480, 1023])
  func chunking(chunk: Int) throws {
    let parts: [Part] = [
      .gap(700), .samples(note(0.3)), .gap(3), .samples(note(0.2)), .gap(2400), .gap(5000),
      .samples(note(0.4)), .gap(12_345),
    ]
    let whole = try results(of: parts, updates: 60)
    let pieces = try results(of: parts, updates: 60, chunk: chunk)
    #expect(whole == pieces && whole.contains { $0.estimate != nil })
  }

  @Test("a gap of an hour removes only its own results")
  func hour() throws {
    let hour = 3600 * 48000
    let results = try results(of: [.samples(note(0.5)), .gap(hour), .samples(note(0.5))])
    #expect(results.count == 10 + 72_000 + 10)
    #expect(results[11..<(10 + 72_000)].allSatisfy { $0.estimate == nil && $0.level == nil })
    #expect(results.last?.target?.description == "5:A2")
  }

  @Test("the note before a gap does not continue after it")
  func forgets() throws {
    // 20 ms of sound on either side hold too little of an A2 whose beginning was not heard for a
    // pitch, 40 ms in a row do not.
    let joined = try results(of: [.samples(note(0.04))], updates: 1000)
    let split = try results(
      of: [.samples(note(0.02)), .gap(960), .samples(note(0.02, from: 0.02))], updates: 1000)
    let pitched = joined.filter { $0.estimate != nil }
    #expect(!pitched.isEmpty)
    let firstPitch = try #require(pitched.first?.timestamp.samples)
    #expect(firstPitch > 960)
    #expect(split.allSatisfy { $0.estimate == nil })
  }

  @Test("a new update rate applies from the time of the request")
  func rate() throws {
    var pipeline = try engine(20)
    let sound = note(1)
    var times: [Int64] = []
    var cursor = 0
    let first = sound.span.extracting(0..<3000)
    while let result = pipeline.nextResult(in: first, from: &cursor) {
      times.append(result.timestamp.samples)
    }
    pipeline.setUpdateRate(UpdateRate(updates: 60))
    pipeline.setUpdateRate(UpdateRate(updates: 60))
    cursor = 0
    let rest = sound.span.extracting(3000..<8000)
    while let result = pipeline.nextResult(in: rest, from: &cursor) {
      times.append(result.timestamp.samples)
    }
    #expect(times == [2400, 3800, 4600, 5400, 6200, 7000, 7800])
  }

  @Test("a new target applies from the next result on")
  func retarget() throws {
    var pipeline = try engine(20)
    let sound = note(1)
    var targets: [String?] = []
    var cursor = 0
    while let result = pipeline.nextResult(in: sound.span, from: &cursor) {
      targets.append(result.target?.description)
      if targets.count == 10 { pipeline.retarget(PitchClassifier(selection: .chromatic)) }
    }
    #expect(targets[9] == "5:A2" && targets[10] == "A2")
  }
}
