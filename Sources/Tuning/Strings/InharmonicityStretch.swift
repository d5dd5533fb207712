// SPDX-License-Identifier: MIT

public import Acoustics
internal import CMathematics

/// A stretch of an instrument's strings that keeps their octaves free of beats.
///
/// The partials of a stiff string are f_n = n·f0·√(1 + B·n²), so the second partial lies s(B) =
/// 600·log2((1 + 4B) / (1 + B)) cents above the octave of the first. An octave is free of beats
/// when the upper string's first partial meets the lower one's second: each octave is widened by
/// s(B). Between measured strings B is interpolated along the keyboard; beyond them it is constant.
/// A4 does not move.
///
/// Source: R. W. Young, "Inharmonicity of plain wire piano strings", J. Acoust. Soc. Am. 24 (1952),
/// doi:10.1121/1.1906888, for the partials.
public struct InharmonicityStretch: Hashable, Sendable {
  private let points: [Point]

  private struct Point: Hashable, Sendable {
    let midi: Double
    let slope: Double
  }

  /// Makes a stretch from measured values.
  ///
  /// - Parameters:
  ///   - inharmonicities: B by the position of the string. Other strings are interpolated.
  ///   - tuning: the tuning of these strings.
  /// - Throws: `InstrumentTuningError.noSuchString` and `.inharmonicity`.
  public init(
    inharmonicities: [Int: Double], of tuning: InstrumentTuning
  ) throws(InstrumentTuningError) {
    var byKey: [Int: [Double]] = [:]
    for (position, coefficient) in inharmonicities.sorted(by: { $0.key < $1.key }) {
      guard let string = tuning.string(at: position) else {
        throw .noSuchString(position, count: tuning.strings.count)
      }
      // No string has a B of 0.1, only a bar.
      guard coefficient >= 0, coefficient <= 0.1 else {
        throw .inharmonicity(string: position, actual: coefficient)
      }
      byKey[string.note.midi, default: []].append(Self.stretchPerOctave(coefficient).value)
    }
    points = byKey.sorted { $0.key < $1.key }.map { key, slopes in
      Point(midi: Double(key), slope: slopes.reduce(0, +) / Double(slopes.count))
    }
  }

  /// Returns s(B), the excess of the interval between the first two partials over an octave.
  ///
  /// - Parameter coefficient: B, from 0 up.
  /// - Returns: 600·log2((1 + 4B) / (1 + B)).
  public static func stretchPerOctave(_ coefficient: Double) -> Cents {
    Cents(600 * log2((1 + 4 * coefficient) / (1 + coefficient)))
  }

  /// Returns the offset of a note: ∫ s(B) over the octaves from A4 to it.
  ///
  /// - Parameter note: any key.
  /// - Returns: positive above A4, negative below it, and 0 if nothing was measured.
  public func offset(of note: Note) -> Cents {
    Cents((area(upTo: Double(note.midi)) - area(upTo: 69)) / 12)
  }

  /// Returns the tuning with stretched strings.
  ///
  /// Their own offsets are kept.
  ///
  /// - Parameter tuning: the strings.
  /// - Returns: the same notes with other offsets.
  /// - Throws: `InstrumentTuningError.stretch` when a string would leave its supported offsets.
  public func applied(
    to tuning: InstrumentTuning
  ) throws(InstrumentTuningError) -> InstrumentTuning {
    var offsets: [Int: Cents] = [:]
    for string in tuning.strings {
      let stretched = Cents(string.offset.value + offset(of: string.note).value)
      guard GuitarString.supportedOffsets.contains(stretched) else {
        throw .stretch(
          string: string.position, required: GuitarString.supportedOffsets, actual: stretched)
      }
      offsets[string.position] = stretched
    }
    return try tuning.sweetened(by: offsets)
  }

  /// Returns the integral of the piecewise linear slope from the lowest point, in
  /// cents·semitones/octave.
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
