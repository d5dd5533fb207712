// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation

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
  // | highest   | Hz      | lines above belong to no string's first three partials               |
  // | harmonics | 1       | factors of the product                                               |
  // | quiet     | dB      | of the first line under the strongest                                |
  // | silent    | dB      | of the strongest line: that of a sine of 1e-6 of full scale          |
  private static let window = 32_768
  private static let transform = 65_536
  private static let highest = 4000.0
  private static let harmonics = 3
  private static let quiet = -50.0
  private static let silent = 20 * log10(1e-6 * Double(window) / 4)

  let name = "harmonic product"

  func answers(to input: StrumInput) throws -> [[StrumAnswer]] {
    var spectrum = try PowerSpectrum(count: Self.transform)
    let bin = Double(StrumTrial.rate.hertz) / Double(Self.transform)
    let step = StrumTrial.samplesPerUpdate
    let sound = input.samples
    var answers: [[StrumAnswer]] = []
    for update in 0..<input.updateCount {
      let end = (update + 1) * step
      let samples = sound[max(0, end - Self.window)..<end]
      let powers = spectrum.powers(of: samples, count: Int(Self.highest / bin)) {
        0.5 - 0.5 * cos($0)
      }
      answers.append(Self.answers(at: powers.map(log), for: input.targets, bin: bin))
    }
    return answers
  }

  private static func answers(
    at levels: [Double], for targets: [Hertz], bin: Double
  ) -> [StrumAnswer] {
    let strongest = levels.max() ?? 0
    let product = (0..<(levels.count / harmonics)).map { index in
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
