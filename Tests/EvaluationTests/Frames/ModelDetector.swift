// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Foundation
import TestSignals
import Testing

/// A detector without audio, right within its own sigma from 20 ms after the pluck, and faulty
/// variants of it.
enum ModelDetector: String, CaseIterable, CustomTestStringConvertible {
  case good, octaveUp, tenCentsSharp, late, silent, alwaysVoiced, sigmaAlways50

  static let rate = 200.0
  static let pluck = 0.25
  static let steady = 0.95...1.65
  static let duration = 2.0

  var testDescription: String { rawValue }

  /// The updates for one note: noise before the pluck, then a pitch that glides down.
  func frames(pitch: Hertz, using random: inout SplitMix64) -> [ScoredFrame] {
    let good = (1...Int(Self.duration * Self.rate)).map { index in
      Self.goodFrame(at: Double(index) / Self.rate, pitch: pitch, using: &random)
    }
    let delay = Int(0.1 * Self.rate)
    return good.indices.map { index in
      var frame = good[index]
      switch self {
      case .good: break
      case .octaveUp:
        frame.answer?.frequency.value *= 2
      case .tenCentsSharp:
        frame.answer.map { frame.answer?.frequency = $0.frequency.raised(by: Cents(10)) }
      case .late:
        frame.answer = index < delay ? nil : good[index - delay].answer
      case .silent:
        frame.answer = nil
      case .alwaysVoiced:
        frame.answer?.confidence = 0.95
      case .sigmaAlways50:
        frame.answer?.sigma = Cents(50)
      }
      return frame
    }
  }

  private static func goodFrame(
    at seconds: Double, pitch: Hertz, using random: inout SplitMix64
  ) -> ScoredFrame {
    let sigma = Cents(0.02 * Double.random(in: 1...10, using: &random))
    let error = Cents(sigma.value * random.normal())
    guard seconds > pluck else {
      return ScoredFrame(
        seconds: seconds, truth: nil,
        answer: .init(
          frequency: Hertz(Double.random(in: 60...600, using: &random)),
          confidence: Double.random(in: 0..<0.2, using: &random), sigma: Cents(40)))
    }
    // The glide of the synthetic strings: over before the steady part, 100 ms late or not.
    let truth = pitch.raised(by: Cents(10 * exp(-(seconds - pluck) / 0.08)))
    let hasLocked = seconds >= pluck + 0.02 - 1e-9
    return ScoredFrame(
      seconds: seconds, truth: truth,
      answer: hasLocked
        ? .init(frequency: truth.raised(by: error), confidence: 0.95, sigma: sigma) : nil)
  }
}
