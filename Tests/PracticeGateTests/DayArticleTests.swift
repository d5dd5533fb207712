// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

/// The log of a day: the times, the actions, the states of the gate and its effects.
private struct DayLog {
  private var story: Story
  private(set) var lines: [String] = []

  init(policy: GatePolicy) {
    story = Story("2026-11-21T07:00:00+01:00", policy: policy)
  }

  mutating func note(_ time: String, _ action: PracticeAction, day: String = "2026-11-21") {
    let effects = story.tell(action, at: "\(day)T\(time)+01:00")
    lines.append("\(time)  \(name(action))".padded(to: 40) + state)
    lines += effects.compactMap(request).map { "            → \($0)" }
  }

  /// Tells the total of a day's practice, in minutes.
  mutating func practised(_ time: String, _ minutes: Double, day: String = "2026-11-21") {
    note(time, .measured(.practiceMinutes, amount: minutes, day: date(day)), day: day)
  }

  private func name(_ action: PracticeAction) -> String {
    switch action {
    case .measured(let metric, let amount, _): "measured \(metric.rawValue) \(Int(amount))"
    case .fetchFailed(let metric, _): "fetchFailed \(metric.rawValue)"
    case .edit(.set(let goal)): "edit \(goal.id.rawValue) \(goal.target)"
    default: "\(action)"
    }
  }

  private var state: String {
    switch story.practice.presentation(at: story.now) {
    case .locked(let blocked): "locked, blocks \(list(blocked))"
    case .earning(let blocked, let progress):
      "earning \(Int(progress.value * 100)) %, blocks \(list(blocked))"
    case .unlocked(let accessible, let seconds):
      "unlocked \(seconds.map { "\($0) s" } ?? "for now"), opens \(list(accessible))"
    case .expired(let blocked, let seconds): "expired, grace \(seconds) s, blocks \(list(blocked))"
    }
  }

  private func list(_ targets: [TargetID]) -> String {
    targets.isEmpty ? "nothing" : targets.map(\.rawValue).joined(separator: " ")
  }

  /// The effects, without those that store the state.
  private func request(_ effect: PracticeEffect) -> String? {
    switch effect {
    case .persist: nil
    case .fetch(let metric, let day): "fetch \(metric.rawValue) of \(day.day)"
    case .enforce(let order):
      "enforce blocked \(list(order.blocked))"
        + (order.until.map { " until \(clock($0))" } ?? "")
    case .reportGoals(let diagnostic): "\(diagnostic)"
    case .reportGate(let diagnostic): "\(diagnostic)"
    case .reportSnapshot(let refusal): "\(refusal)"
    case .onboarding(let effect): "\(effect)"
    }
  }

  private func clock(_ time: WallTime) -> String {
    let day = LocalCalendar.berlin.day(of: time)
    let minute = LocalCalendar.berlin.minuteOfDay(at: time)
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(day) \(digits(minute / 60)):\(digits(minute % 60))"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(2, width - count))
  }
}

@Suite("The article about a day")
struct DayArticleTests {
  /// The code blocks of the article, in order.
  private func blocks() throws -> [[String]] {
    let path = PurityTests.root.appending(
      path: "Sources/PracticeGate/PracticeGate.docc/ADayAtTheGate.md")
    let parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```")
    return stride(from: 1, to: parts.count, by: 2).map { index in
      parts[index].split(separator: "\n").map(String.init)
    }
  }

  private func compare(_ log: [String], block: Int) throws {
    let blocks = try blocks()
    try #require(blocks.indices.contains(block))
    // The first line of a block names its language.
    #expect(
      Array(blocks[block].dropFirst()) == log,
      "the article should say:\n\(log.joined(separator: "\n"))")
  }

  @Test("shows what happens on a day under the session policy")
  func session() throws {
    var log = DayLog(policy: .session(.standard))
    log.note("07:00:00", .started)
    log.practised("07:00:01", 0)
    log.note("07:10:00", .startWorkout)
    log.practised("07:10:01", 0)
    log.practised("07:12:01", 2)
    log.note("07:13:00", .fetchFailed(.practiceMinutes, .queryFailed(description: "torn line")))
    log.practised("07:15:01", 5)
    log.note("07:20:01", .tick)
    log.note("07:30:01", .tick)
    log.note("07:30:21", .tick)
    log.note("07:30:25", .startWorkout)
    log.practised("07:30:26", 5)
    log.practised("07:32:26", 7)
    log.note("07:33:00", .cancelWorkout)
    log.note("00:00:00", .tick, day: "2026-11-22")
    try compare(log.lines, block: 0)
  }

  @Test("shows what happens on a day under the daily policy")
  func daily() throws {
    var log = DayLog(policy: .daily)
    log.note("07:00:00", .started)
    log.practised("07:00:01", 0)
    log.note("17:00:00", .startWorkout)
    log.practised("17:15:00", 15)
    log.note("17:16:00", .edit(.set(try PracticeGoal(.practiceMinutes, target: 10))))
    log.practised("17:20:00", 20)
    log.note("23:59:59", .tick)
    log.note("00:00:00", .tick, day: "2026-11-22")
    log.practised("00:00:01", 0, day: "2026-11-22")
    try compare(log.lines, block: 1)
  }
}
