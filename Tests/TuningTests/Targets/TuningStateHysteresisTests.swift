// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing
import Tuning

@Suite("Tuning state hysteresis")
struct TuningStateHysteresisTests {
  private func result(
    _ cents: Double?, confidence: Double = 0.9, string: Int = 6, onset: Int64 = 1
  ) -> PitchResult {
    PitchResult(
      timestamp: SamplePosition(1),
      estimate: PitchEstimate(frequency: Hertz(110), confidence: confidence),
      confidence: confidence,
      target: InstrumentTuning.standard.string(at: string).map { .string($0) },
      cents: cents.map { Cents($0) }, onset: SamplePosition(onset))
  }

  @Test("without a margin agrees with the table of states, for any earlier state")
  func exact() throws {
    var numbers = SplitMix64(seed: 5)
    var hysteresis = try TuningStateHysteresis()
    let confidences: [Double] = [0.2, 0.3, 0.5, 0.7, 1]
    let edges: [Double] = [-25.0, -10, 10, 25].flatMap { [$0.nextDown, $0, $0.nextUp] as [Double] }
    for _ in 0..<5000 {
      let cents: Double = edges.randomElement(using: &numbers) ?? 0
      let confidence: Double = confidences.randomElement(using: &numbers) ?? 1
      let next = result(cents, confidence: confidence)
      let state = hysteresis.state(of: next)
      #expect(state == next.state())
    }
  }

  @Test("with a margin leaves a state only beyond it, in either direction, to the ulp")
  func margin() throws {
    var hysteresis = try TuningStateHysteresis(margin: Cents(1))
    let story: [(Double, TuningState)] = [
      (0, .inTune), (10.5, .inTune), (11, .inTune), (11.0.nextUp, .slightlySharp),
      (9.5, .slightlySharp), (9, .slightlySharp), (9.0.nextDown, .inTune), (-11, .inTune),
      (-(11.0.nextUp), .slightlyFlat), (-26, .slightlyFlat), (-(26.0.nextUp), .veryFlat),
      (-24, .veryFlat), ((-24.0).nextUp, .slightlyFlat), (26.5, .verySharp), (24, .verySharp),
      (24.0.nextDown, .slightlySharp), (0, .inTune),
    ]
    for (index, step) in story.enumerated() {
      let state = hysteresis.state(of: result(step.0))
      #expect(state == step.1, "step \(index): \(step.0)")
    }
  }

  @Test("starts again at another string or note, and after silence or an unclear reading")
  func afresh() throws {
    for between in [
      result(10.5, string: 5), result(10.5, onset: 2),
    ] {
      var hysteresis = try TuningStateHysteresis(margin: Cents(1))
      let states = [result(0), between].map { hysteresis.state(of: $0) }
      #expect(states == [.inTune, .slightlySharp])
    }
    for between in [result(0, confidence: 0.2), result(0, confidence: 0.5), result(nil)] {
      var hysteresis = try TuningStateHysteresis(margin: Cents(1))
      let states = [result(0), between, result(10.5)].map { hysteresis.state(of: $0) }
      #expect(states == [.inTune, between.state(), .slightlySharp])
    }
  }

  @Test("refuses invalid margins", arguments: [-0.1, 5.1, .nan, .infinity])
  func refusals(margin: Double) {
    #expect(throws: TuningError.self) { _ = try TuningStateHysteresis(margin: Cents(margin)) }
  }
}
