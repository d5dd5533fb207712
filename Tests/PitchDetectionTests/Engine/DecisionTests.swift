// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("PitchStability")
struct PitchStabilityTests {
  @Test("counts the time for which a pitch stays, and starts again where it leaves")
  func counts() {
    var stability = PitchStability()
    for _ in 0..<11 { stability.add(110, after: 0.02) }
    #expect(abs(stability.unbroken - 0.2) < 1e-12)
    #expect(abs(stability.steady - 0.2) < 1e-12)
    stability.add(120, after: 0.02)
    #expect(stability.unbroken == 0)
    #expect(stability.steady == 0)
  }

  @Test("counts a slow slide as continuous, but not as steady")
  func slide() {
    var stability = PitchStability()
    var frequency = 110.0
    for _ in 0..<60 {
      stability.add(frequency, after: 0.02)
      frequency *= 1.02
    }
    #expect(stability.unbroken > 1)
    #expect(stability.steady < 0.1)
  }
}

@Suite("PitchHistory")
struct PitchHistoryTests {
  @Test("holds the newest pitch and how long it has stayed")
  func appending() {
    var history = PitchHistory()
    for _ in 0..<6 { history = history.appending(110, after: 0.02) }
    #expect(history.pitch?.confidence == 0)
    history.setConfidence(0.9)
    #expect(history.pitch?.frequency == 110)
    #expect(history.pitch?.confidence == 0.9)
    #expect(abs((history.pitch?.unbroken ?? 0) - 0.1) < 1e-12)
  }

  @Test("starts again after an update without a pitch")
  func clear() {
    var history = PitchHistory().appending(110, after: 0).appending(110, after: 5)
    history.clear()
    #expect(history.pitch == nil)
    history.setConfidence(0.9)
    #expect(history.pitch == nil)
    #expect(history.appending(110, after: 5).stability.unbroken == 0)
  }
}

@Suite("ConfidenceModel")
struct ConfidenceModelTests {
  @Test("keeps an uncertain reading of a young note below an answer, and shows it")
  func young() {
    let uncertain = ConfidenceModel.highestConfidence(for: Cents(3.2), after: 0.1)
    #expect(0.3..<0.7 ~= uncertain)
    #expect(ConfidenceModel.highestConfidence(for: Cents(3), after: 0.1) == 1)
    #expect(ConfidenceModel.highestConfidence(for: Cents(3.2), after: 0.26) == 1)
    #expect(ConfidenceModel.highestConfidence(for: nil, after: 0.1) == 1)
  }

  private func steady(_ seconds: Double) -> PitchStability {
    var stability = PitchStability()
    stability.add(110, after: 0)
    stability.add(110, after: seconds)
    return stability
  }

  private func confidence(
    _ accumulated: Double = 12, explained: Double = 0.4, repetition: Double = 0,
    steady seconds: Double = 0.1
  ) -> Double {
    ConfidenceModel.confidence(
      in: CombEvidence(accumulated: accumulated, explained: explained, repetition: repetition),
      steady(seconds))
  }

  @Test("grows with score, share, time and repetition, and stays in 0…1")
  func monotonic() {
    let ladders: [[Double]] = [
      stride(from: -60, through: 200, by: 5.0).map { confidence($0, explained: 0.6) },
      stride(from: 0, through: 1, by: 0.05).map { confidence(explained: $0) },
      stride(from: 0, through: 1, by: 0.05).map { confidence(explained: 0.6, steady: $0) },
      stride(from: 0.8, through: 1, by: 0.01).map { confidence(repetition: $0) },
    ]
    for ladder in ladders {
      #expect(ladder.allSatisfy { (0...1).contains($0) })
      #expect(zip(ladder, ladder.dropFirst()).allSatisfy { $0 <= $1 })
      #expect((ladder.last ?? 0) > (ladder.first ?? 1))
    }
  }

  @Test("ignores a bad repetition, and any in the first update of a pitch")
  func unrepeated() {
    for repetition in stride(from: -1, through: 0.8, by: 0.1) {
      #expect(confidence(repetition: repetition) == confidence())
    }
    #expect(confidence(repetition: 1, steady: 0) == confidence(steady: 0))
  }

  @Test("grows with a repetition, which alone is never clear")
  func repetition() {
    let ladder = stride(from: -1, through: 1, by: 0.01)
      .map(ConfidenceModel.confidence(inRepetition:))
    #expect(ladder.allSatisfy { (0..<0.7).contains($0) })
    #expect(zip(ladder, ladder.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("takes the better of comb and repetition, limits hum, and attenuates")
  func evidence() {
    var evidence = Evidence(
      comb: CombEvidence(accumulated: 40, explained: 0.9), repetition: 0.95, stability: steady(0.5))
    let clear = ConfidenceModel.confidence(evidence)
    #expect(clear > 0.9 && clear == ConfidenceModel.identification(evidence))
    evidence.attenuation = 0.5
    #expect(ConfidenceModel.confidence(evidence) == 0.5 * clear)
    evidence.isHum = true
    #expect(ConfidenceModel.confidence(evidence) == 0.125)
    #expect(ConfidenceModel.identification(evidence) == clear)
    evidence = Evidence(comb: nil, repetition: 0.95, stability: steady(0))
    #expect(
      ConfidenceModel.confidence(evidence) == ConfidenceModel.confidence(inRepetition: 0.95))
    #expect(ConfidenceModel.confidence(Evidence(stability: steady(1))) == 0)
  }
}

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
