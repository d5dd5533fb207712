// SPDX-License-Identifier: MIT

import Testing

@testable import ALSAAudio

@Suite("The pace of a device")
struct CapturePaceTests {
  private let millisecond: Int64 = 1_000_000

  @Test("accepts a card that is 2 % fast, or that delays samples by a fifth of a second")
  func sparesCards() {
    var pace = CapturePace(rateInHertz: 48_000)
    for period in 0..<6000 where pace.isAhead(after: 490, at: Int64(period) * 10 * millisecond) {
      Issue.record("held back in period \(period)")
      return
    }
    var burst = CapturePace(rateInHertz: 48_000)
    _ = burst.isAhead(after: 480, at: 0)
    let isHeldBack = burst.isAhead(after: 9600, at: millisecond)
    #expect(!isHeldBack)
  }

  @Test("limits a device without a clock to its rate, within a quarter")
  func holdsBack() {
    var pace = CapturePace(rateInHertz: 48_000)
    var (now, frames) = (Int64(0), 0)
    while now < 10_000 * millisecond {
      frames += 480
      now += pace.isAhead(after: 480, at: now) ? 20 * millisecond : 1000
    }
    #expect((480_000...620_000).contains(frames), "\(frames) frames in ten seconds")
  }
}
