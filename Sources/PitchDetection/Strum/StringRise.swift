// SPDX-License-Identifier: MIT

/// The decision that an onset is that of a string, and begins a stroke.
///
/// A tap, a step or a breath is an onset too. It begins no stroke for one of two reasons:
///
/// * No string begins. The lines of all strings explain too little of the spectrum. A few of them can
///   match noise by chance.
/// * A string goes on ringing under the noise. Its partials have no more energy than before. A string
///   that is plucked again, even at a tenth of the power of one that rings, renews its high partials.
///
/// The rise is that of differences, so that the low partials of a ringing string do not hide it.
struct StringRise: BitwiseCopyable {
  // | name          | unit | source                                                               |
  // | ------------- | ---- | -------------------------------------------------------------------- |
  // | leastRise     | 1    | of one of the energies: recorded strings that ring under a noise     |
  // |               |      | stay below 1.4; plucked again at −12 dB while they ring, over 1.7    |
  // | mostRest      | 1    | share of the power, or of the energy of the first difference, that   |
  // |               |      | the lines leave. First updates of recorded plucks: up to 0.06 and    |
  // |               |      | 0.3; updates of a room in which a string was told: from 0.29 and 0.5 |
  private static let leastRise = 1.6
  private static let mostRest = (power: 0.1, difference: 0.4)

  /// The energies of the strings before the onset, and in the newest update.
  private var before = DifferenceEnergy()
  private var explained = DifferenceEnergy()
  /// True where the lines of the strings explain the spectrum of the newest update.
  private(set) var isExplained = false
  /// True where the onset is that of a string.
  private(set) var isFound = false

  /// Starts the decision about an onset.
  ///
  /// - Parameter total: the energies of the sound just before the onset; `nil` where it is not kept.
  mutating func begin(after total: DifferenceEnergy?) {
    before = total.map(explained.lower) ?? explained
    (isExplained, isFound) = (false, false)
  }

  /// Compares an update with the sound before the onset.
  ///
  /// - Parameters:
  ///   - total: the energies of the update's spectrum.
  ///   - rest: the energies that the lines of all strings leave.
  mutating func measure(_ total: DifferenceEnergy, rest: DifferenceEnergy) {
    explained = total.without(rest)
    isExplained =
      rest.first <= Self.mostRest.difference * total.first
      || rest.power <= Self.mostRest.power * total.power
  }

  /// Decides after an update in which a string sounds.
  mutating func decide() {
    let rises =
      explained.first >= Self.leastRise * before.first
      || explained.second >= Self.leastRise * before.second
    isFound = isFound || isExplained && rises
  }
}
