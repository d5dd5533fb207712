// SPDX-License-Identifier: MIT

import FileFormats
import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal
import TunerDisplay

/// The status of the gate, as text and as JSON.
struct GateStatus {
  let practice: Practice
  let now: WallTime
  let calendar: LocalCalendar
  let hostsFile: String
  /// The end of the lease of the hosts file's section; `nil` without a section.
  let sectionEnd: WallTime?

  /// The status for a person, in lines.
  var text: String {
    var lines: [String] = []
    if practice.onboarding.step != .done { lines.append(GatePhrase.notSetUp.text) }
    lines.append(GateText.own.presentation(practice.presentation(at: now)))
    lines += practice.goals.statuses(at: now).map(GoalBar.line)
    lines += practice.goals.deferredEdits.map(GateText.own.waiting)
    lines += practice.goals.failures.map { GateText.own.dataFailed($0.metric, $0.error) }
    if let failure = practice.blockFailure { lines.append("\(failure)") }
    if let sectionEnd {
      lines.append(
        GatePhrase.blocksUntil(
          path: printable(hostsFile), clock: GateText.clock(sectionEnd, calendar)
        ).text)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The status as a JSON document.
  var json: JSONValue {
    let presentation = practice.presentation(at: now)
    let reading = practice.gate.reading(at: now)
    return .object([
      ("schema", .text("tuner.gate/1")), ("setup_step", .text(practice.onboarding.step.rawValue)),
      ("presentation", .text(name(of: presentation))),
      ("blocked", .array(reading.blocked.map { .text($0.rawValue) })),
      ("accessible", .array(reading.accessible.map { .text($0.rawValue) })),
      ("progress", JSONValue(practice.gate.workoutProgress(at: now)?.value)),
      ("unlock_remaining_s", JSONValue(reading.unlockSecondsRemaining)),
      ("grace_remaining_s", JSONValue(reading.graceSecondsRemaining)),
      ("choices", .array(presentation.choices.map { .text($0.rawValue) })),
      ("goals", .array(practice.goals.statuses(at: now).map(goal))),
      (
        "deferred", .array(practice.goals.deferredEdits.map { .text(GateText.machine.waiting($0)) })
      ),
      ("failures", .array(practice.goals.failures.map { .text("\($0.error)") })),
      ("block_failure", JSONValue(practice.blockFailure.map { "\($0)" })),
      ("hosts_file", .text(hostsFile)),
      ("section_until_ms", sectionEnd.map { .integer($0.milliseconds) } ?? .null),
    ])
  }

  private func goal(_ status: GoalStatus) -> JSONValue {
    .object([
      ("id", .text(status.goal.id.rawValue)), ("metric", .text(status.goal.metric.rawValue)),
      ("target", JSONValue(status.goal.target)), ("amount", JSONValue(status.amount)),
      ("status", .text("\(status.state)")), ("ratio", JSONValue(status.ratio)),
    ])
  }

  private func name(of presentation: GatePresentation) -> String {
    switch presentation {
    case .locked: "locked"
    case .earning: "earning"
    case .unlocked: "unlocked"
    case .expired: "expired"
    }
  }
}

/// Reads the status of the gate, without changing anything.
struct GateStatusReading {
  let world: GateWorld
  let document: GateDocument

  init(_ world: GateWorld, _ document: GateDocument) {
    self.world = world
    self.document = document
  }

  func status() throws -> GateStatus {
    let keeper = world.keeper(
      document, memory: GateMemory(document), blocker: IdleBlocker()
    ) { _ in }
    let practice = try waiting {
      await keeper.send(.refresh)
      await keeper.settle()
      return await keeper.state
    }
    let file = world.hostsFile(document.settings)
    return GateStatus(
      practice: practice, now: world.clock.now, calendar: world.calendar, hostsFile: file.path,
      sectionEnd: (try? file.read())?.section?.end)
  }
}
