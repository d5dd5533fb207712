// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Temperament")
struct TemperamentTests {
  private func system(_ name: String, a4: Double = 440) throws -> PitchSystem {
    try PitchSystem(
      reference: ReferencePitch(a4: Hertz(a4)), temperament: Temperament(named: name))
  }

  /// Cents above C of the twelve keys from C4, as the Scala scale archive lists them (pyth_12.scl,
  /// meanquar.scl, werck3.scl, kirnberger.scl, and the ratios of just intonation).
  static let rows: [(name: String, cents: [Double])] = [
    ("equal", [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100]),
    (
      "just",
      [
        0, 111.73129, 203.91000, 315.64129, 386.31371, 498.04500, 590.22372, 701.95500, 813.68629,
        884.35871, 1017.59629, 1088.26871,
      ]
    ),
    (
      "pythagorean",
      [
        0, 113.68501, 203.91000, 294.13500, 407.82000, 498.04500, 611.73001, 701.95500, 815.64001,
        905.86500, 996.09000, 1109.77500,
      ]
    ),
    (
      "meantone",
      [
        0, 76.04900, 193.15686, 310.26471, 386.31371, 503.42157, 579.47057, 696.57843, 772.62743,
        889.73529, 1006.84314, 1082.89214,
      ]
    ),
    (
      "werckmeister",
      [
        0, 90.22500, 192.18000, 294.13500, 390.22500, 498.04500, 588.27000, 696.09000, 792.18000,
        888.27000, 996.09000, 1092.18000,
      ]
    ),
    (
      "kirnberger",
      [
        0, 90.22500, 193.15686, 294.13500, 386.31371, 498.04500, 590.22372, 696.57843, 792.18000,
        889.73529, 996.09000, 1088.26871,
      ]
    ),
    (
      "kirnberger2",
      [
        0, 90.22500, 203.91000, 294.13500, 386.31371, 498.04500, 590.22372, 701.95500, 792.18000,
        895.11186, 996.09000, 1088.26871,
      ]
    ),
  ]

  /// The Scala scale archive's duodene, pyth_12, meanquar, werck3, kirnberger and kirnberger1.scl
  /// in music21 10.5.1, read by the Surge Synth Team's tuning library 0.1.0, on C and on D.
  @Test(
    "has the frequency of every key that another program computes from the Scala archive",
    arguments: GoldenTunings.all.temperaments.filter { !$0.name.hasPrefix("equal:") })
  func archive(row: GoldenTunings.Temperament) throws {
    try #require(row.hertz.count == 128)
    for a4 in [440, 415.3] {
      let system = try system(row.name, a4: a4)
      for (key, hertz) in row.hertz.enumerated() {
        let frequency = try #require(system.frequency(of: Note(midi: key)))
        let cents = frequency.interval(above: Hertz(hertz * a4 / 440)).value
        // The archive gives cents to five places, kirnberger1.scl to three.
        #expect(abs(cents) < 2e-4, "key \(key)")
      }
    }
  }

  /// The Surge Synth Team's tuning library 0.1.0.
  @Test(
    "has the degrees of equal divisions that another program computes",
    arguments: GoldenTunings.all.temperaments.filter { $0.name.hasPrefix("equal:") })
  func divisions(row: GoldenTunings.Temperament) throws {
    let system = try system(row.name)
    for (key, hertz) in row.hertz.enumerated() where (10...20000).contains(hertz) {
      let nearest = try #require(system.nearest(to: Hertz(hertz)))
      #expect(abs(nearest.cents.value) < 1e-6)
      guard case .degree(let degree) = nearest.target else {
        Issue.record("\(nearest.target) is no degree")
        continue
      }
      #expect(degree.count * degree.octave + degree.number == key - row.root)
    }
  }

  @Test("the golden file covers every built-in temperament")
  func completeness() {
    let names = Set(GoldenTunings.all.temperaments.map(\.name))
    #expect(names.isSuperset(of: Temperament.names))
    #expect(names.isSuperset(of: Temperament.names.dropFirst().map { $0 + ":D" }))
    #expect(names.isSuperset(of: ["equal:5", "equal:19", "equal:31"]))
  }

  @Test("has the keys of the published tables, with A4 at the reference", arguments: rows)
  func tables(row: (name: String, cents: [Double])) throws {
    for a4 in [440, 415.3] {
      let system = try system(row.name, a4: a4)
      let c4 = try #require(system.frequency(of: Note(midi: 60)))
      for octave in -2...2 {
        for (key, expected) in row.cents.enumerated() {
          let note = Note(midi: 60 + key + 12 * octave)
          let frequency = try #require(system.frequency(of: note))
          let cents = frequency.interval(above: c4).value
          #expect(abs(cents - expected - 1200 * Double(octave)) < 1e-4, "\(note)")
        }
      }
      let a = try #require(system.frequency(of: Note(midi: 69)))
      #expect(abs(a.interval(above: Hertz(a4)).value) < 1e-9)
    }
  }

  @Test("a root transposes the whole pattern")
  func root() throws {
    // A just major third above D is 5/4: D 9/8 and F# 45/32 of C would be the same, B♭ and D not.
    let system = try system("just:D")
    let (d, fSharp, a) = (
      try #require(system.frequency(of: Note(midi: 62))),
      try #require(system.frequency(of: Note(midi: 66))),
      try #require(system.frequency(of: Note(midi: 69)))
    )
    #expect(abs(fSharp.value / d.value - 5.0 / 4) < 1e-12)
    #expect(abs(a.value / d.value - 3.0 / 2) < 1e-12)
    #expect(abs(a.value - 440) < 1e-9)
    #expect(try Temperament(named: "JUST:eb").name == "just:Eb")
  }

  @Test("finds the nearest key and the distance to it, on and between keys", arguments: rows)
  func nearest(row: (name: String, cents: [Double])) throws {
    let system = try system(row.name)
    for midi in 21...108 {
      let note = Note(midi: midi)
      let frequency = try #require(system.frequency(of: note))
      // The smallest step between neighbours is over 70 cents.
      for offset in [-30.0, 0, 30] {
        let nearest = try #require(system.nearest(to: frequency.raised(by: Cents(offset))))
        #expect(nearest.target == .note(note))
        #expect(abs(nearest.cents.value - offset) < 1e-6)
        #expect(system.nearestNote(to: frequency.raised(by: Cents(offset))) == note)
      }
    }
  }

  /// In 19 equal steps a fifth is 11 of them, so D# is 9 above A and Eb 10 (Yasser 1932).
  @Test("distinguishes sharps from flats where the division does")
  func nineteen() throws {
    let system = try system("equal:19")
    let steps = { (note: SpelledNote) throws -> Double in
      let frequency = try #require(system.frequency(of: note))
      return frequency.interval(above: Hertz(440)).value * 19 / 1200
    }
    #expect(try abs(steps(SpelledNote(.e, octave: 5)) - 11) < 1e-9)
    #expect(try abs(steps(SpelledNote(.d, .sharp, octave: 5)) - 9) < 1e-9)
    #expect(try abs(steps(SpelledNote(.e, .flat, octave: 5)) - 10) < 1e-9)
    #expect(try abs(steps(SpelledNote(.e, octave: 2)) + 46) < 1e-9)  // 11 − 3·19
    #expect(try abs(steps(SpelledNote(.a, octave: 4))) < 1e-9)
  }

  @Test(
    "divides the octave into any number of equal steps", arguments: [1, 5, 7, 17, 31, 53, 1200])
  func divisions(division: Int) throws {
    let system = try system("equal:\(division)")
    let step = 1200 / Double(division)
    for index in stride(from: -3 * division, through: 3 * division, by: max(1, division / 9)) {
      let pitch = Hertz(440).raised(by: Cents(Double(index) * step))
      let nearest = try #require(system.nearest(to: pitch.raised(by: Cents(step * 0.3))))
      #expect(abs(nearest.cents.value - step * 0.3) < 1e-6)
      guard case .degree(let degree) = nearest.target else {
        Issue.record("no degree")
        continue
      }
      #expect(degree.number + division * degree.octave == index)
      #expect((0..<division).contains(degree.number))
      #expect(degree.note == ReferencePitch.concert.nearestNote(to: pitch) || division == 1200)
    }
    #expect(try Temperament(named: "equal:12") == Temperament(dividingOctaveInto: 12))
  }

  @Test(
    "refuses unknown names",
    arguments: [
      "", "welltempered", "just:", "just:H", "equal:", "equal:0", "equal:1201", "equal:x",
      "equal:12.5", "equal:-3", ":", "equal:99999999999999999999",
    ])
  func unknown(name: String) {
    #expect(throws: TuningError.self) { _ = try Temperament(named: name) }
  }

  /// The files of a single pitch, and of steps too small to repeat (0.00001 cents).
  @Test(
    "has no pitch for a note that the scale does not reach", arguments: ["0\n", "1\n0.00001\n"])
  func unreached(pitches: String) throws {
    let scale = try ScalaScale(scl: Array("x\n\(pitches)".utf8))
    let system = PitchSystem(
      reference: .concert, temperament: Temperament(scale: scale, name: "x"))
    #expect(system.frequency(of: SpelledNote(.e, octave: 2)) == nil)
    #expect(system.frequency(of: SpelledNote(.a, octave: 2)) == nil)
    let c4 = ReferencePitch.concert.frequency(of: Note(midi: 60))
    #expect(system.frequency(of: SpelledNote(.c, octave: 4)) == c4)
  }

  @Test("reaches every note with a scale of one degree an octave")
  func sparse() throws {
    let scale = try ScalaScale(scl: Array("x\n1\n2/1\n".utf8))
    let system = PitchSystem(
      reference: .concert, temperament: Temperament(scale: scale, name: "x"))
    for key in 0...127 { #expect(system.frequency(of: Note(midi: key)) != nil, "\(key)") }
  }

  // The format allows a negative period: the keys then descend in pitch.
  @Test("the frequency of a key has the key's name, in scales that rise and that descend")
  func keysOfBothDirections() throws {
    // The second scale leaves its octave, and its steps differ.
    let steps = [100.0, 210, 290, 400, 510, 600, 1900, 800, 890, 1010, 1090, 1200]
    for cents in [(1...12).map { 100 * Double($0) }, steps] {
      for sign in [1.0, -1] {
        let scale = ScalaScale(description: "", cents: cents.map { sign * $0 })
        let system = PitchSystem(
          reference: .concert, temperament: Temperament(scale: scale, name: "x"))
        for midi in 0...127 {
          let frequency = try #require(system.frequency(of: Note(midi: midi)))
          let nearest = try #require(system.nearest(to: frequency))
          #expect(nearest.target == .note(Note(midi: midi)), "\(sign) \(cents[1])")
          #expect(nearest.cents.value.magnitude < 1e-6)
        }
        #expect(system.nearestNote(to: Hertz(440)) == Note(midi: 69))
      }
    }
  }

  @Test("the frequency of a degree has the degree's number, in scales that rise and that descend")
  func degreesOfBothDirections() throws {
    for sign in [1.0, -1] {
      let scale = ScalaScale(
        description: "", cents: [200.0, 450, 700, 930, 1200].map { sign * $0 })
      let system = PitchSystem(
        reference: .concert, temperament: Temperament(scale: scale, name: "x"))
      // Scales without twelve degrees start on the C4 of equal temperament.
      let origin = ReferencePitch.concert.frequency(of: Note(midi: 60))
      for degree in -15...15 {
        let frequency = origin.raised(by: Cents(scale.cents(ofDegree: degree)))
        let nearest = try #require(system.nearest(to: frequency))
        guard case .degree(let found) = nearest.target else {
          Issue.record("\(nearest.target)")
          continue
        }
        #expect(found.number + found.count * found.octave == degree, "\(sign)")
        #expect(nearest.cents.value.magnitude < 1e-6)
      }
    }
  }
}
