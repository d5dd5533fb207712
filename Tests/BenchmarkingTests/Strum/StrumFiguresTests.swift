// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import Benchmarking

@Suite("Figures and truths of strokes")
struct StrumFiguresTests {
  private static func outcome(_ state: StrumAnswer.State, error: Double) -> StrumOutcome {
    StrumOutcome(
      string: 0, isCollided: false, seconds: 1, truth: 0, reference: nil,
      answer: StrumAnswer(state, cents: error, sigma: 0.5))
  }

  @Test("sigma is compared with the error of the same strings")
  func sigmaRatio() {
    let answered = [0.25, 0.25, 0.25].map { Self.outcome(.sounding, error: $0) }
    let unanswered = [8.0, 8, 8, 8].map { Self.outcome(.unclear, error: $0) }
    #expect(StrumFigures(readings: answered).sigmaRatio == 2)
    #expect(StrumFigures(readings: answered + unanswered).sigmaRatio == 2)
    #expect(StrumFigures(readings: unanswered).sigmaRatio == nil)
  }

  @Test("a string without a number lies beyond every error, and is never left out")
  func withoutNumber() {
    let known = [1.0, 2, 3].map { Self.outcome(.sounding, error: $0) }
    let unknown = StrumOutcome(
      string: 0, isCollided: false, seconds: 1, truth: 0, reference: nil,
      answer: StrumAnswer(.unclear))
    let silent = StrumOutcome(
      string: 0, isCollided: false, seconds: 1, truth: nil, reference: nil,
      answer: StrumAnswer(.silent))
    #expect(StrumFigures(readings: known + [silent]).median == 2)
    // Interpolated as NumPy does: the 95th percentile of 1, 2 and 3.
    #expect(abs((StrumFigures(readings: known + [silent]).high ?? 0) - 2.9) < 1e-12)
    // 1, 2, 3, ∞, ∞: the median is 3, and the 95th percentile is unknown.
    let most = StrumFigures(readings: known + [unknown, unknown])
    #expect((most.count, most.median, most.high) == (5, 3, nil))
    let few = StrumFigures(readings: [known[0], unknown, unknown, unknown])
    #expect((few.median, few.high) == (nil, nil))
    // Without an answer they do not count among the answered strings.
    #expect(most.answeredHigh == StrumFigures(readings: known).high)
    #expect(StrumFigures(readings: [silent]).median == nil)
  }

  private static func meanTruth(
    _ truth: @escaping @Sendable (_ time: Double) -> StrumTrial.Truth
  ) -> StrumTrial.Truth {
    StrumTrial(
      input: StrumInput(item: "stroke", targets: [Hertz(110)], samples: []), set: "guitar",
      guitar: nil, collidedCount: 0, lastOnset: 0,
      truth: { _, time in truth(time) }, references: [nil]
    ).meanTruth(ofString: 0)
  }

  @Test("the mean truth is unknown if it is unknown at any time, whichever comes first")
  func meanTruth() {
    #expect(Self.meanTruth { .sounding(2 * $0) } == .sounding(4.5))
    #expect(Self.meanTruth { $0 < 2 ? .sounding(1) : .silent } == .silent)
    #expect(Self.meanTruth { $0 < 2 ? .unknown : .silent } == .unknown)
    #expect(Self.meanTruth { $0 < 2 ? .silent : .unknown } == .unknown)
    #expect(Self.meanTruth { $0 < 2 ? .sounding(1) : .unknown } == .unknown)
  }
}
