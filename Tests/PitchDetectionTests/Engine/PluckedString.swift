// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import SignalProcessing
import TestSignals

/// A plucked stiff string in closed form: partials f_n = n·f0·√(1 + B·n²) with f1 as named,
/// decaying faster the higher they are, in continuous time, so that it is one signal at every rate.
struct PluckedString {
  var first: Double
  var inharmonicity = 1e-4
  /// The factor of the first partial: 1 leaves it unchanged, 0 removes it.
  var fundamentalGain = 1.0
  var amplitude = 0.1
  var onset = 0.25
  var partialCount = 24

  func frequency(ofPartial number: Int) -> Double {
    let n = Double(number)
    return n * first * ((1 + inharmonicity * n * n) / (1 + inharmonicity)).squareRoot()
  }

  func render(rate: Int, seconds: Double) -> [Float] {
    // Nothing above 7 kHz: the same partials at every rate from 16 kHz on.
    let highest = min(7000, 0.45 * Double(rate))
    let numbers = (1...partialCount).filter { frequency(ofPartial: $0) < highest }
    let decay = 1 / (3 * pow(30 / first, 0.47))
    let partials = numbers.map { number in
      let n = Double(number)
      let shape = abs(sin(0.13 * .pi * n) * sin(0.21 * .pi * n)) + 0.02
      return DecayingSine(
        amplitude: (number == 1 ? fundamentalGain : 1) * shape / n, decay: decay * pow(n, 0.7),
        angularFrequency: 2 * .pi * frequency(ofPartial: number), phase: n * n)
    }
    let amplitude = amplitude / (abs(sin(0.13 * .pi) * sin(0.21 * .pi)) + 0.02)
    let count = Int((seconds * Double(rate)).rounded())
    func timeSinceOnset(_ index: Int) -> Double { Double(index) / Double(rate) - onset }
    var start = 0
    while start < count, timeSinceOnset(start) <= 0 { start += 1 }
    var sums = [Double](repeating: 0, count: count)
    for partial in partials where start < count {
      partial.add(to: &sums, from: start, at: timeSinceOnset(start), rate: Double(rate))
    }
    return makeSamples(count) { index in
      let time = timeSinceOnset(index)
      guard time > 0 else { return 0 }
      let attack = time < 0.0015 ? (1 - cos(.pi * time / 0.0015)) / 2 : 1
      return Float(amplitude * attack * sums[index])
    }
  }
}

/// The result of a detector at one update.
struct Heard: Equatable {
  /// Samples since the stream began.
  var position: Int
  var estimate: PitchEstimate?
}

/// Plays `samples` to `engine`, which answers `updates` times a second, at ⌊k·rate / updates⌋.
func hear(
  _ samples: [Float], by engine: inout PitchEngine, rate: Int, updates: Double = 60,
  chunk: () -> Int = { 1 << 20 }
) -> [Heard] {
  var heard: [Heard] = []
  var (position, update, left) = (0, 1, chunk())
  while true {
    let due = Int((Double(update) * Double(rate) / updates).rounded(.down))
    if due > samples.count { return heard }
    while position < due {
      let count = min(due - position, left)
      engine.append(samples.span.extracting(position..<(position + count)))
      position += count
      left -= count
      if left == 0 { left = chunk() }
    }
    heard.append(Heard(position: position, estimate: engine.estimatePitch()))
    update += 1
  }
}

/// Plays `samples` to a new engine.
func hear(
  _ samples: [Float], rate: Int, updates: Double = 60, chunk: () -> Int = { 1 << 20 }
) throws -> [Heard] {
  var engine = try PitchEngine(.init(sampleRate: SampleRate(rate)))
  return hear(samples, by: &engine, rate: rate, updates: updates, chunk: chunk)
}

/// Cents from `expected` to what was heard.
func cents(_ heard: Heard, from expected: Double) -> Double? {
  heard.estimate.map { $0.frequency.interval(above: Hertz(expected)).value }
}
