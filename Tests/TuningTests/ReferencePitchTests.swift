// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import Testing
import Tuning

@Suite("Reference pitch")
struct ReferencePitchTests {
  @Test("has steps of 0.01 Hz from 390 to 490 Hz, each stored as the nearest double")
  func steps() throws {
    var reference = try ReferencePitch(a4: Hertz(390))
    for hundredths in 39000...49000 {
      #expect(reference.a4.value == Double(hundredths) / 100)
      #expect(try ReferencePitch(a4: Hertz(Double(hundredths) / 100)) == reference)
      reference = reference.moved(bySteps: 1)
    }
    #expect(reference.a4 == Hertz(490))
    #expect(reference.moved(bySteps: -20000).a4 == Hertz(390))
  }

  @Test("rounds to the nearest 0.01 Hz")
  func rounding() throws {
    #expect(try ReferencePitch(a4: Hertz(440.004)).a4.value == 440)
    #expect(try ReferencePitch(a4: Hertz(440.006)).a4.value == 440.01)
  }

  @Test("is rounded before its range is checked")
  func roundingAtTheEnds() throws {
    for (given, counts) in [(490.004, 490.0), (389.996, 390)] {
      #expect(try ReferencePitch(a4: Hertz(given)).a4.value == counts)
    }
    for given in [490.006, 389.994, .greatestFiniteMagnitude] {
      #expect(
        throws: TuningError.referenceOutOfRange(
          required: ReferencePitch.supported, actual: Hertz(given))
      ) { try ReferencePitch(a4: Hertz(given)) }
    }
  }

  /// The edge below key k + 1 lies where 12·log2(f / A4) + 69 is k + ½.
  ///
  /// The logarithm rounds to half an ulp
  /// of the keyboard position, which moves the edge by up to 1e-15·127·ln 2 / 12 of the frequency.
  @Test("the note changes half-way between two keys, from one double to the next")
  func edges() {
    let reference = ReferencePitch.concert
    for midi in 0..<127 {
      var low = reference.frequency(of: Note(midi: midi)).value.bitPattern
      var high = reference.frequency(of: Note(midi: midi + 1)).value.bitPattern
      while high - low > 1 {
        let middle = low + (high - low) / 2
        let isBelow = reference.nearestNote(to: Hertz(Double(bitPattern: middle))).midi == midi
        if isBelow { low = middle } else { high = middle }
      }
      let edge = Double(bitPattern: low)
      #expect(reference.nearestNote(to: Hertz(edge)).midi == midi)
      #expect(reference.nearestNote(to: Hertz(edge.nextUp)).midi == midi + 1)
      #expect(abs(edge / (440 * exp2((Double(midi) - 68.5) / 12)) - 1) < 1e-14)
    }
  }

  @Test(
    "converts a frequency to a note in less than 100 ns in an optimised build",
    .enabled(
      if: headstock_allocations_are_counted() != 0, "It is the sanitizer that takes the time."))
  func speed() {
    #if DEBUG
      let limit = Duration.nanoseconds(3000)
    #else
      let limit = Duration.nanoseconds(100)
    #endif
    let count = 20000
    for system in [
      PitchSystem.concert, PitchSystem(reference: .concert, temperament: just),
    ] {
      // The best of several batches: the machine may be busy in the others.
      let best = (0..<9).map { batch in
        var sum = 0
        let took = ContinuousClock().measure {
          for index in 0..<count {
            sum &+= system.nearestNote(to: Hertz(80 + Double(index + batch) * 0.03)).midi
          }
        }
        #expect(sum > 0)
        return took
      }.min()
      #expect(
        best.map { $0 / count < limit } == true, "\(system.temperament): \(best.debugDescription)")
    }
  }

  private var just: Temperament { (try? Temperament(named: "just")) ?? .equal }
}
