// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import TestSignals
import TunerPipeline
import Tuning

/// A recorded string, from a short time before its stroke on.
struct RecordedString {
  /// The time from its start to the stroke, in seconds.
  static let lead = 0.3

  let name: String
  let string: Int
  let sampleRate: SampleRate
  let samples: [Float]

  /// The power of the first half second behind the stroke.
  private var power: Double {
    let rate = Double(sampleRate.hertz)
    let sounding = samples.dropFirst(Int(Self.lead * rate)).prefix(Int(0.5 * rate))
    return sounding.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, sounding.count))
  }

  /// Returns this string with another one, both struck at once, the other softer by `decibels`.
  func with(_ other: RecordedString, at gain: Decibels) -> [Float] {
    let factor = Float((power / other.power).squareRoot() * pow(10, gain.value / 20))
    return sum(other, delay: 0, factor)
  }

  /// Returns this string, and another one that is struck `delay` seconds later; from then on this
  /// one is damped by so many decibels, within a twentieth of a second.
  func followed(by other: RecordedString, after delay: Double, damped: Decibels) -> [Float] {
    let rate = Double(sampleRate.hertz)
    let stroke = (Self.lead + delay) * rate
    let tail = pow(10, damped.value / 20)
    var first = self.samples
    for index in first.indices {
      let share = min(1, max(0, (Double(index) - stroke) / (0.05 * rate)))
      first[index] *= Float(1 + share * (tail - 1))
    }
    let ringing = RecordedString(
      name: name, string: string, sampleRate: sampleRate, samples: first)
    return ringing.sum(other, delay: Int(delay * rate), 1)
  }

  private func sum(_ other: RecordedString, delay: Int, _ factor: Float) -> [Float] {
    let added = other.samples
    return makeSamples(max(samples.count, delay + added.count)) { index in
      let own = index < samples.count ? samples[index] : 0
      let place = index - delay
      return own + (place >= 0 && place < added.count ? factor * added[place] : 0)
    }
  }
}

/// The decisions on a mix, one an update.
struct HeardTargets {
  /// The time of the update, in seconds after the start.
  let time: Double
  /// The string that the program shows; `nil` where it shows none.
  let shown: Int?
  /// The string nearest to the reading by itself; `nil` where there is no clear reading near one.
  let nearest: Int?

  /// Analyses samples like `tuner live`, in standard tuning.
  static func hear(_ samples: [Float], at rate: SampleRate) throws -> [HeardTargets] {
    let classifier = PitchClassifier(selection: .strings(.standard))
    var pipeline = try TunerPipeline(
      sampleRate: rate, updateRate: .standard, classifier: classifier,
      detector: PitchEngine(.init(sampleRate: rate)))
    var heard: [HeardTargets] = []
    var cursor = 0
    let span = samples.span
    while let result = pipeline.nextResult(in: span, from: &cursor) {
      let isClear = result.confidence >= TuningState.clearConfidence
      let nearest = result.estimate.flatMap {
        isClear ? classifier.match($0.frequency)?.target.string?.position : nil
      }
      heard.append(
        HeardTargets(
          time: result.timestamp.seconds(at: rate), shown: result.target?.string?.position,
          nearest: nearest))
    }
    return heard
  }
}
