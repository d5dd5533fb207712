// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation
internal import SignalProcessing

/// The lines in the recording of a note that are not partials of the note.
///
/// While one string is played, others of the same guitar may ring along. Such a string sounds,
/// although nobody played it, so no target demands that a detector reports it as silent.
struct FreeLines {
  // | name    | unit  | source                                                                   |
  // | ------- | ----- | ------------------------------------------------------------------------ |
  // | span    | s     | part of the recording, since the pluck: after the attack, at most up to  |
  // |         |       | the last reading                                                         |
  // | highest | Hz    | highest line; partials of strings that ring along are faint above        |
  // | over    | 1     | least power over the floor: 14 dB, which white noise does not reach      |
  // | under   | 1     | least power under the strongest line: −75 dB, above the side lobes       |
  // | around  | bins  | reach of the median that gives the floor                                 |
  // | lobe    | bins  | half a main lobe of the window, and one more                             |
  // | apart   | 1     | distance from a partial of the note, as a share of its frequency         |
  // | stiff   | 1     | largest inharmonicity B of the note: that of the stiffest recorded notes |
  // | free    | 1     | number of partials of a string that rings: two may agree by chance       |
  // | most    | 1     | number of partials that are searched                                     |
  // | bins, … | 1     | largest distance of a line from a partial, in bins and as a share, and   |
  // |         |       | the largest B of the string                                              |
  private static let span = 0.15...1.2
  private static let highest = 2600.0
  private static let over = 25.0
  private static let under = 3.162_277_660_168_38e-8
  private static let around = 40
  private static let lobe = 5.0
  private static let apart = 0.008
  private static let stiff = 7e-4
  private static let free = 3
  private static let most = 8
  private static let (bins, share, stringStiff) = (0.4, 6e-4, 1e-4)

  /// The frequencies of the lines in hertz, from low to high.
  let frequencies: [Double]
  /// The width of a bin in hertz.
  private let bin: Double

  /// Finds the lines of a note.
  ///
  /// - Throws: the reason why a transform can't be planned.
  init(_ note: GuitarNote) throws(SignalProcessingError) {
    let rate = Double(note.sampleRate.hertz)
    let first = min(note.samples.count, Int(note.onset + Self.span.lowerBound * rate))
    let last = min(note.samples.count, Int(note.onset + Self.span.upperBound * rate))
    let count = RealFFT.efficientCount(atLeast: max(1, last - first))
    bin = rate / Double(count)
    var spectrum = try PowerSpectrum(count: count)
    let powers = spectrum.powers(
      of: note.samples[first..<max(first, last)], count: Int(Self.highest / bin) + 1,
      window: Self.weight)
    let end = powers.count - 1
    let least = Self.under * (powers[1..<max(end, 2)].max() ?? 0)
    var found: [Double] = []
    for place in 1..<max(end, 1)
    where powers[place] > max(powers[place - 1], least) && powers[place] >= powers[place + 1] {
      let near = powers[max(1, place - Self.around)...min(end, place + Self.around)].sorted()
      // The median of the power of noise is ln 2 of its mean.
      guard powers[place] > Self.over * near[near.count / 2] / log(2) else { continue }
      let (left, right) = (log(powers[place - 1]), log(powers[place + 1]))
      let curve = left - 2 * log(powers[place]) + right
      found.append((Double(place) + 0.5 * (left - right) / curve) * bin)
    }
    let own = note.firstPartial.value
    frequencies = found.filter { [bin] in !Self.isPartial($0, of: own, bin: bin) }
  }

  /// Searches for a string that rings along, with its first partial near a frequency.
  ///
  /// At least three partials must have a line. Partials that coincide with those of the note are
  /// not seen: over E2, E4 is never found.
  ///
  /// - Parameters:
  ///   - target: the frequency in the recording.
  ///   - range: the largest distance of the first partial from it, in cents.
  /// - Returns: true if such a string rings.
  func containString(near target: Hertz, within range: Double) -> Bool {
    frequencies.contains { line in
      (1...Self.free).contains { number in
        let first = Hertz(line / Double(number))
        return first.interval(above: target).magnitude.value <= range
          && partialCount(of: first.value) >= Self.free
      }
    }
  }

  /// Returns the number of partials of a string that have a line.
  private func partialCount(of first: Double) -> Int {
    (1...Self.most).count { number in
      let n = Double(number)
      let reach = Self.bins * bin + Self.share * n * first
      let stiffness = 0.5 * Self.stringStiff * n * n * n * first
      return frequencies.contains { line in
        (-reach...(reach + stiffness)).contains(line - n * first)
      }
    }
  }

  /// Returns true for a line that may be a partial of the note.
  private static func isPartial(_ line: Double, of first: Double, bin: Double) -> Bool {
    let number = max(1, (line / first).rounded())
    let reach = max(lobe * bin, apart * line)
    let highest = max(1, (line / first * (1 - 0.5 * stiff * number * number)).rounded())
    return [number, highest].contains { n in
      let stiffness = 0.5 * stiff * n * n * n * first
      return (-reach...(reach + (n > 1 ? stiffness : 0))).contains(line - n * first)
    }
  }

  /// Returns the Blackman–Harris window, whose side lobes lie below −92 dB (Harris 1978,
  /// doi:10.1109/PROC.1978.10837).
  private static func weight(at angle: Double) -> Double {
    0.35875 - 0.48829 * cos(angle) + 0.14128 * cos(2 * angle) - 0.01168 * cos(3 * angle)
  }
}
