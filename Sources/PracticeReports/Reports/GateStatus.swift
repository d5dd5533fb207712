// SPDX-License-Identifier: MIT

package import FileFormats
package import PracticeGate
package import PracticeGoals
package import PracticeServices
import Terminal
import TunerDisplay

/// The status of the gate, as text and as JSON.
package struct GateStatus {
  /// The state of the gate and the goals.
  package let practice: Practice
  /// The moment of the status.
  package let now: WallTime
  /// The calendar of the times of day.
  let calendar: LocalCalendar
  /// The path of the hosts file.
  let hostsFile: String
  /// The blocks that are in force, from the hosts file.
  let blocks: BlockReading
  /// The path of damaged settings that prevent the gate from being set up; `nil` for none.
  let damagedSettings: String?

  /// Makes the status of a moment.
  ///
  /// - Parameters:
  ///   - practice: the state of the gate and the goals.
  ///   - now: the moment.
  ///   - calendar: the calendar of the times of day.
  ///   - hostsFile: the path of the hosts file.
  ///   - blocks: the blocks that are in force, from the hosts file.
  ///   - damagedSettings: the path of damaged settings, if the gate is not set up because of them.
  package init(
    practice: Practice, now: WallTime, calendar: LocalCalendar, hostsFile: String,
    blocks: BlockReading, damagedSettings: String?
  ) {
    self.practice = practice
    self.now = now
    self.calendar = calendar
    self.hostsFile = hostsFile
    self.blocks = blocks
    self.damagedSettings = damagedSettings
  }

  /// The targets that should be blocked.
  package var blocked: [TargetID] { practice.gate.blockedTargets(at: now) }

  /// The end of the lease of the hosts file's section; `nil` without a section.
  private var sectionEnd: WallTime? { blocks.section?.end }

  /// The status for a person, in lines.
  package var text: String {
    var lines: [String] = []
    if practice.onboarding.step == .done {
      lines += state
    } else {
      lines.append(
        (damagedSettings.map { .settingsDamaged(kept: printable($0)) } ?? GatePhrase.notSetUp).text)
    }
    // Before the set-up is done, the plan is only a proposal.
    if practice.onboarding.step == .done {
      lines += GoalBar.lines(practice.goals.statuses(at: now))
    }
    lines += practice.goals.deferredEdits.map(GateText.own.waiting)
    lines += removals(GateText.own)
    lines += GateText.own.dataFailures(practice.goals.failures.map { ($0.metric, $0.error) })
    // The line of a target that is not blocked for this reason has the failure already.
    if let failure = practice.blockFailure,
      !blocks.gaps.contains(where: { $0.reason == .orderFailed(failure) })
    {
      lines.append(GatePhrase.blockFault(.init(failure)).text)
    }
    if let section = blocks.section {
      let path = printable(hostsFile)
      if section.isOver(at: now) {
        lines.append(GatePhrase.leaseOver(path: path).text)
      } else if !blocks.inForce.isEmpty {
        lines.append(
          GatePhrase.blocksUntil(path: path, clock: GateText.clock(section.end, calendar)).text)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The state of the gate according to the hosts file.
  private var state: [String] {
    let presentation = practice.presentation(at: now)
    // A closed gate that blocks nothing is described by the lines of its targets.
    let isDescribed =
      presentation == .locked(blocked: blocked) && !blocks.gaps.isEmpty
      && blocks.inForce.isEmpty
    var lines =
      isDescribed ? [] : [GateText.own.presentation(presentation, inForce: blocks.inForce)]
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
  package var json: JSONValue {
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
      ("labels", .array(labels(of: presentation).map { .text($0.rawValue) })),
      ("diagnostics", .array(diagnostics(of: reading).map { .text("\($0)") })),
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

  /// Returns the labels of the gate, or of the next step of the set-up.
  private func labels(of presentation: GatePresentation) -> [GateLabel] {
    practice.onboarding.step == .done ? presentation.labels : [practice.onboarding.label]
  }

  /// Returns the disagreements of state and lists; before the set-up is done, nothing is enforced.
  private func diagnostics(of reading: GateReading) -> [PresentationDiagnostic] {
    practice.onboarding.step == .done ? reading.diagnostics : []
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
