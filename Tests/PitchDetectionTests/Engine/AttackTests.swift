// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import TestSignals
import Testing

/// Tests the first periods of a note, which contain other sounds besides the string.
@Suite("Attacks")
struct AttackTests {
  private static let rate = 48000
  private static let onset = 0.25

  /// A string with another sound of the same stroke.
  private func render(
    seconds: Double = 0.6, onset: Double = Self.onset, _ sound: (_ time: Double) -> Double
  ) -> [Float] {
    makeSamples(Int(seconds * Double(Self.rate))) { index in
      let time = Double(index) / Double(Self.rate) - onset
      return time > 0 ? Float(min(1, time / 0.0015) * 0.1 * sound(time)) : 0
    }
  }

  /// A string of two partials.
  private func string(_ frequency: Double, octave: Double, at time: Double) -> Double {
    exp(-1.2 * time) * sin(2 * .pi * frequency * time)
      + octave * exp(-3 * time) * sin(4 * .pi * frequency * time + 1)
  }

  private func milliseconds(_ heard: Heard, after onset: Double = Self.onset) -> Double {
    1000 * (Double(heard.position) / Double(Self.rate) - onset)
  }

  @Test(
    "reads the second period of a low string, wherever the onset lies in a block",
    arguments: [87.307, 110])
  func secondPeriod(first: Double) throws {
    for offset in 0..<16 {
      // A sample of the analysed rate is four of these.
      let string = PluckedString(
        first: first, onset: Self.onset + Double(4 * offset) / Double(Self.rate))
      let heard = try hear(
        string.render(rate: Self.rate, seconds: 0.3), rate: Self.rate, updates: 200)
      let known = try #require(
        heard.first { milliseconds($0, after: string.onset) > 1700 / first })
      #expect(known.estimate?.confidence ?? 0 > 0.5, "begun \(offset) samples later")
      #expect(abs(try #require(cents(known, from: first))) < 50, "begun \(offset) samples later")
    }
  }

  /// A burst of the plectrum repeats a few times before the string does once.
  @Test(
    "ignores repetitions within less than a period of the lowest string",
    arguments: [(82.407, 700.0), (98, 400), (110, 1100)])
  func burst(first: Double, burst: Double) throws {
    let samples = render { time in
      let string = sumOfPartials(1...19) { n in
        sin(2 * .pi * n * first * time + n * n) / n * exp(-time * pow(n, 0.7))
      }
      return string + 2 * exp(-time / 0.006) * sin(2 * .pi * burst * time)
    }
    let heard = try hear(samples, rate: Self.rate, updates: 400).filter { milliseconds($0) > 0 }
    let believed = heard.filter { $0.estimate?.confidence ?? 0 >= 0.3 }
    let early = try #require(believed.first)
    #expect(milliseconds(early) < 3000 / first)
    for one in believed {
      #expect(abs(try #require(cents(one, from: first))) < 50, "at \(milliseconds(one)) ms")
    }
  }

  /// A body that is struck with the string rings at frequencies of its own, which no comb explains.
  private static let modes: [Double] = [
    103, 187, 233, 347, 419, 521, 613, 781, 947, 1130, 1370, 1610,
  ]

  /// The sum of the modes, each with its own phase.
  private static func body(at time: Double) -> Double {
    sumOfPartials(1...modes.count) { number in
      let hertz = modes[Int(number) - 1]
      return sin(2 * .pi * hertz * time + hertz)
    }
  }

  @Test("reads a string under the resonances of a body", arguments: [0.01, onset])
  func body(onset: Double) throws {
    let samples = render(onset: onset) { time in
      string(660, octave: 0.1, at: time) + 0.1 * exp(-time / 0.08) * Self.body(at: time)
    }
    let heard = try hear(samples, rate: Self.rate).filter { milliseconds($0, after: onset) > 250 }
    try #require(heard.count >= 5)
    for one in heard {
      #expect(one.estimate?.confidence ?? 0 > 0.3, "at \(one.position)")
      #expect(abs(try #require(cents(one, from: 660))) < 5, "at \(one.position)")
    }
  }

  @Test(
    "reads the string from its first periods on, without a gap",
    arguments: [440.0, 523.25, 660, 880])
  func firstTenth(first: Double) throws {
    let samples = render { time in
      string(first, octave: 0.1, at: time) + 0.03 * exp(-time / 0.08) * Self.body(at: time)
    }
    let heard = try hear(samples, rate: Self.rate, updates: 200).filter { milliseconds($0) > 18 }
    try #require(heard.count >= 60)
    for one in heard {
      #expect(one.estimate?.confidence ?? 0 > 0.3, "at \(milliseconds(one)) ms")
      #expect(abs(try #require(cents(one, from: first))) < 50, "at \(milliseconds(one)) ms")
    }
  }

  /// Two modes of a body and the string above them make a perfect comb of another pitch.
  @Test(
    "ignores a body that forms a comb with the string",
    arguments: [[146.7, 293.5], [146.7, 587]])
  func comb(modes: [Double]) throws {
    let samples = render { time in
      let body = sin(2 * .pi * modes[0] * time) + 0.5 * sin(2 * .pi * modes[1] * time + 1)
      return string(440, octave: 0.03, at: time) + 0.05 * exp(-time / 0.08) * body
    }
    let heard = try hear(samples, rate: Self.rate, updates: 200).filter { milliseconds($0) > 15 }
    for one in heard where one.estimate?.confidence ?? 0 >= 0.3 {
      #expect(abs(try #require(cents(one, from: 440))) < 50, "at \(milliseconds(one)) ms")
    }
    let answers = heard.filter { $0.estimate?.confidence ?? 0 >= 0.7 }
    #expect(answers.count * 4 >= heard.count * 3)
  }

  /// Fewer than two periods repeat by chance at some other lag, at a few of all phases.
  @Test("shows the right note first, at every phase between a pluck and an update")
  func everyPhase() throws {
    let (first, length, rest) = (82.4069, Self.rate / 4, Self.rate / 10)
    let pluck = makeSamples(length) { index in
      let time = Double(index) / Double(Self.rate)
      let sum = sumOfPartials(1...12) { n in
        sin(0.18 * .pi * n) / n * exp(-time * pow(n, 0.7) / 1.5) * sin(2 * .pi * n * first * time)
      }
      return Float((0.25 * sum * min(1, (0.25 - time) / 0.01) * 32767).rounded() / 32768)
    }
    // Each pluck begins one sample later in the interval of an update, which has 800.
    let spacing = (length + rest) / 800 * 800 + 801
    var samples = [Float](repeating: 0, count: Self.rate / 2)
    let begin = samples.count
    for _ in 0..<800 {
      samples += pluck
      samples += repeatElement(0, count: spacing - length)
    }
    let heard = try hear(samples, rate: Self.rate)
    var update = 0
    for number in 0..<800 {
      let onset = begin + number * spacing
      while update < heard.count, heard[update].position <= onset { update += 1 }
      let shown = heard[update...].prefix { $0.position < onset + length }
        .first { $0.estimate?.confidence ?? 0 >= 0.3 }
      let one = try #require(shown)
      #expect(abs(try #require(cents(one, from: first))) < 50, "phase \(number)")
    }
  }
}
