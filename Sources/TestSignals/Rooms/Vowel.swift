// SPDX-License-Identifier: MIT

/// A vowel by its first three formants, those of an adult man.
///
/// The frequencies are averages of many speakers, rounded to 10 Hz (Peterson & Barney 1952,
/// doi:10.1121/1.1906875). Formants 4 and 5 stay at 3300 and 4200 Hz.
struct Vowel: Hashable, Sendable {
  /// The frequencies of formants 1 to 3, in hertz.
  let formants: SIMD4<Double>

  private init(_ first: Double, _ second: Double, _ third: Double) {
    formants = SIMD4(first, second, third, 3300)
  }

  static let i = Vowel(270, 2290, 3010)
  static let e = Vowel(400, 2000, 2550)
  static let openE = Vowel(530, 1840, 2480)
  static let ae = Vowel(660, 1720, 2410)
  static let a = Vowel(730, 1090, 2440)
  static let openO = Vowel(570, 840, 2410)
  static let o = Vowel(450, 800, 2830)
  static let u = Vowel(300, 870, 2240)
  static let y = Vowel(270, 1800, 2200)
  static let schwa = Vowel(500, 1500, 2500)
  /// The murmur of a nasal or a liquid.
  static let murmur = Vowel(250, 1100, 2300)
}
