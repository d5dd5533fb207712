// SPDX-License-Identifier: MIT

/// The decision whether an onset is that of a string, which begins a stroke.
///
/// A tap, a step or a breath is also an onset. It does not begin a stroke in two cases:
///
/// * No string begins. The lines of all strings then explain too little of the spectrum, although a
///   few of them can match noise by chance.
/// * A string still rings during the noise. Its partials then have no more energy than before. If a
///   string is plucked again, even at a tenth of the power of the ringing one, its high partials
///   gain energy.
///
/// The rise is measured on the energies of the first and second difference, so that the low
/// partials of a ringing string do not hide it. The lines must also explain what the onset adds to
/// the energy that rises. If strings or mains hum sounded before, their lines explain most of the
/// spectrum even during a noise.
///
/// Sources: docs/decisions/0141-an-onset-begins-a-stroke-when-a-string-rises.md and
/// docs/decisions/0142-a-stroke-explains-what-an-onset-adds.md.
struct StringRise: BitwiseCopyable {
  // | name      | unit | source                                                                   |
  // | --------- | ---- | ------------------------------------------------------------------------ |
  // | leastRise | 1    | least ratio of one of the energies to that before the onset. Recorded    |
  // |           |      | strings that ring during a noise stay below 1.4; plucked again at −12 dB |
  // |           |      | while they ring, they exceed 1.7                                         |
  // | mostLeft  | 1    | largest share of the power, or of the energy of the first difference,    |
  // |           |      | that the lines leave: the geometric means of the shares of recorded      |
  // |           |      | plucks, up to 0.06 and 0.3 in the first update, and of room noise in     |
  // |           |      | which a string was reported, from 0.29 and 0.5                           |
  // | mostNew   | 1    | largest share of the energy that the onset adds, which the lines leave.  |
  // |           |      | Strings over other strings or hum: up to 0.64; noises over hum: from 0.7 |
  // | leastPar. | 1    | `leastPartials`: least number of partials of a string that begins a      |
  // |           |      | stroke, which noise does not cause; a single line may be any tone        |
  // | …Between  | 1    | the same of significant partials, between two updates; with 2, tones     |
  // |           |      | that begin are strokes                                                   |
  private static let leastRise = 1.6
  private static let mostLeft = (power: 0.13, difference: 0.39)
  private static let mostNew = 0.65
  static let leastPartials = 2
  static let leastPartialsBetween = 3

  /// The energies of the strings before the onset.
  private var before = DifferenceEnergy()
  /// The energies that the lines of all strings explain in the newest update.
  private var explained = DifferenceEnergy()
  /// The energies of the sound just before the onset.
  private var sound = DifferenceEnergy()
  /// The energies that the newest update adds to the sound before the onset.
  private var added = DifferenceEnergy()
  /// The energies that the lines leave of the newest update.
  private var residual = DifferenceEnergy()
  /// True if the lines of the strings explain the spectrum of the newest update.
  private(set) var isExplained = false
  /// True if the onset is that of a string.
  private(set) var isFound = false

  /// Starts the decision about an onset.
  ///
  /// - Parameter total: the energies of the sound just before the onset; `nil` if it is not kept.
  mutating func begin(after total: DifferenceEnergy?) {
    before = total.map(explained.lower) ?? explained
    sound = total ?? DifferenceEnergy()
    (isExplained, isFound) = (false, false)
  }

  /// Compares an update with the sound before the onset.
  ///
  /// - Parameters:
  ///   - total: the energies of the update's spectrum.
  ///   - residual: the energies that the lines of all strings leave.
  mutating func measure(_ total: DifferenceEnergy, residual: DifferenceEnergy) {
    explained = total.without(residual)
    added = total.without(sound)
    self.residual = residual
    isExplained =
      residual.first <= Self.mostLeft.difference * total.first
      || residual.power <= Self.mostLeft.power * total.power
  }

  /// Decides after an update in which a string sounds.
  mutating func decide() {
    let first =
      explained.first >= Self.leastRise * before.first
      && residual.first <= Self.mostNew * added.first
    let second =
      explained.second >= Self.leastRise * before.second
      && residual.second <= Self.mostNew * added.second
    isFound = isFound || isExplained && (first || second)
  }
}
