// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The comb of mains hum, if the lines of all strings belong to it.
///
/// If hum becomes louder, its lines rise like those of strings, and the combs of strings match some
/// of them: 150 Hz is D3, 37 cents sharp. The partials of strings lie at such multiples by chance,
/// and only a few do. A string whose first partial is a multiple has no lines between its partials.
///
/// Source: docs/decisions/0146-mains-hum-that-begins-is-no-stroke.md.
struct MainsComb: BitwiseCopyable {
  // | name       | unit | source                                                                |
  // | ---------- | ---- | --------------------------------------------------------------------- |
  // | bases      | Hz   | mains, and twice that, as of rectifiers and transformers              |
  // | tolerance  | 1    | largest relative distance of a line from its multiple: 0.15 Hz of     |
  // |            |      | 50 Hz; a large grid is rarely further off                             |
  // | share      | 1    | least share of the energy of the first difference. Hum has 0.97 and   |
  // |            |      | more. Of 500 strokes one has over 0.8, strings over hum have up to 1  |
  // | ownShare   | 1    | the same share, for the lines of one string                           |
  // | leastShare | 1    | share of that energy from which a multiple counts                     |
  // | leastCount | 1    | least number of such multiples                                        |
  static let bases: InlineArray<4, Double> = [50, 60, 100, 120]
  static let tolerance = 0.003
  private static let share = 0.8
  private static let ownShare = 0.9
  private static let leastShare = 0.01
  static let leastCount = 3

  private let base: Double

  /// Finds the comb to which the lines of all strings belong.
  ///
  /// The result is `nil` if they belong to none, or if all are multiples of one line of the comb,
  /// as those of a string are.
  ///
  /// - Parameters:
  ///   - model: the fitted lines.
  ///   - stringCount: the number of strings.
  init?(_ model: borrowing StrumModel, stringCount: Int) {
    for index in 0..<4 {
      let comb = MainsComb(base: Self.bases[index])
      if comb.isFound(in: model, stringCount: stringCount) {
        self = comb
        return
      }
    }
    return nil
  }

  private init(base: Double) { self.base = base }

  /// Returns true if the lines of a string belong to the comb.
  func explains(_ string: Int, of model: borrowing StrumModel) -> Bool {
    let energy = energy(of: string, in: model)
    return energy.own >= Self.ownShare * energy.all
  }

  private func isFound(in model: borrowing StrumModel, stringCount: Int) -> Bool {
    var (own, all) = (0.0, 0.0)
    for string in 0..<stringCount {
      let energy = energy(of: string, in: model)
      own += energy.own
      all += energy.all
    }
    guard all > 0, own >= Self.share * all else { return false }
    var multiples: UInt64 = 0
    for string in 0..<stringCount {
      for index in model.lineRange(of: string) where model.lines[index].isSignificant {
        let line = model.lines[index]
        guard Self.energy(of: line) >= Self.leastShare * all, let multiple = multiple(of: line)
        else { continue }
        multiples |= 1 << UInt64(multiple)
      }
    }
    return multiples.nonzeroBitCount >= Self.leastCount && Self.divisor(of: multiples) == 1
  }

  /// Returns the energy of a string's significant lines, and that of those on the comb.
  private func energy(
    of string: Int, in model: borrowing StrumModel
  ) -> (own: Double, all: Double) {
    var (own, all) = (0.0, 0.0)
    for index in model.lineRange(of: string) where model.lines[index].isSignificant {
      let energy = Self.energy(of: model.lines[index])
      all += energy
      if multiple(of: model.lines[index]) != nil { own += energy }
    }
    return (own, all)
  }

  /// Returns the energy of a line in the first difference.
  private static func energy(of line: StrumLine) -> Double {
    line.amplitude.squaredMagnitude * line.frequency * line.frequency
  }

  /// Returns the number of the multiple at a line's frequency; `nil` for none.
  private func multiple(of line: StrumLine) -> Int? {
    let number = (line.frequency / base).rounded()
    let isNear = abs(line.frequency - number * base) <= Self.tolerance * line.frequency
    return isNear && number >= 1 && number < Double(UInt64.bitWidth) ? Int(number) : nil
  }

  /// Returns the greatest common divisor of the numbers of the bits that are set.
  private static func divisor(of bits: UInt64) -> Int {
    var divisor = 0
    for number in 1..<UInt64.bitWidth where bits >> UInt64(number) & 1 == 1 {
      divisor = greatestCommonDivisor(of: divisor, number)
    }
    return divisor
  }
}
