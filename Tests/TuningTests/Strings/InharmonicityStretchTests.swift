// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Inharmonicity stretch")
struct InharmonicityStretchTests {
  /// f_n = n·f0·√(1 + B·n²): with one B everywhere, the second partial of a string must meet the
  /// first of the string an octave above.
  @Test("makes octaves whose partials coincide", arguments: [0, 3e-5, 2e-4, 5e-3])
  func partialsMeet(coefficient: Double) throws {
    let measured = Dictionary(uniqueKeysWithValues: (1...6).map { ($0, coefficient) })
    let stretch = try InharmonicityStretch(inharmonicities: measured, of: .standard)
    let reference = ReferencePitch.concert
    for midi in [40, 45, 52, 69] {
      let (low, high) = (Note(midi: midi), Note(midi: midi + 12))
      let first = { (note: Note) in
        reference.frequency(of: note).raised(by: stretch.offset(of: note)).value
      }
      let second = first(low) * 2 * ((1 + 4 * coefficient) / (1 + coefficient)).squareRoot()
      #expect(abs(first(high) / second - 1) < 1e-12)
    }
    #expect(stretch.offset(of: Note(midi: 69)).value == 0)
  }

  /// ∫ of a straight line: between keys 40 and 64 the slope falls from s(4e-4) to s(1e-4), so their
  /// distance grows by the mean of the two, over two octaves.
  @Test("uses each string's own coefficient, interpolated between strings")
  func interpolation() throws {
    let stretch = try InharmonicityStretch(
      inharmonicities: [6: 4e-4, 1: 1e-4], of: .standard)
    let slope = { InharmonicityStretch.stretchPerOctave($0).value }
    let distance =
      stretch.offset(of: Note(midi: 64)).value - stretch.offset(of: Note(midi: 40)).value
    #expect(abs(distance - (slope(4e-4) + slope(1e-4))) < 1e-12)
    // Beyond the outermost string its slope goes on.
    let above = stretch.offset(of: Note(midi: 88)).value - stretch.offset(of: Note(midi: 64)).value
    #expect(abs(above - 2 * slope(1e-4)) < 1e-12)
    // 600·log2((1 + 16e-4) / (1 + 4e-4)) = 1.0377…, by Python.
    #expect(abs(slope(4e-4) - 1.03770) < 1e-5)
  }

  @Test("adds to the sweetening, and does not change a tuning without coefficients")
  func applied() throws {
    let nothing = try InharmonicityStretch(inharmonicities: [:], of: .standard)
    #expect(try nothing.applied(to: .standard) == .standard)
    let sweet = try InstrumentTuning.standard.sweetened(by: [6: Cents(-2)])
    let stretch = try InharmonicityStretch(inharmonicities: [6: 1e-4], of: sweet)
    let low = try #require(stretch.applied(to: sweet).string(at: 6))
    #expect(low.offset.value == -2 + stretch.offset(of: low.note).value)
    #expect(low.offset.value < -2)
  }

  @Test("refuses impossible coefficients")
  func refusals() {
    for bad in [-1e-9, 0.11, .nan, .infinity] {
      #expect(throws: InstrumentTuningError.self) {
        _ = try InharmonicityStretch(inharmonicities: [6: bad], of: .standard)
      }
    }
    #expect(throws: InstrumentTuningError.noSuchString(9, count: 6)) {
      _ = try InharmonicityStretch(inharmonicities: [9: 1e-4], of: .standard)
    }
  }
}
