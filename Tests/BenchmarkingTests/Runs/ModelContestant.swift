// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import Foundation
import TestSignals

/// A contestant that knows the truth of synthetic items and errs by its sigma, and faulty variants
/// of it.
struct ModelContestant: Contestant {
  enum Fault: String, CaseIterable {
    case none, octaveUp, tenCentsSharp, late, silent, alwaysVoiced, sigmaAlways50
  }

  /// The suite that the tests run: few notes, every kind of set.
  static let items = ItemList.synthetic(
    seed: 5, sets: [.string, .legato, .noise(.white), .unvoiced],
    notes: [40, 52, 64].map(TestNote.init),
    draws: 1)

  let fault: Fault
  var meaning: PitchMeaning { .partial }
  var name: String { fault.rawValue }

  func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
    guard let item = Self.items.items.first(where: { $0.name == input.item }),
      case .synthetic(let signal) = item.source
    else { throw .failed(status: 1, message: "unknown item") }
    let truth = SignalTruth(of: signal.signal(at: input.sampleRate), at: input.sampleRate)
    var random = SplitMix64(seed: 9, name: input.item)
    let count = Int(input.duration * input.updateRate.hertz + 1e-6)
    let good = (1...count).map { index in
      let seconds = input.updateRate.position(ofUpdate: Int64(index), at: input.sampleRate)
        .seconds(at: input.sampleRate)
      return Reading(seconds: seconds, answer: Self.good(at: seconds, truth, &random))
    }
    return good.indices.map { broken(good, at: $0, by: input.updateRate) }
  }

  private static func good(
    at seconds: Double, _ truth: SignalTruth, _ random: inout SplitMix64
  ) -> ScoredFrame.Answer {
    let sigma = Cents(0.02 * Double.random(in: 1...10, using: &random))
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
    let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    // A string is reported from 20 ms after its pluck on; until then the previous one is.
    let since = truth.signal.plucks.last { $0.onset + 0.02 <= seconds + 1e-9 }
    guard since != nil, let pitch = truth.firstPartial(at: seconds) else {
      return .init(
        frequency: Hertz(Double.random(in: 60...600, using: &random)),
        confidence: Double.random(in: 0..<0.2, using: &random), sigma: Cents(40))
    }
    return .init(
      frequency: pitch.raised(by: Cents(sigma.value * normal)), confidence: 0.95, sigma: sigma)
  }

  private func broken(_ good: [Reading], at index: Int, by rate: UpdateRate) -> Reading {
    var reading = good[index]
    switch fault {
    case .none: break
    case .octaveUp:
      if let frequency = reading.answer?.frequency {
        reading.answer?.frequency = frequency.raised(by: Cents(1200))
      }
    case .tenCentsSharp:
      if let frequency = reading.answer?.frequency {
        reading.answer?.frequency = frequency.raised(by: Cents(10))
      }
    case .late:
      let delay = Int(0.1 * rate.hertz)
      reading.answer = index < delay ? nil : good[index - delay].answer
    case .silent: reading.answer = nil
    case .alwaysVoiced: reading.answer?.confidence = 0.95
    case .sigmaAlways50: reading.answer?.sigma = Cents(50)
    }
    return reading
  }
}
