// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@Suite("Rendering of strings")
struct StringRenderingTests {
  static let spectrum = PartialSpectrum(
    pluckPoint: 0.13, pickup: 0.21, tiltPerOctave: Decibels(1))

  static func string(_ f0: Double) -> StringModel {
    StringModel(
      fundamental: Hertz(f0), inharmonicity: 3.5e-4, glide: Glide(interval: Cents(20)),
      spectrum: spectrum, decayTime: 0.9, phaseSeed: 7)
  }

  static func samples(_ signal: TestSignal, _ rate: Int) -> [Double] {
    signal.render(at: SampleRate(rate)).map(Double.init)
  }

  /// The formula of a synthetic string, written out with the math library, sample by sample.
  @Test("follows the closed form", arguments: [8000, 44_100, 48_000, 96_000])
  func closedForm(rate: Int) {
    let string = Self.string(331.7)
    let signal = TestSignal(plucks: [Pluck(string: string, onset: 0.0101)], duration: 0.4)
    let rendered = Self.samples(signal, rate)
    let partials = PartialTable(of: string, at: SampleRate(rate)).partials
    let gamma = exp2(20.0 / 1200) - 1
    for index in stride(from: 0, to: rendered.count, by: 37) {
      let t = Double(index) / Double(rate) - 0.0101
      var expected = 0.0
      if t >= 0 {
        let warped = t + gamma * 0.08 * (1 - exp(-t / 0.08))
        for partial in partials {
          let n = Double(partial.number)
          let frequency = n * 331.7 * (1 + 3.5e-4 * n * n).squareRoot()
          let turns = (frequency * warped + partial.phase).truncatingRemainder(dividingBy: 1)
          expected +=
            partial.amplitude * exp(-t * pow(n, 0.7) / 0.9) * sin(2 * .pi * turns)
        }
        if t < 0.0015 { expected *= (1 - cos(.pi * t / 0.0015)) / 2 }
      }
      // A Float below 0.5 is rounded by at most 1.5e-8.
      #expect(abs(rendered[index] - expected) < 2e-8)
    }
  }

  @Test("has the integral of the true frequency as its phase")
  func phaseAdvance() {
    let string = StringModel(
      fundamental: Hertz(1000), glide: Glide(interval: Cents(20)), spectrum: Self.spectrum,
      phaseSeed: 3)
    let signal = TestSignal(plucks: [Pluck(string: string, onset: 0)], duration: 1.6)
    let truth = SignalTruth(of: signal, at: SampleRate(48_000))
    let rendered = Self.samples(signal, 48_000)
    // Measured over 1.2…1.4 s and read at the window's centre, where the glide that is left
    // (f1′ = 1.3e-5 Hz/s) bends the phase by less than 1e-7.
    let centre = (57_600 + 4799.5) / 48_000
    let frequency = string.frequency(ofPartial: 1, at: centre).value
    let line = SpectralLine(in: rendered[57_600..<67_200], at: frequency / 48_000)
    let measured = line.phase / (2 * .pi) + frequency * 4799.5 / 48_000
    var turns = PartialTable(of: string, at: SampleRate(48_000)).partials[0].phase
    // Simpson's rule over f1(t) from the pluck to the centre: error below 1e-10 turns.
    let steps = 12_000
    let width = centre / Double(steps)
    for step in 0...steps {
      let weight = step == 0 || step == steps ? 1.0 : step.isMultiple(of: 2) ? 2.0 : 4.0
      turns += weight * width / 3 * (truth.firstPartial(at: Double(step) * width)?.value ?? .nan)
    }
    let difference = (measured - turns).remainder(dividingBy: 1)
    #expect(abs(difference * 2 * .pi) < 2e-7)
  }

  @Test("puts partial n at n·f0·√(1 + B·n²) with its amplitude", arguments: [1, 2, 5, 11])
  func lines(number: Int) {
    var string = Self.string(220)
    string.glide = nil
    string.decayTime = nil
    let signal = TestSignal(plucks: [Pluck(string: string, onset: 0)], duration: 1.2)
    let rendered = Self.samples(signal, 48_000)[4800..<52_800]
    let n = Double(number)
    let frequency = n * 220 * (1 + 3.5e-4 * n * n).squareRoot()
    let line = SpectralLine(in: rendered, at: frequency / 48_000)
    let table = PartialTable(of: string, at: SampleRate(48_000))
    // The Hann side lobes 220 lines away are below 1e-7 of the loudest partial.
    #expect(abs(line.magnitude - table.partials[number - 1].amplitude) < 1e-7)
    // No power lies away from the partial.
    #expect(SpectralLine(in: rendered, at: (frequency + 90) / 48_000).magnitude < 1e-7)
  }

  @Test("shapes the amplitudes by pluck point, pickup, slope and tilt")
  func amplitudes() {
    let amplitudes = Self.spectrum.amplitudes(count: 8)
    for n in 1...8 {
      let x = Double(n)
      let shape = abs(sin(x * .pi * 0.13)) * abs(sin(x * .pi * 0.21)) + 0.02
      let decibels = 20 * log10(shape / pow(x, 1.1)) + log2(x)
      #expect(abs(20 * log10(amplitudes[n - 1]) - decibels) < 1e-9)
    }
  }

  @Test("differs at 96 kHz only by the partials above 24 kHz")
  func ratesAgree() {
    // f_n = n·f0: 23.1 kHz is partial 21, the next one above 24 kHz; both tables share the rest.
    let string = Self.string(1100)
    let low = PartialTable(of: string, at: SampleRate(48_000)).partials
    let high = PartialTable(of: string, at: SampleRate(96_000)).partials
    #expect(Array(high.prefix(low.count)) == low)
    #expect(high.count > low.count)
    let signal = TestSignal(plucks: [Pluck(string: string, onset: 0.01)], duration: 0.2)
    let coarse = Self.samples(signal, 48_000)
    let fine = Self.samples(signal, 96_000)
    let gamma = exp2(20.0 / 1200) - 1
    for index in stride(from: 700, to: coarse.count, by: 101) {
      let t = Double(index) / 48_000 - 0.01
      let warped = t + gamma * 0.08 * (1 - exp(-t / 0.08))
      let above = high.dropFirst(low.count).reduce(0.0) { sum, partial in
        sum + partial.amplitude * exp(-partial.decayRate * t)
          * sin(2 * .pi * (partial.settledFrequency * warped + partial.phase))
      }
      #expect(abs(fine[2 * index] - above - coarse[index]) < 6e-8)
    }
  }

  @Test("gives the same bits for chunks of any size")
  func pieces() {
    let signal = TestSignal(
      plucks: [Pluck(string: Self.string(440), onset: 0.003)],
      noise: Noise(colour: .mix, power: 1e-4, seed: 1), duration: 0.1)
    let whole = signal.render(at: SampleRate(16_000))
    var renderer = SignalRenderer(signal, at: SampleRate(16_000))
    var pieced: [Float] = []
    for size in [1, 255, 256, 0, 257, 400, 431] {
      var piece = [Float](repeating: .nan, count: size)
      var span = piece.mutableSpan
      renderer.render(into: &span)
      pieced += piece
    }
    #expect(pieced == whole)
    #expect(renderer.position == SamplePosition(1600))
  }
}
