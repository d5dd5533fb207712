// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("A stored state")
struct PracticeSnapshotTests {
  private func afternoon() -> Story {
    var story = Story("2026-11-21T08:00:00+01:00", policy: .session(.standard))
    story.tell(.startWorkout)
    story.practise(0)
    story.practise(5, after: 300)
    return story
  }

  private func coded(_ practice: Practice) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(PracticeSnapshot(practice)), as: UTF8.self)
  }

  private func snapshot(_ text: String) throws -> PracticeSnapshot {
    try JSONDecoder().decode(PracticeSnapshot.self, from: Data(text.utf8))
  }

  @Test("is read back unchanged, and has the same bytes when written again")
  func roundTrip() throws {
    let practice = afternoon().practice
    let text = try coded(practice)
    let restored = try snapshot(text).restored()
    #expect(restored == practice)
    #expect(try coded(restored) == text)
    #expect(text.hasSuffix("\"version\":1}"))
  }

  @Test("continues where it stopped, without the time in between")
  func restored() throws {
    let before = afternoon()
    let kept = try snapshot(try coded(before.practice))
    for (seconds, blocked) in [(60, 0), (899, 0), (900, 1), (100_000, 1)] {
      var fresh = Story("2026-11-21T08:00:00+01:00", policy: .daily, isOnboarded: false)
      let effects = fresh.tell(.restored(kept), after: 300 + seconds)
      #expect(fresh.blocked.count == blocked, "after \(seconds) s")
      #expect(blockOrders(effects).count == 1)
      #expect(
        effects.count { if case .fetch(.practiceMinutes, _) = $0 { true } else { false } } == 1)
      var gone = before
      gone.tell(.tick, after: seconds)
      #expect(fresh.practice == gone.practice)
    }
  }

  @Test("a later version is refused, and the file is unchanged")
  func laterVersion() throws {
    let later = try snapshot("{\"version\":2,\"practice\":{\"shape\":\"unknown\"}}")
    #expect(later.version == 2 && later.practice == nil)
    #expect(throws: PracticeSnapshot.Refusal.laterVersion(found: 2, newest: 1)) {
      try later.restored()
    }
    var story = afternoon()
    let before = story.practice
    let effects = story.tell(.restored(later))
    #expect(effects.contains(.reportSnapshot(.laterVersion(found: 2, newest: 1))))
    #expect(story.practice == before)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(later) }
  }

  @Test(
    "is corrupt data if no version of the program can have written it",
    arguments: [
      ("\"version\":1", "\"version\":0"), ("\"version\":1", "\"version\":-1"),
      ("\"workoutMinutes\":5", "\"workoutMinutes\":0"),
      ("\"graceSeconds\":30", "\"graceSeconds\":-30"), ("\"target\":20", "\"target\":-20"),
      ("\"domain:youtube.com\"", "\"do main\""), ("\"2026-11-21\"", "\"2026-11-31\""),
      ("\"amount\":5", "\"amount\":-5"), ("\"offsetInSeconds\":3600", "\"offsetInSeconds\":99999"),
      ("\"practiceMinutes\"", "\"practiceHours\""), ("\"step\":\"done\"", "\"step\":\"almost\""),
    ])
  func corrupt(original: String, forged: String) throws {
    let text = try coded(afternoon().practice)
    try #require(text.contains(original))
    #expect(throws: DecodingError.self) { try snapshot(text.replacing(original, with: forged)) }
  }

  @Test("truncated at any byte is corrupt data, and no crash")
  func truncated() throws {
    let text = try coded(afternoon().practice)
    for length in stride(from: 0, to: text.utf8.count, by: 7) {
      #expect(throws: DecodingError.self) { try snapshot(String(text.prefix(length))) }
    }
  }

  @Test("a history can be stored and replayed")
  func history() throws {
    let start = moment("2026-11-21T08:00:00+01:00")
    let history: [Timed<PracticeAction>] = [
      Timed(.onboarding(.proceed), now: start), Timed(.onboarding(.dataAuthorized), now: start),
      Timed(.onboarding(.blockerAuthorized), now: start),
      Timed(.measured(.practiceMinutes, amount: 5, day: date("2026-11-21")), now: start),
      Timed(.edit(.set(.standard(.steps))), now: start.advanced(bySeconds: 1)),
      Timed(.calendarChanged(.hours(3)), now: start.advanced(bySeconds: 2)),
      Timed(.setPolicy(.session(.standard)), now: start.advanced(bySeconds: 3)),
      Timed(.restored(PracticeSnapshot(afternoon().practice)), now: start),
    ]
    let data = try JSONEncoder().encode(history)
    let read = try JSONDecoder().decode([Timed<PracticeAction>].self, from: data)
    #expect(read == history)
    var first = Practice(calendar: .berlin)
    var second = first
    for event in history { _ = first.reduce(event) }
    for event in read { _ = second.reduce(event) }
    #expect(first == second)
  }
}
