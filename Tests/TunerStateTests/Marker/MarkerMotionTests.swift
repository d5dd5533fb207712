// SPDX-License-Identifier: MIT

import Testing
import TunerState

@Suite("The marker's motion")
struct MarkerMotionTests {
  // From anywhere to anywhere, at any frame rate.
  @Test("settles within 100 ms without overshoot", arguments: [30, 60, 144, 1000])
  func settles(framesPerSecond: Int) {
    for from in stride(from: 0.0, through: 1, by: 0.125) {
      for goal in stride(from: 0.0, through: 1, by: 0.125) {
        var marker = MarkerMotion(position: from)
        marker.move(to: goal)
        var last = abs(from - goal)
        for _ in 0..<framesPerSecond / 10 {
          marker.advance(by: .seconds(1) / framesPerSecond)
          #expect((marker.position - goal) * (from - goal) >= 0)
          #expect(abs(marker.position - goal) <= last)
          last = abs(marker.position - goal)
        }
        // (1 + ωt)·e^(−ωt) with ωt = 7 is 0.0073.
        #expect(last <= 0.01)
        marker.advance(by: .milliseconds(200))
        #expect(marker.isSettled)
        #expect(marker.position == goal)
      }
    }
  }

  @Test(
    "stays on the scale and settles even if the goal changes with every result",
    arguments: [1, 2, 3])
  func goals(seed: Int) {
    var marker = MarkerMotion()
    var state = UInt64(seed)
    for _ in 0..<500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let goal = Double(state >> 40) / Double(1 << 24)
      let before = marker.position
      marker.move(to: goal)
      for _ in 0..<3 {
        marker.advance(by: .milliseconds(17))
        #expect((0...1).contains(marker.position))
        #expect((marker.position - goal) * (before - goal) >= -1e-12, "seed \(seed)")
      }
    }
    marker.move(to: 0.25)
    marker.advance(by: .milliseconds(100))
    #expect(abs(marker.position - 0.25) <= 0.01)
  }

  @Test("does not depend on how often it is advanced")
  func steps() {
    var (once, often) = (MarkerMotion(position: 0), MarkerMotion(position: 0))
    once.move(to: 1)
    often.move(to: 1)
    once.advance(by: .milliseconds(40))
    for _ in 0..<40 { often.advance(by: .milliseconds(1)) }
    #expect(abs(once.position - often.position) < 1e-9)
  }

  @Test("jumps to its goal if motion is reduced")
  func reduced() {
    var marker = MarkerMotion(isReduced: true)
    marker.move(to: 0.9)
    #expect(marker.position == 0.9)
    #expect(marker.isSettled)
  }

  // Clamped by our own arithmetic; no UI framework is imported.
  @Test(
    "limits a goal to the scale, treats NaN as the middle, and ignores time that runs backwards")
  func absurd() {
    for (goal, end) in [(Double.infinity, 1.0), (-7, 0), (.nan, 0.5), (2, 1)] {
      var marker = MarkerMotion(position: 0.3)
      marker.move(to: goal)
      #expect(marker.goal == end)
      marker.advance(by: .seconds(-1))
      marker.advance(by: .zero)
      #expect(marker.position == 0.3)
      marker.advance(by: .seconds(1_000_000))
      #expect(marker.position == end)
    }
  }
}
