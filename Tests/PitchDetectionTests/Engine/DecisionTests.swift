// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("PitchStability")
struct ConstancyTests {
  @Test("counts the time that a pitch stays, and starts again where it leaves")
  func counts() {
    var constancy = PitchStability()
    for _ in 0..<11 { constancy.add(110, after: 0.02) }
    #expect(abs(constancy.unbroken - 0.2) < 1e-12)
    #expect(abs(constancy.steady - 0.2) < 1e-12)
    constancy.add(120, after: 0.02)
    #expect(constancy.unbroken == 0)
    #expect(constancy.steady == 0)
  }

  @Test("a slow slide is unbroken, but not steady")
  func slide() {
    var constancy = PitchStability()
    var frequency = 110.0
    for _ in 0..<60 {
      constancy.add(frequency, after: 0.02)
      frequency *= 1.02
    }
    #expect(constancy.unbroken > 1)
    #expect(constancy.steady < 0.1)
  }

  @Test("forgets")
  func forgets() {
    var constancy = PitchStability()
    for _ in 0..<5 { constancy.add(110, after: 0.02) }
    constancy.forget()
    #expect(constancy.unbroken == 0 && constancy.steady == 0)
    constancy.add(110, after: 5)
    #expect(constancy.unbroken == 0)
  }
}

@Suite("Confidence")
struct ConfidenceTests {
  private func steady(_ seconds: Double) -> PitchStability {
    var constancy = PitchStability()
    constancy.add(110, after: 0)
    constancy.add(110, after: seconds)
    return constancy
  }

  @Test("of a comb grows with score, share, time and repetition, and stays in 0…1")
  func monotonic() {
    let ladders: [[Double]] = [
      stride(from: -60, through: 200, by: 5.0).map {
        Confidence.ofComb(score: $0, explained: 0.6, constancy: steady(0.1))
      },
      stride(from: 0, through: 1, by: 0.05).map {
        Confidence.ofComb(score: 12, explained: $0, constancy: steady(0.1))
      },
      stride(from: 0, through: 1, by: 0.05).map {
        Confidence.ofComb(score: 12, explained: 0.6, constancy: steady($0))
      },
      stride(from: 0.8, through: 1, by: 0.01).map {
        Confidence.ofComb(
          score: 12, explained: 0.4, repetition: $0, constancy: steady(0.1))
      },
    ]
    for ladder in ladders {
      #expect(ladder.allSatisfy { (0...1).contains($0) })
      #expect(zip(ladder, ladder.dropFirst()).allSatisfy { $0 <= $1 })
      #expect((ladder.last ?? 0) > (ladder.first ?? 1))
    }
  }

  @Test("of a comb does not hang on what repeats badly, or has not repeated for a moment")
  func unrepeated() {
    let alone = Confidence.ofComb(
      score: 12, explained: 0.4, constancy: steady(0.1))
    for repetition in stride(from: -1, through: 0.8, by: 0.1) {
      #expect(
        Confidence.ofComb(
          score: 12, explained: 0.4, repetition: repetition, constancy: steady(0.1))
          == alone)
    }
    let young = Confidence.ofComb(score: 12, explained: 0.4, constancy: steady(0))
    #expect(
      Confidence.ofComb(
        score: 12, explained: 0.4, repetition: 1, constancy: steady(0)) == young)
  }

  @Test("of a repetition grows with it, and is never an answer")
  func repetition() {
    let ladder = stride(from: -1, through: 1, by: 0.01).map(Confidence.ofRepetition)
    #expect(ladder.allSatisfy { (0..<0.7).contains($0) })
    #expect(zip(ladder, ladder.dropFirst()).allSatisfy { $0 <= $1 })
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
    let best = hypotheses.decide(after: 0.02, age: 1, running: nil)
    #expect(best?.score.frequency == 110)
  }

  @Test("choose what is preferred, and neither believe more of it nor remember it")
  func preference() {
    var hypotheses = Hypotheses()
    hypotheses.clear()
    add(110, evidence: 12, to: &hypotheses)
    add(330, evidence: 9, preference: 8, to: &hypotheses)
    let preferred = hypotheses.decide(after: 0.02, age: 1, running: nil)
    #expect(preferred?.score.frequency == 330)
    #expect(preferred?.accumulatedEvidence == 9)
    hypotheses.clear()
    add(110, evidence: 12, to: &hypotheses)
    add(330, evidence: 9, to: &hypotheses)
    let evident = hypotheses.decide(after: 0.02, age: 1, running: nil)
    #expect(evident?.score.frequency == 110)
  }

  @Test("one update's slip does not outweigh those before, and a lasting change does")
  func memory() {
    var hypotheses = Hypotheses()
    for _ in 0..<5 {
      hypotheses.clear()
      add(110, evidence: 12, to: &hypotheses)
      add(220, evidence: 2, to: &hypotheses)
      _ = hypotheses.decide(
        after: 0.016, age: 1, running: TrackedPitch(frequency: 110, confidence: 0.9))
    }
    var turned: Int?
    for update in 0..<30 where turned == nil {
      hypotheses.clear()
      add(110, evidence: 8, to: &hypotheses)
      add(220, evidence: 13, to: &hypotheses)
      let best = hypotheses.decide(
        after: 0.016, age: 1, running: TrackedPitch(frequency: 110, confidence: 0.9))
      if best?.score.frequency == 220 { turned = update }
    }
    #expect(turned ?? 0 > 0 && turned ?? 99 < 25)
  }

  /// What is chosen of a running 110 Hz and another pitch with so much more evidence.
  private func choice(
    of other: Double, ahead: Double, confidence: Double = 1, unbroken: Double = 1
  ) -> Double? {
    var hypotheses = Hypotheses()
    hypotheses.clear()
    add(110, evidence: 20, to: &hypotheses)
    add(other, evidence: 20 + ahead, to: &hypotheses)
    let running = TrackedPitch(frequency: 110, confidence: confidence, unbroken: unbroken)
    return hypotheses.decide(after: 0.1, age: 2, running: running)?.score.frequency
  }

  @Test(
    "do not leave what has gone on for a part or a multiple of it, unless much more speaks for it",
    arguments: [22, 36.667, 55, 220, 330, 550])
  func relatives(other: Double) {
    #expect(choice(of: other, ahead: 4) == 110)
    #expect(choice(of: other, ahead: 8) == other)
    // Before it has gone on, and where it was a guess.
    #expect(choice(of: other, ahead: 4, unbroken: 0.4) == other)
    #expect(choice(of: other, ahead: 4, confidence: 0.5) == other)
  }

  @Test("leave what has gone on for any other pitch", arguments: [30, 82.4, 116.5, 164.8, 275])
  func others(other: Double) { #expect(choice(of: other, ahead: 1) == other) }

  @Test("hold a pitch once, and forget when told")
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
    hypotheses.forget()
    let best = hypotheses.decide(after: 0.02, age: 1, running: nil)
    #expect(best == nil)
  }
}
