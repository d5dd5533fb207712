// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation
internal import SignalProcessing

/// The highest point of a harmonic product spectrum in the range of each string.
///
/// Open-source programs for several strings use this method (Noll 1969): the product of the
/// spectrum with itself, compressed by 2 and by 3, has a peak at a fundamental. It reports every
/// string whose peak is not far below the strongest line, and reports no sigma.
struct HarmonicProductContestant: StrumContestant {
  // | name      | unit    | source                                                               |
  // | --------- | ------- | -------------------------------------------------------------------- |
  // | window    | samples | 0.68 s, as long as the engine's longest                              |
  // | transform | samples | zeros for twice as many bins                                         |
  // | harmonics | 1       | factors of the product                                               |
  // | quiet     | dB      | of the first line under the strongest                                |
  // | silent    | dB      | of the strongest line: that of a sine of 1e-6 of full scale          |
  private static let window = 32_768
  private static let transform = 65_536
  private static let harmonics = 3
  private static let quiet = -50.0
  private static let silent = 20 * log10(1e-6 * Double(window) / 4)

  let name = "harmonic product"

  func answers(to input: StrumInput) throws -> [[StrumAnswer]] {
    let transform = try RealFFT(count: Self.transform, planning: .estimate)
    var buffer = AlignedBuffer(count: Self.transform)
    var spectrum = AlignedBuffer(count: transform.spectrumCount)
    let step = StrumTrial.samplesPerUpdate
    let sound = input.samples
    var answers: [[StrumAnswer]] = []
    for update in 0..<input.updateCount {
      let end = (update + 1) * step
      let samples = sound[max(0, end - Self.window)..<end]
      Self.fill(&buffer, with: samples)
      transform.forward(buffer, into: &spectrum)
      answers.append(Self.answers(in: spectrum, for: input.targets))
    }
    return answers
  }

  private static func fill(_ buffer: inout AlignedBuffer, with samples: ArraySlice<Float>) {
    buffer.clear()
    let scale = 2 * Double.pi / Double(samples.count)
    let windowed = samples.enumerated().map { index, sample in
      sample * Float(0.5 - 0.5 * cos(scale * (Double(index) + 0.5)))
    }
    buffer.copy(windowed.span)
  }

  private static func answers(
    in spectrum: borrowing AlignedBuffer, for targets: [Hertz]
  ) -> [StrumAnswer] {
    let floats = spectrum.span
    let bin = Double(StrumTrial.rate.hertz) / Double(transform)
    // Lines above this frequency belong to no string's first three partials.
    let count = min(floats.count / 2, Int(4000 / bin))
    let levels = (0..<count).map { index -> Double in
      let (re, im) = (Double(floats[2 * index]), Double(floats[2 * index + 1]))
      return log(re * re + im * im + 1e-24)
    }
    let strongest = levels.max() ?? 0
    let product = (0..<(count / harmonics)).map { index in
      (1...harmonics).reduce(0) { $0 + levels[index * $1] }
    }
    return targets.map { target in
      answer(for: target, product: product, levels: levels, strongest: strongest, bin: bin)
    }
  }

  private static func answer(
    for target: Hertz, product: [Double], levels: [Double], strongest: Double, bin: Double
  ) -> StrumAnswer {
    let lowest = Int(target.raised(by: Cents(-StrumTrial.range)).value / bin)
    let highest = Int(target.raised(by: Cents(StrumTrial.range)).value / bin) + 1
    let places = max(1, lowest)...min(highest, product.count - 2)
    guard let peak = places.max(by: { product[$0] < product[$1] }) else {
      return StrumAnswer(.silent)
    }
    let decibels = 10 / log(10.0)
    guard decibels * (levels[peak] - strongest) > quiet, decibels * strongest > silent else {
      return StrumAnswer(.silent)
    }
    let (left, middle, right) = (product[peak - 1], product[peak], product[peak + 1])
    let curve = left - 2 * middle + right
    let offset = curve < 0 ? min(max(0.5 * (left - right) / curve, -0.5), 0.5) : 0
    let frequency = Hertz((Double(peak) + offset) * bin)
    return StrumAnswer(.sounding, cents: frequency.interval(above: target).value)
  }
}
