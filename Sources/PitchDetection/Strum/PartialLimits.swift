// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The limits of the power of partials that coincide with a lower partial of another string.
///
/// If two lines have the same frequency, a fit determines only their sum. A string that does not
/// sound could then take the power of a string that does. Its free partials, which no other string
/// overlaps, show how loud it is. A partial that coincides with a lower one is therefore expected
/// at most 9 dB above the envelope of the free partials of its string. At n, the envelope is the
/// highest power of a free partial above n; from lower free partials, it falls by 2 dB with each
/// partial. Nor is the partial expected more than 15 dB above those next to it: if the third, sixth
/// and ninth partials of A2 are far above their neighbours, they are those of E4. Partials over the
/// twentieth, which are modelled only where they coincide, are expected 6 dB lower.
///
/// The limit is the variance of the prior of the partial's amplitude. If the fit exceeds it, and
/// the lower partial lies within a bin, the lower one takes the rest.
///
/// Sources: docs/decisions/0171-partials-that-coincide-are-limited.md,
/// docs/decisions/0174-partials-are-limited-by-those-next-to-them.md and
/// docs/decisions/0199-high-partials-beside-lines-of-other-strings.md.
struct PartialLimits: ~Copyable {
  // | name       | unit | source                                                              |
  // | ---------- | ---- | ------------------------------------------------------------------- |
  // | most       | 1    | largest power, as a multiple of the envelope's: 9 dB, best of 0 to  |
  // |            |      | 12 dB on recorded mixtures (0171)                                   |
  // | fall       | 1    | fall of the envelope per partial in power: 2 dB; fitted on the same |
  // | highShare  | 1    | share of the limit that partials over `StrumLine.mostFree` have:    |
  // |            |      | −6 dB, best of 0 to −12 dB on recorded mixtures (0199)              |
  // | mostNear   | 1    | largest power, as a multiple of the partials next to it: 15 dB      |
  // |            |      | (0174)                                                              |
  // | near       | 1    | largest difference of their numbers                                 |
  // | leastCount | 1    | least number of partials next to it, free or dropped                |
  // | coinciding | 1    | distance of lines that coincide, as a share of that of lines that   |
  // |            |      | overlap                                                             |
  // | least      | 1    | least limit, which keeps its inverse finite                         |
  private static let most = 8.0
  private static let fall = 0.630_957_344_480_193
  private static let highShare = 0.25
  private static let mostNear = 32.0
  private static let near = 2
  private static let leastCount = 2
  private static let coinciding = 0.5
  private static let least = 1e-20

  private var isLimited: FixedArray<Bool>
  private var isFree: FixedArray<Bool>

  /// Prepares for a number of lines.
  init(capacity: Int) {
    isLimited = FixedArray(repeating: false, count: capacity)
    isFree = FixedArray(repeating: false, count: capacity)
  }

  /// Finds the lines that coincide with a lower partial of another string, and those that are free.
  ///
  /// - Parameters:
  ///   - lines: all lines.
  ///   - order: their order by frequency.
  ///   - overlap: returns the distance of overlapping lines at a frequency, in hertz.
  mutating func find(
    in lines: borrowing FixedArray<StrumLine>, _ order: borrowing LineOrder,
    overlap: (Double) -> Double
  ) {
    for place in 0..<order.count {
      let index = order[place]
      let number = lines[index].number
      let reach = overlap(lines[index].frequency)
      isLimited[index] = order.hasNeighbour(of: place, within: Self.coinciding * reach, in: lines) {
        $0.isActive && $0.number < number
      }
      isFree[index] =
        lines[index].isActive && !isLimited[index]
        && !order.hasNeighbour(of: place, within: reach, in: lines) { $0.isActive }
    }
  }

  /// Sets the limits of a string's lines.
  ///
  /// A string without free partials has no limits.
  ///
  /// - Parameters:
  ///   - lines: all lines.
  ///   - range: the indices of the string's lines, in the order of their numbers.
  func set(of lines: inout FixedArray<StrumLine>, _ range: Range<Int>) {
    var highest = 0.0
    var hasFree = false
    for index in range.reversed() {
      lines[index].limit = highest
      guard isFree[index] else { continue }
      highest = max(highest, lines[index].amplitude.squaredMagnitude)
      hasFree = true
    }
    var envelope = 0.0
    for index in range {
      envelope *= Self.fall
      if isFree[index] { envelope = max(envelope, lines[index].amplitude.squaredMagnitude) }
      guard hasFree, isLimited[index] else {
        lines[index].limit = .infinity
        continue
      }
      let limit = min(
        Self.most * max(envelope, lines[index].limit), limit(ofLine: index, by: lines, range))
      let share = lines[index].number > StrumLine.mostFree ? Self.highShare : 1
      lines[index].limit = max(share * limit, Self.least)
    }
  }

  /// Returns the largest power of a line by the partials next to it; infinite if they are too few.
  ///
  /// A dropped line has at most the power that the floor hides.
  private func limit(
    ofLine index: Int, by lines: borrowing FixedArray<StrumLine>, _ range: Range<Int>
  ) -> Double {
    var (highest, count) = (0.0, 0)
    for other in range.clamped(to: (index - Self.near)..<(index + Self.near + 1)) {
      guard lines[other].isModelled,
        isFree[other] || !(lines[other].isActive || isLimited[other])
      else { continue }
      let line = lines[other]
      highest = max(highest, line.isActive ? line.amplitude.squaredMagnitude : line.hiddenPower)
      count += 1
    }
    return count < Self.leastCount ? .infinity : Self.mostNear * highest
  }

  /// Returns the largest power of a partial by the other partials of its string, without the
  /// multiples of a number.
  ///
  /// A higher string at that multiple of the string's frequency may have the power of those.
  ///
  /// - Parameters:
  ///   - number: the number of the partial.
  ///   - divisor: the number whose multiples do not count.
  ///   - lines: all lines.
  ///   - range: the indices of the string's lines, in the order of their numbers.
  /// - Returns: the limit; 0 if no other partial is significant.
  static func limit(
    ofPartial number: Int, withoutMultiplesOf divisor: Int,
    in lines: borrowing FixedArray<StrumLine>, _ range: Range<Int>
  ) -> Double {
    var envelope = 0.0
    for index in range {
      if lines[index].number <= number { envelope *= fall }
      guard lines[index].number % divisor != 0, lines[index].isSignificant else { continue }
      envelope = max(envelope, lines[index].amplitude.squaredMagnitude)
    }
    return most * envelope
  }
}
