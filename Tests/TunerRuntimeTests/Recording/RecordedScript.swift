// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Testing

/// A device that delivers the blocks and gaps of its script.
struct RecordedScript: CaptureSource {
  enum Step: Sendable {
    case samples([Float])
    case gap(Int)
    /// One read without samples.
    case idle
  }

  typealias Failure = Never

  let sampleRate: SampleRate
  private var steps: [Step]
  private var next = 0

  init(_ steps: [Step], sampleRate: SampleRate) {
    self.steps = steps
    self.sampleRate = sampleRate
  }

  mutating func capture(into block: inout MutableSpan<Float>) -> CaptureEvent {
    guard next < steps.count else { return .ended }
    defer { next += 1 }
    switch steps[next] {
    case .samples(let samples):
      for index in samples.indices { block[index] = samples[index] }
      return .samples(samples.count)
    case .gap(let lost): return .gap(lost: lost)
    case .idle: return .idle
    }
  }

  /// A plucked string with gaps at odd places, in blocks of odd sizes, from a seed.
  static func script(_ samples: [Float], seed: UInt64) -> [Step] {
    var state = seed
    func random(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
    var steps: [Step] = []
    var place = 0
    while place < samples.count {
      let count = min(random(1...700), samples.count - place)
      steps.append(.samples(Array(samples[place..<(place + count)])))
      place += count
      switch random(0...60) {
      case 0:
        let lost = random(1...9000)
        steps.append(.gap(lost))
        // Lost samples were played: the string rings on.
        place = min(samples.count, place + lost)
      case 1: steps += [.gap(random(1...50)), .gap(random(1...50))]
      case 2: steps.append(.idle)
      default: break
      }
    }
    return steps
  }

  /// Partials 1…6 of amplitude 1/n under one decay.
  static func pluck(_ frequency: Double, rate: Int, seconds: Double) -> [Float] {
    // A phasor for each partial: no mathematics library is needed for a test's string.
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      let turn = (frequency * time).truncatingRemainder(dividingBy: 1)
      // A sawtooth has the partials 1/n of a string, and no need of a sine.
      return Float(0.3 * (2 * turn - 1) / (1 + 2 * time))
    }
  }
}
