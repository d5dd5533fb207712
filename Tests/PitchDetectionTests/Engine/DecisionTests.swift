// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Constancy")
struct ConstancyTests {
  @Test("counts the time that a pitch stays, and starts again where it leaves")
  func counts() {
    var constancy = Constancy()
    for _ in 0..<11 { constancy.add(110, after: 0.02) }
    #expect(abs(constancy.unbroken - 0.2) < 1e-12)
    #expect(abs(constancy.steady - 0.2) < 1e-12)
    constancy.add(120, after: 0.02)
    #expect(constancy.unbroken == 0)
    #expect(constancy.steady == 0)
  }

  @Test("a slow slide is unbroken, but not steady")
  func slide() {
    var constancy = Constancy()
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
    var constancy = Constancy()
    for _ in 0..<5 { constancy.add(110, after: 0.02) }
    constancy.forget()
    #expect(constancy.unbroken == 0 && constancy.steady == 0)
    constancy.add(110, after: 5)
    #expect(constancy.unbroken == 0)
  }
}

@Suite("Confidence")
struct ConfidenceTests {
  private func steady(_ seconds: Double) -> Constancy {
    var constancy = Constancy()
    constancy.add(110, after: 0)
    constancy.add(110, after: seconds)
    return constancy
  }

  @Test("of a comb grows with score, share, time and level, and stays in 0…1")
  func monotonic() {
    let ladders: [[Double]] = [
      stride(from: -60, through: 200, by: 5.0).map {
        Confidence.ofComb(score: $0, explained: 0.6, constancy: steady(0.1), level: 0.01)
      },
      stride(from: 0, through: 1, by: 0.05).map {
        Confidence.ofComb(score: 12, explained: $0, constancy: steady(0.1), level: 0.01)
      },
      stride(from: 0, through: 1, by: 0.05).map {
        Confidence.ofComb(score: 12, explained: 0.6, constancy: steady($0), level: 0.01)
      },
      [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1, 1000].map {
        Confidence.ofComb(score: 12, explained: 0.6, constancy: steady(0.1), level: $0)
      },
    ]
    for ladder in ladders {
      #expect(ladder.allSatisfy { (0...1).contains($0) })
      #expect(zip(ladder, ladder.dropFirst()).allSatisfy { $0 <= $1 })
      #expect((ladder.last ?? 0) > (ladder.first ?? 1))
    }
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
    _ frequency: Double, evidence: Double, to hypotheses: inout Hypotheses
  ) {
    var score = StiffComb.Score()
    score.frequency = frequency
    score.value = evidence
    hypotheses.add(score, similarity: 0.9, evidence: evidence)
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

  @Test("one update's slip does not outweigh those before, and a lasting change does")
  func memory() {
    var hypotheses = Hypotheses()
    for _ in 0..<5 {
      hypotheses.clear()
      add(110, evidence: 12, to: &hypotheses)
      add(220, evidence: 2, to: &hypotheses)
      _ = hypotheses.decide(
        after: 0.016, age: 1, running: Running(frequency: 110, confidence: 0.9))
    }
    var turned: Int?
    for update in 0..<30 where turned == nil {
      hypotheses.clear()
      add(110, evidence: 8, to: &hypotheses)
      add(220, evidence: 13, to: &hypotheses)
      let best = hypotheses.decide(
        after: 0.016, age: 1, running: Running(frequency: 110, confidence: 0.9))
      if best?.score.frequency == 220 { turned = update }
    }
    #expect(turned ?? 0 > 0 && turned ?? 99 < 25)
  }

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
