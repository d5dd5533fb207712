// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import PitchDetection

@Suite("Typical inharmonicity")
struct TypicalInharmonicityTests {
  /// Equal temperament at A4 = 440 Hz.
  private func frequency(ofMIDI note: Double) -> Double { 440 * exp2((note - 69) / 12) }

  private struct Row {
    var string: String
    var midi: Double
    var coefficient: Double
  }

  /// The open strings as the engine's specification has them.
  @Test("equals that of open strings")
  func openStrings() {
    let rows = [
      Row(string: "B0", midi: 23, coefficient: 3.5e-4),
      Row(string: "E1", midi: 28, coefficient: 2.5e-4),
      Row(string: "E2", midi: 40, coefficient: 1.3e-4),
      Row(string: "A2", midi: 45, coefficient: 8e-5),
      Row(string: "D3", midi: 50, coefficient: 6e-5),
      Row(string: "G3", midi: 55, coefficient: 1.2e-4),
      Row(string: "B3", midi: 59, coefficient: 5e-5),
      Row(string: "E4", midi: 64, coefficient: 3e-5),
    ]
    for row in rows {
      let found = TypicalInharmonicity.coefficient(at: frequency(ofMIDI: row.midi))
      #expect(abs(found / row.coefficient - 1) < 1e-9, "\(row.string): \(found)")
    }
  }

  @Test("is interpolated between two strings")
  func between() {
    let found = TypicalInharmonicity.coefficient(at: frequency(ofMIDI: 47.5))
    #expect(abs(found / 7e-5 - 1) < 1e-9)
  }

  @Test("rises with the pitch on a string, and is constant beyond both ends")
  func ends() {
    let neck = stride(from: 64.0, through: 88, by: 0.5).map {
      TypicalInharmonicity.coefficient(at: frequency(ofMIDI: $0))
    }
    #expect(zip(neck, neck.dropFirst()).allSatisfy { $0 < $1 })
    for hertz in [1, 20, 30.8] {
      #expect(TypicalInharmonicity.coefficient(at: hertz) == 3.5e-4)
    }
    let highest = TypicalInharmonicity.coefficient(at: 1400)
    #expect(highest == 2e-4 && TypicalInharmonicity.coefficient(at: 24000) == highest)
  }

  @Test("is continuous, and within the range of strings")
  func continuous() {
    let values = stride(from: 10.0, through: 110, by: 0.01).map {
      TypicalInharmonicity.coefficient(at: frequency(ofMIDI: $0))
    }
    #expect(values.allSatisfy { $0 > 0 && $0 < InharmonicFit.highestInharmonicity })
    // The steepest line falls by 1e-4 in the five notes from B0 to E1.
    #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) < 0.01 * 2.001e-5 })
  }
}
