// SPDX-License-Identifier: MIT

public import Acoustics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How far the strings of an instrument are spread apart so that their octaves do not beat.
///
/// A stiff string's partials are f_n = n·f0·√(1 + B·n²), so its second lies more than an octave above
/// its first, by s(B) = 600·log2((1 + 4B) / (1 + B)) cents. An octave sounds pure when the upper
/// string's first partial meets the lower one's second: each octave is made wider by s(B). B is that of
/// the strings between, interpolated along the keyboard and held beyond the outermost; A4 stays.
///
/// Source: R. W. Young, "Inharmonicity of plain wire piano strings", J. Acoust. Soc. Am. 24 (1952),
/// doi:10.1121/1.1906888, for the partials.
public struct InharmonicityStretch: Hashable, Sendable {
  private let points: [Point]

  private struct Point: Hashable, Sendable {
    let midi: Double
    let slope: Double
  }

  /// Makes a stretch of what was measured.
  ///
  /// - Parameters:
  ///   - inharmonicities: B by the string's position; strings that are not named are interpolated.
  ///   - tuning: whose strings they are.
  /// - Throws: `InstrumentTuningError.noSuchString` and `.inharmonicity`.
  public init(
    inharmonicities: [Int: Double], of tuning: InstrumentTuning
  ) throws(InstrumentTuningError) {
    var byKey: [Int: [Double]] = [:]
    for (position, coefficient) in inharmonicities.sorted(by: { $0.key < $1.key }) {
      guard let string = tuning.string(at: position) else {
        throw .noSuchString(position, count: tuning.strings.count)
      }
      // Beyond 0.1 it is a bar and no longer a string.
      guard coefficient >= 0, coefficient <= 0.1 else {
        throw .inharmonicity(string: position, actual: coefficient)
      }
      byKey[string.note.midi, default: []].append(Self.stretchPerOctave(coefficient).value)
    }
    points = byKey.sorted { $0.key < $1.key }.map { key, slopes in
      Point(midi: Double(key), slope: slopes.reduce(0, +) / Double(slopes.count))
    }
  }

  /// Returns s(B), how much wider than 2:1 the first two partials lie.
  ///
  /// - Parameter coefficient: B, from 0 up.
  /// - Returns: 600·log2((1 + 4B) / (1 + B)).
  public static func stretchPerOctave(_ coefficient: Double) -> Cents {
    Cents(600 * log2((1 + 4 * coefficient) / (1 + coefficient)))
  }

  /// Returns how far a note is moved: ∫ s(B) over the octaves from A4 to it.
  ///
  /// - Parameter note: any key.
  /// - Returns: above 0 above A4, below 0 below it, and 0 when nothing was measured.
  public func offset(of note: Note) -> Cents {
    Cents((area(upTo: Double(note.midi)) - area(upTo: 69)) / 12)
  }

  /// Returns the tuning with its strings spread, on top of their sweetening.
  ///
  /// - Parameter tuning: the strings.
  /// - Returns: the same notes with other offsets.
  /// - Throws: `InstrumentTuningError.offset` when a string would leave its note's neighbourhood.
  public func applied(
    to tuning: InstrumentTuning
  ) throws(InstrumentTuningError) -> InstrumentTuning {
    var offsets: [Int: Cents] = [:]
    for string in tuning.strings {
      offsets[string.position] = Cents(string.offset.value + offset(of: string.note).value)
    }
    return try tuning.sweetened(by: offsets)
  }

  /// The integral of the piecewise linear slope from the lowest point, in cents·semitones/octave.
  private func area(upTo midi: Double) -> Double {
    guard let first = points.first, let last = points.last else { return 0 }
    if midi <= first.midi { return (midi - first.midi) * first.slope }
    var area = 0.0
    for (left, right) in zip(points, points.dropFirst()) {
      let end = min(midi, right.midi)
      let share = (end - left.midi) / (right.midi - left.midi)
      let slope = left.slope + share * (right.slope - left.slope)
      area += (end - left.midi) * (left.slope + slope) / 2
      if midi <= right.midi { return area }
    }
    return area + (midi - last.midi) * last.slope
  }
}
