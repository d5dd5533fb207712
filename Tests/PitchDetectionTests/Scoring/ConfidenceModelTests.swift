// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import PitchDetection

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
