// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing
import Tuning

/// Files with random damage: they are refused or read, and cause no crash.
@Suite("Damaged documents")
struct DamagedDocumentTests {
  private static let seeds: [UInt64] = [1, 2, 3, 4]

  /// Changes, removes, doubles and inserts some bytes.
  private func damaged(_ text: String, _ numbers: inout SplitMix64) -> [UInt8] {
    var bytes = Array(text.utf8)
    let pieces: [[UInt8]] = [
      "9", "0", ".", "-", "/", "\n", "e", "{", "\"", ",", "99999999999", "0.0000001",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      let place = Int.random(in: 0..<max(1, bytes.count), using: &numbers)
      let end = min(bytes.count, place + Int.random(in: 0...3, using: &numbers))
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes.removeSubrange(min(place, end)..<end)
      case 1: bytes.insert(contentsOf: bytes[min(place, end)..<end], at: min(place, bytes.count))
      case 2:
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &numbers)]
        bytes.insert(contentsOf: piece, at: min(place, bytes.count))
      default:
        if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &numbers) }
      }
    }
    return bytes
  }

  @Test("a damaged scale or mapping is refused, or gives finite pitches", arguments: seeds)
  func scala(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let scale = "x\n3\n100.0\n3/2\n2/1\n"
    let mapping = "3\n0\n127\n60\n69\n440.0\n3\n0\n1\n2\n"
    var readCount = 0
    for _ in 0..<3000 {
      guard let scale = try? ScalaScale(scl: damaged(scale, &numbers)) else { continue }
      readCount += 1
      let mapping = try? KeyboardMapping(kbm: damaged(mapping, &numbers))
      for mapping in [nil, mapping] {
        let system = PitchSystem(
          reference: .concert, temperament: Temperament(scale: scale, mapping: mapping, name: "x"))
        for hertz in [1e-3, 27.5, 440, 1e5] {
          if let nearest = system.nearest(to: Hertz(hertz)) {
            #expect(nearest.cents.value.isFinite)
          }
        }
        for midi in [0, 40, 69, 127] {
          if let frequency = system.frequency(of: Note(midi: midi)) {
            #expect(frequency.value > 0 && frequency.value.isFinite)
          }
        }
      }
    }
    #expect(readCount > 300, "seed \(seed)")
  }

  @Test("scales and mappings at their limits give finite pitches or none")
  func limits() throws {
    let scales = [
      "x\n1\n100000.0\n", "x\n1\n-100000.0\n", "x\n1\n0.0000000001\n", "x\n2\n100000.0\n0.001\n",
      "x\n1\n9223372036854775807/1\n",
    ]
    let mappings = [
      "1\n0\n127\n0\n127\n440\n100000\n100000\n", "0\n0\n127\n0\n127\n1.\n0\n",
      "1\n0\n127\n127\n0\n999999999999\n-100000\n-100000\n",
    ]
    for scale in scales {
      let scale = try ScalaScale(scl: Array(scale.utf8))
      for mapping in [nil] + mappings.map({ Optional($0) }) {
        let mapping = try mapping.map { try KeyboardMapping(kbm: Array($0.utf8)) }
        let system = PitchSystem(
          reference: .concert, temperament: Temperament(scale: scale, mapping: mapping, name: "x"))
        let nearest = system.nearest(to: Hertz(440))
        #expect(nearest?.cents.value.isFinite ?? true)
        for midi in 0...127 {
          let frequency = system.frequency(of: Note(midi: midi))?.value ?? 1
          #expect(frequency > 0 && frequency.isFinite)
        }
      }
    }
    #expect(throws: ScalaError.self) { try ScalaScale(scl: Array("x\n1\n100000.1\n".utf8)) }
  }

  @Test("a mapping whose origin overflows has no pitch, and causes no crash")
  func farOrigin() throws {
    // Found by fuzzing: 60 Hz at key 127, and formal octaves of 69 degrees.
    let mapping = try KeyboardMapping(kbm: Array("3\n0\n0\n12\n127\n60\n69\n43\n\n\n460\n".utf8))
    let scale = try ScalaScale(scl: Array("x\n3\n100.0\n3/2\n2/1\n".utf8))
    let system = PitchSystem(
      reference: .concert, temperament: Temperament(scale: scale, mapping: mapping, name: "x"))
    for hertz in [1e-3, 27.5, 440, 1e5] {
      if let nearest = system.nearest(to: Hertz(hertz)) { #expect(nearest.cents.value.isFinite) }
    }
  }

  @Test("a damaged tuning is refused, or satisfies all rules of a tuning", arguments: seeds)
  func documents(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let text = TuningDocument(.standard).text
    var readCount = 0
    for _ in 0..<2000 {
      guard let tuning = try? TuningDocument(damaged(text, &numbers)).tuning else { continue }
      readCount += 1
      let written = TuningDocument(tuning).text
      #expect(try TuningDocument(Array(written.utf8)).tuning == tuning)
    }
    #expect(readCount > 50, "seed \(seed)")
    let wide = "{" + (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(throws: TuningDocumentError.self) { try TuningDocument(Array(wide.utf8)) }
  }

  @Test("a damaged literal is refused, or has four to twelve strings", arguments: seeds)
  func literals(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<3000 {
      let text = String(decoding: damaged("E2/E3 A2 D3 G#3 Bb3 E4", &numbers), as: UTF8.self)
      if let tuning = try? InstrumentTuning(literal: text) {
        #expect(InstrumentTuning.stringCounts.contains(tuning.strings.count))
      }
    }
  }
}
