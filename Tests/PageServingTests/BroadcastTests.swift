// SPDX-License-Identifier: MIT

import Testing

@testable import PageServing

@Suite("Broadcast of records")
struct BroadcastTests {
  @Test("admits as many pages as are allowed, and none after the end")
  func admission() {
    var limits = ServingLimits()
    limits.pages = 2
    let broadcast = RecordBroadcast(limits)
    func join() -> RecordBroadcast.Admission { broadcast.join(RecordQueue(limits)) {} }
    guard case .joined(let first) = join(), case .joined = join() else {
      Issue.record("Two pages may join.")
      return
    }
    guard case .full = join() else {
      Issue.record("A third page may not join.")
      return
    }
    broadcast.leave(first)
    guard case .joined = join() else {
      Issue.record("A page may take the place of another.")
      return
    }
    // A page that arrives as the session ends is told that it ended, not that there are too many.
    broadcast.end()
    guard case .over = join() else {
      Issue.record("No page may join after the end.")
      return
    }
  }
}
