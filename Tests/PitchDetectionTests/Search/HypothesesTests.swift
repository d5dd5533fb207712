// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("Hypotheses")
struct HypothesesTests {
  private func add(
    _ frequency: Double, evidence: Double, preference: Double = 0, to hypotheses: inout Hypotheses
  ) {
    var score = InharmonicComb.Score()
    score.frequency = frequency
    score.value = evidence
    hypotheses.add(score, similarity: 0.9, evidence: evidence, preference: preference)
  }

  @Test("choose the most evidence")
  func most() {
    var hypotheses = Hypotheses()
    hypotheses.clear()
    add(110, evidence: 12, to: &hypotheses)
    add(220, evidence: 9, to: &hypotheses)
    let best = hypotheses.decide(after: 0.02, age: 1, tracked: nil)
    #expect(best?.score.frequency == 110)
  }

  @Test("choose a preferred pitch without raising or remembering its evidence")
  func preference() {
    var hypotheses = Hypotheses()
    hypotheses.clear()
    add(110, evidence: 12, to: &hypotheses)
    add(330, evidence: 9, preference: 8, to: &hypotheses)
    let preferred = hypotheses.decide(after: 0.02, age: 1, tracked: nil)
    #expect(preferred?.score.frequency == 330)
    #expect(preferred?.accumulatedEvidence == 9)
    hypotheses.clear()
    add(110, evidence: 12, to: &hypotheses)
    add(330, evidence: 9, to: &hypotheses)
    let evident = hypotheses.decide(after: 0.02, age: 1, tracked: nil)
    #expect(evident?.score.frequency == 110)
  }

  @Test("outweigh an error of one update, and follow a lasting change")
  func memory() {
    var hypotheses = Hypotheses()
    for _ in 0..<5 {
      hypotheses.clear()
      add(110, evidence: 12, to: &hypotheses)
      add(220, evidence: 2, to: &hypotheses)
      _ = hypotheses.decide(
        after: 0.016, age: 1, tracked: TrackedPitch(frequency: 110, confidence: 0.9))
    }
    var turned: Int?
    for update in 0..<30 where turned == nil {
      hypotheses.clear()
      add(110, evidence: 8, to: &hypotheses)
      add(220, evidence: 13, to: &hypotheses)
      let best = hypotheses.decide(
        after: 0.016, age: 1, tracked: TrackedPitch(frequency: 110, confidence: 0.9))
      if best?.score.frequency == 220 { turned = update }
    }
    #expect(turned ?? 0 > 0 && turned ?? 99 < 25)
  }

  /// Returns the choice between a tracked 110 Hz and another pitch with `ahead` more evidence.
  private func choice(
    of other: Double, ahead: Double, confidence: Double = 1, unbroken: Double = 1
  ) -> Double? {
    var hypotheses = Hypotheses()
    hypotheses.clear()
    add(110, evidence: 20, to: &hypotheses)
    add(other, evidence: 20 + ahead, to: &hypotheses)
    let tracked = TrackedPitch(frequency: 110, confidence: confidence, unbroken: unbroken)
    return hypotheses.decide(after: 0.1, age: 2, tracked: tracked)?.score.frequency
  }

  @Test(
    "leave a settled pitch for a part or a multiple of it only on much more evidence",
    arguments: [22, 36.667, 55, 220, 330, 550])
  func relatives(other: Double) {
    #expect(choice(of: other, ahead: 4) == 110)
    #expect(choice(of: other, ahead: 8) == other)
    // An unsettled or unsure pitch has no such advantage.
    #expect(choice(of: other, ahead: 4, unbroken: 0.4) == other)
    #expect(choice(of: other, ahead: 4, confidence: 0.5) == other)
  }

  @Test(
    "leave a settled pitch for any other on a little more evidence",
    arguments: [30, 82.4, 116.5, 164.8, 275])
  func others(other: Double) { #expect(choice(of: other, ahead: 1) == other) }

  @Test("hold a pitch once, and none after forgetting")
  func forget() {
    var hypotheses = Hypotheses()
    hypotheses.clear()
    add(110, evidence: 5, to: &hypotheses)
    add(110.3, evidence: 50, to: &hypotheses)
    add(112, evidence: 4, to: &hypotheses)
    let count = hypotheses.count
    #expect(count == 2)
    let (near, far) = (hypotheses.holds(near: 111), hypotheses.holds(near: 130))
    #expect(near && !far)
    hypotheses.discardEvidence()
    let best = hypotheses.decide(after: 0.02, age: 1, tracked: nil)
    #expect(best == nil)
  }
}
