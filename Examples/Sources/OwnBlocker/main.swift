// SPDX-License-Identifier: MIT

// A blocker of your own behind the practice gate. The gate decides what is blocked, and a store
// carries out the decision. Twenty minutes of practice a day open this gate.

import PracticeGate
import PracticeGoals
import PracticeServices

/// A clock that is set by hand, so that a day is over at once.
final class HandClock: PracticeClock, @unchecked Sendable {
  // Only the main task sets it, and never while the store works.
  var now = WallTime(seconds: 1_800_000_000)
}

/// The minutes that were practised today, as a journal would report them.
actor Minutes: PracticeDataSource {
  private var practised = 0.0

  func practise(_ minutes: Double) { practised += minutes }
  func requestAuthorization() async throws(PracticeDataError) {}
  func fetch(_ metric: PracticeMetric, on day: PracticeDay) async throws(PracticeDataError)
    -> Double
  {
    guard metric == .practiceMinutes else { throw .notAvailable }
    return practised
  }
}

let clock = HandClock()
let minutes = Minutes()
let document = GateDocument(Practice(calendar: .utc))
let store = PracticeStore(
  repository: GateMemory(document), initial: document, clock: clock, data: minutes,
  blocker: ListBlocker())

for _ in 0..<3 { await store.send(.onboarding(.proceed)) }
await store.send(.setTargets(["game:chess"]))
await store.send(.started)

for _ in 0..<2 {
  clock.now = clock.now.advanced(bySeconds: 600)
  await minutes.practise(10)
  await store.send(.refresh)
  if case .unlocked = await store.state.presentation(at: clock.now) {
    print("done for today")
  } else {
    print("go on")
  }
}
