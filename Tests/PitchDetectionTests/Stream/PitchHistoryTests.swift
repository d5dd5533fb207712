// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("PitchHistory")
struct PitchHistoryTests {
  @Test("holds the newest pitch and how long it has stayed")
  func appending() {
    var history = PitchHistory()
    for _ in 0..<6 { history = history.appending(110, after: 0.02) }
    #expect(history.pitch?.confidence == 0)
    history.setConfidence(0.9)
    #expect(history.pitch?.frequency == 110)
    #expect(history.pitch?.confidence == 0.9)
    #expect(abs((history.pitch?.unbroken ?? 0) - 0.1) < 1e-12)
  }

  @Test("starts again after an update without a pitch")
  func clear() {
    var history = PitchHistory().appending(110, after: 0).appending(110, after: 5)
    history.clear()
    #expect(history.pitch == nil)
    history.setConfidence(0.9)
    #expect(history.pitch == nil)
    #expect(history.appending(110, after: 5).stability.unbroken == 0)
  }
}
