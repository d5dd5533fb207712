// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@testable import Benchmarking
@testable import PitchDetection

@Suite("The targets of strokes")
struct StrumTargetTests {
  /// The readings of an engine that is off by `error` of the cents it tells as sigma.
  ///
  /// - Parameters:
  ///   - shift: added to every deviation, in cents.
  ///   - answers: false for an engine that tells nothing.
  ///   - falseSounding: true for one that answers for strings that are not played.
  ///   - sigma: the told sigma, in cents.
  ///   - complete: the time of the first complete reading; `nil` for never.
  /// - Returns: forty strokes of the guitar's set.
  private func results(
    shift: Double = 0, answers: Bool = true, falseSounding: Bool = false, sigma: Double = 0.004,
    complete: Double? = 0.15
  ) -> [StrumResult] {
    (0..<40).map { stroke in
      let outcomes = StrumBench.times.flatMap { seconds in
        (0..<6).map { string in
          let isPlayed = (stroke + string) % 7 != 0
          let error = 0.004 * sin(Double(stroke * 6 + string))
          let isHeard = isPlayed ? answers : falseSounding
          // The truth avoids ± 5 cents, where a small error may change the side.
          let truth = 10.0 * Double(string - 2) + 2
          let reading = self.reading(
            isHeard ? .sounding : .unclear, cents: truth + error + shift, sigma: sigma)
          return StrumOutcome(
            set: "guitar", stroke: UInt64(stroke), string: string, isCollided: string > 3,
            seconds: seconds, truth: isPlayed ? truth : nil, reading: reading)
        }
      }
      return StrumResult(set: "guitar", outcomes: outcomes, complete: complete)
    }
  }

  private func reading(
    _ state: StringReading.State, cents: Double, sigma: Double
  ) -> StringReading {
    StringReading(
      state: state, frequency: Hertz(110).raised(by: Cents(cents)), deviation: Cents(cents),
      sigma: Cents(sigma), confidence: state == .sounding ? 0.9 : 0.1, inharmonicity: nil,
      lawFrequency: nil)
  }

  private func missed(_ results: [StrumResult]) -> [String] {
    StrumTarget.judge(results).filter { !$0.isMet }.map(\.name)
  }

  @Test("are kept by an engine that reads well")
  func kept() {
    #expect(missed(results()) == [])
    #expect(StrumTarget.judge(results()).count == 27)
  }

  @Test("catch an engine that is a cent off")
  func shifted() {
    let missed = missed(results(shift: 1))
    #expect(missed.contains("median error, E2 to G3, 0.5 s"))
    #expect(missed.contains("95th percentile, E2 to G3, 1.0 s"))
    #expect(missed.contains("within 2 sigma, B3 E4, 1.0 s"))
  }

  @Test("catch an engine that answers a semitone off")
  func wrong() {
    let missed = missed(results(shift: 100))
    #expect(missed.contains("wrong, 0.5 s"))
    #expect(missed.contains("right at ± 5 cents, 1.0 s"))
  }

  @Test("catch an engine that answers nothing")
  func silent() {
    let missed = missed(results(answers: false, complete: nil))
    #expect(missed.contains("answered, E2 to G3, 0.5 s"))
    #expect(missed.contains("answered, B3 E4, 1.0 s"))
    #expect(missed.contains("first complete reading"))
  }

  @Test("detect an engine that reports strings that are not played")
  func falseSounding() {
    #expect(missed(results(falseSounding: true)).contains("missing told as sounding, 0.5 s"))
  }

  @Test("catch an engine whose sigma is too wide or too narrow")
  func sigma() {
    #expect(
      missed(results(sigma: 1)).contains("median sigma over median error, E2 to G3, 1.0 s"))
    #expect(missed(results(sigma: 1e-4)).contains("within 2 sigma, E2 to G3, 1.0 s"))
  }

  @Test("are measured on strokes with a reading at every time")
  func measured() throws {
    let result = try StrumBench.measure(.guitar, seed: 9000)
    #expect(result.outcomes.count == 18)
    #expect(result.outcomes.filter { $0.truth != nil }.allSatisfy { $0.reading.frequency != nil })
    let late = result.outcomes.filter { $0.seconds == 1 }.compactMap(\.error)
    #expect(late.allSatisfy { $0 < 1 })
  }
}
