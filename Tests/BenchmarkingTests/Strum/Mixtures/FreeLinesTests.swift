// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Lines that are not partials of a note")
struct FreeLinesTests {
  private static let rate = SampleRate(44_100)

  /// An E2 string over noise 50 dB below it, with other strings.
  private static func note(
    with others: [(midi: Int, level: Double)], inharmonicity: Double = 1e-4
  ) -> GuitarNote {
    let plucks = ([(40, -20.0)] + others).map { midi, level in
      Pluck(
        string: StringModel(
          fundamental: TestNote(midi).frequency, inharmonicity: inharmonicity,
          spectrum: PartialSpectrum(pluckPoint: 0.21, pickup: 0.17), decayTime: 3,
          phaseSeed: UInt64(midi), level: Decibels(level)),
        onset: 0.1)
    }
    let amplitude = Decibels(-70).amplitude
    let signal = TestSignal(
      plucks: plucks, noise: Noise(colour: .white, power: amplitude * amplitude, seed: 4),
      duration: 1.5)
    return GuitarNote(
      name: "E2", guitar: "guitar", sampleRate: rate, samples: signal.render(at: rate),
      onset: 0.1 * Double(rate.hertz),
      firstPartial: plucks[0].string.settledFrequency(ofPartial: 1))
  }

  private static let strings = [45, 50, 55, 59, 64]

  private func ringing(in note: GuitarNote) throws -> [Int] {
    let lines = try FreeLines(note)
    return Self.strings.filter { lines.containString(near: TestNote($0).frequency, within: 150) }
  }

  @Test("hold the strings that ring along", arguments: [45, 50, 55])
  func ringing(midi: Int) throws {
    #expect(try ringing(in: Self.note(with: [(midi, -60)])) == [midi])
  }

  @Test("are none in the recording of a single string", arguments: [0, 1e-4, 6e-4])
  func single(inharmonicity: Double) throws {
    #expect(try ringing(in: Self.note(with: [], inharmonicity: inharmonicity)).isEmpty)
  }

  @Test("do not hold a string whose partials coincide with those of the note")
  func coinciding() throws {
    #expect(try ringing(in: Self.note(with: [(64, -40)])).isEmpty)
  }

  @Test("are none in a recording that ends before them")
  func short() throws {
    let note = Self.note(with: [(45, -60)])
    let cut = GuitarNote(
      name: note.name, guitar: note.guitar, sampleRate: note.sampleRate,
      samples: Array(note.samples.prefix(Int(note.onset))), onset: note.onset,
      firstPartial: note.firstPartial)
    #expect(try FreeLines(cut).frequencies.isEmpty)
  }
}
