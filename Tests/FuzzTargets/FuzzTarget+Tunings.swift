// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling
import TunerAnalysis
import Tuning

extension FuzzTarget {
  static let tunings = [
    FuzzTarget(
      "scala-scale", "Scala scales", texts: ["! a\nx\n3\n100.0\n3/2\n2/1\n", "y\n 1\n 1200.\n"]
    ) { bytes in
      guard let scale = try? ScalaScale(scl: bytes) else { return }
      sound(Temperament(scale: scale, name: "x"))
      for degree in [-1000, -1, 0, 1, 1000] {
        precondition(scale.cents(ofDegree: degree).isFinite, "A degree has a pitch.")
      }
    },
    FuzzTarget(
      "keyboard-mapping", "Scala keyboard mappings",
      texts: [
        "3\n0\n127\n60\n69\n440.0\n3\n0\n1\nx\n", "0\n0\n127\n60\n69\n440\n0\n",
        "3\n0\n0\n12\n127\n60\n69\n43\n\n\n460\n",
      ]
    ) { bytes in
      guard let mapping = try? KeyboardMapping(kbm: bytes),
        let scale = try? ScalaScale(scl: Array("x\n3\n100.0\n3/2\n2/1\n".utf8))
      else { return }
      for key in -200...300 { _ = mapping.degree(ofKey: key) }
      sound(Temperament(scale: scale, mapping: mapping, name: "x"))
    },
    FuzzTarget("tuning-file", "tunings in files", seeds: tuningFiles) { bytes in
      guard let document = try? TuningDocument(bytes) else { return }
      let text = document.text
      guard let again = try? TuningDocument(Array(text.utf8)) else {
        preconditionFailure("What is written is read.")
      }
      precondition(again.tuning == document.tuning, "And is the same.")
    },
    FuzzTarget(
      "literal", "tunings and notes as a player types them",
      texts: ["E2 A2 D3 G3 B3 E4", "cgdgad", "D A D G A D", "G3/G4,C4 E4 A4", "e' Bb2 Mib2 Es,"]
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      for notation in NoteNotation.allCases {
        if let tuning = try? InstrumentTuning(literal: text, notation: notation) {
          precondition(
            InstrumentTuning.stringCounts.contains(tuning.strings.count), "It has strings.")
          for frets in [-24, 0, 24] { _ = try? tuning.transposed(by: frets) }
          for fret in [0, 12, 24] { _ = try? tuning.behindCapo(at: fret) }
        }
        for octaves in OctaveConvention.allCases {
          _ = try? notation.note(in: text, octaves: octaves)
        }
        _ = try? notation.name(in: text)
      }
      if let temperament = try? Temperament(named: text) { sound(temperament) }
    },
    FuzzTarget(
      "couplings", "documents of earlier strokes",
      texts: [
        #"{"schema":"tuner.tremolo/1","targets_hz":[82.4,110],"series":[[[{"cents":0,"sigma_cents":0.1},{"cents":0,"sigma_cents":0.1}],[{"cents":10,"sigma_cents":0.1},{"cents":-2,"sigma_cents":0.1}]]]}"#,
        #"{"schema":"tuner.tremolo/1","targets_hz":[82.4,110,147],"series":[[[null,{"cents":-30,"sigma_cents":0},null]],[]]}"#,
      ]
    ) { bytes in
      guard let strokes = CouplingDocument.strokes(in: bytes) else { return }
      guard var memory = strokes.memory(for: strokes.targets) else {
        preconditionFailure("The strokes are of their own strings.")
      }
      memory.add(strokes.targets.map { _ in StrokeDeviation(Cents(-20), sigma: Cents(0.3)) })
      for step in memory.plan(tolerance: Cents(3)).steps {
        precondition(step.turn.value.isFinite && step.reading.value.isFinite, "A turn is a number.")
      }
    },
  ]

  private static func tuningFiles() -> [[UInt8]] {
    [InstrumentTuning.standard, InstrumentTuning.presets.last].compactMap {
      $0.map { Array(TuningDocument($0).text.utf8) }
    }
  }

  /// Requests every note: each has a frequency or none, and the frequency gives the note back.
  private static func sound(_ temperament: Temperament) {
    let system = PitchSystem(reference: .concert, temperament: temperament)
    for midi in stride(from: 0, through: 127, by: 7) {
      guard let frequency = system.frequency(of: Note(midi: midi)) else { continue }
      precondition(frequency.value > 0 && frequency.value.isFinite, "A note sounds.")
    }
    for hertz in [1e-3, 27.5, 440, 1e5] {
      guard let nearest = system.nearest(to: Hertz(hertz)) else { continue }
      precondition(nearest.cents.value.isFinite, "A deviation is a number.")
    }
  }
}
