// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The spectrum without the lines of some strings.
///
/// The floor includes the power that may remain of the removed lines.
struct StringResidual: ~Copyable {
  // | name      | unit | source                                                           |
  // | --------- | ---- | ---------------------------------------------------------------- |
  // | leftShare | 1    | share of a line's power that may remain in the residual: −36 dB  |
  private static let leftShare = 2.511_886_431_509_58e-4

  /// The power of every bin of the residual, and the floor.
  private(set) var powers: FixedArray<Double>
  private(set) var floor: FixedArray<Double>
  /// The highest power of the spectrum of `sumUp`.
  private(set) var loudest = 0.0
  private let stringCount: Int
  private var total: FixedArray<ComplexValue>
  private var totalPower: FixedArray<Double>
  private var own: FixedArray<ComplexValue>

  /// Prepares for a number of strings and bins.
  init(stringCount: Int, binCount: Int) {
    self.stringCount = stringCount
    total = FixedArray(repeating: ComplexValue(), count: binCount)
    totalPower = FixedArray(repeating: 0, count: binCount)
    own = FixedArray(repeating: ComplexValue(), count: binCount)
    powers = FixedArray(repeating: 0, count: binCount)
    floor = FixedArray(repeating: 0, count: binCount)
  }

  /// Adds up the lines of all strings and of hum.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - model: the fitted lines and strings.
  mutating func sumUp(_ spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel) {
    loudest = 0
    for bin in 0..<spectrum.count {
      loudest = max(loudest, spectrum.powers[bin])
      total[bin] = ComplexValue()
      totalPower[bin] = 0
    }
    for string in model.sources {
      render(string, model, binCount: spectrum.count)
      var next = 0
      for index in model.lineRange(of: string) where model.lines[index].isActive {
        let range = model.lines[index].bins(of: spectrum.count)
        guard next < range.upperBound else { continue }
        for bin in max(next, range.lowerBound)..<range.upperBound {
          total[bin] = total[bin] + own[bin]
          totalPower[bin] += own[bin].squaredMagnitude
        }
        next = range.upperBound
      }
      clear(string, model, binCount: spectrum.count)
    }
  }

  /// Writes the residual without the lines of the strings other than one, for the search for that
  /// one.
  ///
  /// Some partials of lower strings stay in it, because they may be partials of this one. A missing
  /// A2 can explain an E4 by its third, sixth and ninth partials.
  ///
  /// - Parameters:
  ///   - string: the index of the string whose lines stay in it.
  ///   - strings: all strings.
  ///   - spectrum: the spectrum of `sumUp`.
  ///   - model: the model of `sumUp`.
  ///   - kept: the partials of lower strings that stay.
  mutating func writeResidual(
    keeping string: Int, of strings: [SearchedString], in spectrum: borrowing StrumSpectrum,
    _ model: borrowing StrumModel, multiples kept: KeptMultiples
  ) {
    render(string, model, binCount: spectrum.count)
    for other in 0..<stringCount where other != string {
      renderMultiples(
        of: other, for: strings[string], model, keeping: kept, binCount: spectrum.count)
    }
    writeResidual(on: 0..<spectrum.count, of: spectrum)
    for bin in 0..<spectrum.count { own[bin] = ComplexValue() }
  }

  /// Adds the partials of a string to `own` that may be those of a higher string.
  private mutating func renderMultiples(
    of other: Int, for string: SearchedString, _ model: borrowing StrumModel,
    keeping kept: KeptMultiples, binCount: Int
  ) {
    let first = model.fits[other].first
    let divisor = Int((string.target / first).rounded())
    guard divisor >= 2,
      abs(CentRatio.cents(of: Double(divisor) * first / string.target)) < string.range
    else { return }
    let range = model.lineRange(of: other)
    for index in range {
      let line = model.lines[index]
      guard line.isActive, line.number % divisor == 0 else { continue }
      if kept == .doubtfulMultiples {
        let limit = PartialLimits.limit(
          ofPartial: line.number, withoutMultiplesOf: divisor, in: model.lines, range)
        guard line.amplitude.squaredMagnitude > limit else { continue }
      }
      model.shapes.add(line, at: index, to: &own, count: binCount)
    }
  }

  /// Writes the residual without the lines of any string.
  mutating func writeFullResidual(of spectrum: borrowing StrumSpectrum) {
    for bin in 0..<spectrum.count {
      powers[bin] = (spectrum.bins[bin] - total[bin]).squaredMagnitude
      floor[bin] = spectrum.floor[bin] + Self.leftShare * totalPower[bin]
    }
  }

  /// Adds the lines of a string to `own`, which must be zero.
  mutating func render(_ string: Int, _ model: borrowing StrumModel, binCount: Int) {
    for index in model.lineRange(of: string) where model.lines[index].isActive {
      model.shapes.add(model.lines[index], at: index, to: &own, count: binCount)
    }
  }

  /// Removes the lines of a string from `own`.
  mutating func clear(_ string: Int, _ model: borrowing StrumModel, binCount: Int) {
    for index in model.lineRange(of: string) where model.lines[index].isActive {
      for bin in model.lines[index].bins(of: binCount) {
        own[bin] = ComplexValue()
      }
    }
  }

  /// Writes the residual without the lines of the strings other than `own` on some bins.
  ///
  /// The floor includes the power that may remain of their lines.
  mutating func writeResidual(on bins: Range<Int>, of spectrum: borrowing StrumSpectrum) {
    for bin in bins {
      let residual = spectrum.bins[bin] - total[bin] + own[bin]
      powers[bin] = residual.squaredMagnitude
      let others = max(0, totalPower[bin] - own[bin].squaredMagnitude)
      floor[bin] = spectrum.floor[bin] + Self.leftShare * others
    }
  }
}
