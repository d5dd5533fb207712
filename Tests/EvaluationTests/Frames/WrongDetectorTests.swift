// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Foundation
import TestSignals
import Testing

@Suite("Wrong detectors")
struct WrongDetectorTests {
  struct Row: CustomTestStringConvertible {
    let detector: ModelDetector
    let alarms: Set<Scorecard.Alarm>
    var testDescription: String { detector.rawValue }
  }

  static let rows = [
    Row(detector: .good, alarms: []),
    // An octave error leaves only chroma and confidence right.
    Row(
      detector: .octaveUp,
      alarms: [
        .gross, .octave, .cents, .pitch50, .pitch10, .firstCorrect, .settled50, .settled5,
        .settled1, .coverage, .normalisedRMSError, .rankCorrelation, .calibration,
      ]),
    // Ten cents are right by mir_eval's tolerance and wrong by that of a tuner.
    Row(
      detector: .tenCentsSharp,
      alarms: [
        .cents, .pitch10, .settled5, .settled1, .coverage, .normalisedRMSError, .rankCorrelation,
      ]),
    // The steady part is unchanged.
    Row(detector: .late, alarms: [.firstCorrect, .settled50, .settled5, .settled1]),
    Row(
      detector: .silent,
      alarms: [
        .answered, .voicingRecall, .pitch50, .pitch10, .chroma, .firstCorrect, .settled50,
        .settled5, .settled1,
      ]),
    Row(detector: .alwaysVoiced, alarms: [.falseAlarm, .voicingFalseAlarm]),
    Row(detector: .sigmaAlways50, alarms: [.normalisedRMSError, .rankCorrelation]),
  ]

  @Test("only the metrics of its fault change for each wrong detector", arguments: rows)
  func caught(row: Row) {
    let alarms = Scorecard(row.detector).alarms
    #expect(alarms.subtracting(row.alarms) == [], "false alarms")
    #expect(row.alarms.subtracting(alarms) == [], "missed")
  }

  @Test("every entry of the table occurs for a wrong detector")
  func everyAlarm() {
    let rung = Self.rows.reduce(into: Set<Scorecard.Alarm>()) { $0.formUnion($1.alarms) }
    #expect(rung == Set(Scorecard.Alarm.allCases))
  }

  @Test("an octave error is classified: every gross error is ×2")
  func named() {
    let pitch = Scorecard(.octaveUp).pitch
    #expect(pitch.harmonicErrors == [.multiple(2): pitch.gross.total])
    #expect(pitch.gross.share == 1)
    #expect(pitch.octaveErrorRate == 1)
  }

  @Test("a deviation of ten cents is measured as ten cents")
  func sharp() throws {
    let cents = try #require(Scorecard(.tenCentsSharp).pitch.cents.distribution())
    #expect(abs(cents.median - 10) < 0.05)
  }

  @Test("a delay of a hundred milliseconds is measured as a hundred milliseconds")
  func late() throws {
    let good = try #require(Scorecard(.good).settling.settled[0].time(.median))
    let late = try #require(Scorecard(.late).settling.settled[0].time(.median))
    #expect(abs(good - 0.02) < 1e-9)
    #expect(abs(late - 0.12) < 1e-9)
  }

  @Test("a detector without answers has no error figures, and not zeros")
  func silent() {
    let card = Scorecard(.silent)
    #expect(card.pitch.cents.distribution() == nil)
    #expect(card.pitch.gross.share == nil)
    #expect(card.pitch.sigma.normalisedRMSError == nil)
    #expect(card.pitch.confidence.brierScore == nil)
    #expect(card.settling.settled.allSatisfy { $0.never == 12 && $0.time(.median) == nil })
  }

  @Test("a sigma of 50 has full coverage and no information")
  func wideSigma() throws {
    let sigma = Scorecard(.sigmaAlways50).pitch.sigma
    #expect(sigma.coverage == 1)
    #expect(try #require(sigma.normalisedRMSError) < 0.01)
    #expect(sigma.rankCorrelation == nil)
  }

  @Test("shards merge to the unsharded run, to the byte", arguments: 1...12)
  func shards(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let detector = ModelDetector.allCases[Int(seed) % ModelDetector.allCases.count]
    let notes = Array(UInt64(100)...UInt64(109)).shuffled(using: &random)
    var parts = notes.chunked(into: Int.random(in: 2...5, using: &random)).map {
      Scorecard(detector, notes: $0)
    }
    parts.shuffle(using: &random)
    var merged = Scorecard(detector, notes: [])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for part in parts {
      // Shards travel as files.
      merged.merge(try JSONDecoder().decode(Scorecard.self, from: encoder.encode(part)))
    }
    let whole = Scorecard(detector, notes: UInt64(100)...UInt64(109))
    #expect(merged == whole)
    #expect(try encoder.encode(merged) == encoder.encode(whole))
    #expect(
      merged.pitch.sigma.normalisedRMSError?.bitPattern
        == whole.pitch.sigma.normalisedRMSError?.bitPattern)
    #expect(merged.pitch.sigma.rankCorrelation == whole.pitch.sigma.rankCorrelation)
    #expect(
      merged.pitch.confidence.expectedCalibrationError()
        == whole.pitch.confidence.expectedCalibrationError())
  }

  @Test(
    "a shard of other tolerances or impossible counts is refused",
    arguments: [("0.1]", "0.2]"), ("\"hits\":0", "\"hits\":-1"), ("\"total\":", "\"total\":-")])
  func foreignShard(change: (String, String)) throws {
    let shard = try JSONEncoder().encode(Scorecard(.good, notes: [1]))
    let text = String(decoding: shard, as: UTF8.self)
    let foreign = text.replacingOccurrences(of: change.0, with: change.1)
    #expect(foreign != text)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Scorecard.self, from: Data(foreign.utf8))
    }
  }
}
