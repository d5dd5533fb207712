// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import TestSignals
import Testing

@testable import Benchmarking

@Suite("The answer to a touched harmonic")
struct HarmonicAnswerTests {
  private static let rate = SampleRate(48_000)

  private func truth() throws -> SignalTruth {
    let item = try #require(
      SignalSet.touched.cases(seed: 1, notes: [TestNote(45)]).first {
        $0.identifier == "touched/A2/2/-20dB/0"
      })
    return SignalTruth(of: item.signal(at: Self.rate), at: Self.rate)
  }

  /// Readings every 10 ms from 0.1 s on; the first `open` of those that count say the open string.
  private func readings(_ truth: SignalTruth, open: Int, confidence: Double = 0.9) -> [Reading] {
    (10..<130).map { index in
      let seconds = Double(index) / 100
      let number = index - 30 < open ? 1 : 2
      return Reading(
        seconds: seconds,
        answer: truth.partial(number, at: seconds).map {
          .init(frequency: $0, confidence: confidence)
        }
      )
    }
  }

  /// 50 ms after the pluck at 0.25 s is 0.30 s, so 100 readings count.
  @Test("is what most readings say, and the others leave it", arguments: [0, 30, 50, 70, 100])
  func majority(open: Int) throws {
    let truth = try truth()
    let answer = try #require(
      HarmonicAnswer(to: .synthetic(truth), by: readings(truth, open: open)))
    #expect(answer.isHarmonic == (open < 50))
    #expect(answer.held == Rate(hits: max(open, 100 - open), of: 100))
    let expected = truth.partial(open < 50 ? 2 : 1, at: 1)
    guard case .pitch(let pitch) = answer.truth.state(at: 1) else {
      Issue.record("no pitch")
      return
    }
    #expect(pitch == expected)
  }

  @Test("counts no unsure reading, and exists for touched strings alone")
  func unsure() throws {
    let truth = try truth()
    let answer = HarmonicAnswer(
      to: .synthetic(truth), by: readings(truth, open: 30, confidence: 0.2))
    #expect(answer?.held.total == 0)
    let other = try #require(SignalSet.string.cases(seed: 1).first)
    let plain = SignalTruth(of: other.signal(at: Self.rate), at: Self.rate)
    #expect(HarmonicAnswer(to: .synthetic(plain), by: []) == nil)
    #expect(HarmonicAnswer(to: .noise, by: []) == nil)
  }
}
