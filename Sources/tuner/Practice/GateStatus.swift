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
  /// The blocks that are in force, from the hosts file.
  let blocks: BlockReading
  /// The path of damaged settings, if the gate is not set up because of them.
  let damagedSettings: String?

  /// The targets that should be blocked.
  var blocked: [TargetID] { practice.gate.blockedTargets(at: now) }

  /// The end of the lease of the hosts file's section; `nil` without a section.
  private var sectionEnd: WallTime? { blocks.section?.end }

  /// The status for a person, in lines.
  var text: String {
    var lines: [String] = []
    if practice.onboarding.step == .done {
      lines += state
    } else {
      lines.append(
        (damagedSettings.map { .settingsDamaged(kept: printable($0)) } ?? GatePhrase.notSetUp).text)
    }
    lines += practice.goals.statuses(at: now).map(GoalBar.line)
    lines += practice.goals.deferredEdits.map(GateText.own.waiting)
    lines += removals(GateText.own)
    lines += practice.goals.failures.map { GateText.own.dataFailed($0.metric, $0.error) }
    if let failure = practice.blockFailure { lines.append("\(failure)") }
    if let sectionEnd, !blocks.inForce.isEmpty {
      lines.append(
        GatePhrase.blocksUntil(
          path: printable(hostsFile), clock: GateText.clock(sectionEnd, calendar)
        ).text)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The state of the gate, as the hosts file shows it.
  private var state: [String] {
    let presentation = practice.presentation(at: now)
    var lines = [GateText.own.presentation(presentation, inForce: blocks.inForce)].compactMap { $0 }
    lines += GateText.own.gaps(blocks, path: hostsFile)
    if case .unlocked(.exit) = practice.gate.state(at: now), let exit = practice.lastExit {
      lines.append(GatePhrase.exitTaken(clock: GateText.clock(exit, calendar)).text)
    }
    if !presentation.accessible.isEmpty, blocks.section != nil {
      lines.append(GatePhrase.stillBlocked(path: printable(hostsFile)).text)
    }
    return lines
  }

  private var deferred: [String] {
    practice.goals.deferredEdits.map(GateText.machine.waiting) + removals(GateText.machine)
  }

  private func removals(_ text: GateText) -> [String] {
    practice.deferredTargets.map { [text.waiting($0, now: practice.gate.targets.targets)] } ?? []
  }

  /// The status as a JSON document.
  var json: JSONValue {
    let presentation = practice.presentation(at: now)
    let reading = practice.gate.reading(at: now)
    return .object([
      ("schema", .text("tuner.gate/1")), ("setup_step", .text(practice.onboarding.step.rawValue)),
      ("presentation", .text(name(of: presentation))),
      ("blocked", .array(reading.blocked.map { .text($0.rawValue) })),
      ("in_force", .array(blocks.inForce.map { .text($0.rawValue) })),
      ("not_blocked", .array(GateText.machine.gaps(blocks, path: hostsFile).map { .text($0) })),
      ("accessible", .array(reading.accessible.map { .text($0.rawValue) })),
      ("progress", JSONValue(practice.gate.workoutProgress(at: now)?.value)),
      ("unlock_remaining_s", JSONValue(reading.unlockSecondsRemaining)),
      ("grace_remaining_s", JSONValue(reading.graceSecondsRemaining)),
      ("choices", .array(presentation.choices.map { .text($0.rawValue) })),
      ("goals", .array(practice.goals.statuses(at: now).map(goal))),
      ("deferred", .array(deferred.map { .text($0) })),
      ("failures", .array(practice.goals.failures.map { .text("\($0.error)") })),
      ("block_failure", JSONValue(practice.blockFailure.map { "\($0)" })),
      ("emergency_exit_ms", practice.lastExit.map { .integer($0.milliseconds) } ?? .null),
      ("damaged_settings", JSONValue(damagedSettings)),
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
  private let isNew: Bool

  /// Prepares a reading; without a document, that of a gate that is not set up.
  init(_ world: GateWorld, _ document: GateDocument?) {
    self.world = world
    self.document = document ?? GateSetup.fresh(world)
    isNew = document == nil
  }

  func status() throws -> GateStatus {
    let keeper = world.keeper(
      document, memory: GateMemory(document), blocker: IdleBlocker()
    ) { _ in }
    let calendar = world.calendar
    let practice = try waiting {
      await keeper.send(.calendarChanged(calendar))
      await keeper.send(.refresh)
      await keeper.settle()
      return await keeper.state
    }
    let now = world.clock.now
    return GateStatus(
      practice: practice, now: now, calendar: calendar,
      hostsFile: world.hostsFile(document.settings).path,
      blocks: world.blocks(practice.gate.blockedTargets(at: now), document.settings),
      damagedSettings: isNew ? world.damagedSettings : nil)
  }
}
