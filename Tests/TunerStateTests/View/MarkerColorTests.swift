// SPDX-License-Identifier: MIT

import Testing
import TunerState
import Tuning

@Suite struct MarkerColorTests {
  // The four colours of the contract's table.
  @Test("every state has its documented colour", arguments: TuningState.allCases)
  func colour(state: TuningState) {
    let expected: [TuningState: String] = [
      .silent: "#9E9E9E", .detecting: "#9E9E9E", .active: "#9E9E9E", .inTune: "#4CAF50",
      .slightlyFlat: "#FFC107", .slightlySharp: "#FFC107", .veryFlat: "#FF5252",
      .verySharp: "#FF5252",
    ]
    #expect(MarkerColor(state).hex == expected[state])
  }
}
