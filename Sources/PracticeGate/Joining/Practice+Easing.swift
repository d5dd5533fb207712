// SPDX-License-Identifier: MIT

import PracticeGoals

/// The ways other than practice to open the gate or to make a day easier.
extension Practice {
  /// Adds targets at once; defers a removal that would open a closed gate.
  ///
  /// A removal waits until the next day unless the goals of today have opened the gate. An unlock
  /// by the emergency exit or by a workout of the session policy does not count, and a lock by hand
  /// forfeits that of the goals.
  mutating func setTargets(_ names: [String], _ now: WallTime) -> [PracticeEffect] {
    let removed = gate.targets.targets.filter { !names.contains($0.rawValue) }
    deferredTargets = nil
    guard !removed.isEmpty, onboarding.step == .done, let today = goals.today else {
      return reduce(gate: .setTargets(names), now)
    }
    switch gate.state {
    case .unlocked(.notEnforced), .unlocked(.day): return reduce(gate: .setTargets(names), now)
    case .locked, .earning, .expired, .unlocked(.session), .unlocked(.exit): break
    }
    let first = today.day.next
    deferredTargets = DeferredTargets(
      targets: TargetList(names.compactMap { TargetID(rawValue: $0) }), firstDay: first)
    let present = gate.targets.targets.map(\.rawValue)
    let reports = reduce(
      gate: .setTargets(present + names.filter { !present.contains($0) }), now)
    let goalsCanOpen = gate.policy == .daily && !gate.isSpent(today.day)
    return reports + [
      .reportGate(
        goalsCanOpen
          ? .removalWaits(removed, until: first) : .removalWaitsForDay(removed, until: first))
    ]
  }

  /// Adds targets to those that the player has chosen.
  ///
  /// The change is relative, so that two programs that add at the same time lose nothing. A removal
  /// that waits was reported when it was made.
  mutating func addTargets(_ names: [String], _ now: WallTime) -> [PracticeEffect] {
    let chosen = chosenTargets.targets.map(\.rawValue)
    return setTargets(chosen + names.filter { !chosen.contains($0) }, now).filter { effect in
      switch effect {
      case .reportGate(.removalWaits), .reportGate(.removalWaitsForDay): false
      default: true
      }
    }
  }

  /// Removes targets from those that the player has chosen, under the rule for `setTargets`.
  mutating func removeTargets(_ names: [String], _ now: WallTime) -> [PracticeEffect] {
    setTargets(chosenTargets.targets.map(\.rawValue).filter { !names.contains($0) }, now)
  }

  /// Uses a deferred list of targets once its day has begun.
  mutating func applyDeferredTargets(on day: LocalDay, _ now: WallTime) {
    guard let deferredTargets, deferredTargets.firstDay <= day else { return }
    self.deferredTargets = nil
    _ = gate.apply(Timed(.setTargets(deferredTargets.targets.targets.map(\.rawValue)), now: now))
  }

  /// Unlocks until the end of the day for an emergency exit in the journal.
  ///
  /// The times of exits have no order, because the clock may have been set back between two of
  /// them. So each exit belongs to the day on which the gate first read it, and opens that day
  /// until midnight or until a lock. It opens the day again if the clock went to another date
  /// meanwhile.
  mutating func takeExit(at time: WallTime, day: LocalDay, _ now: WallTime) -> [PracticeEffect] {
    guard onboarding.step == .done, let today = goals.today, today.day == day else { return [] }
    let known = exits?.first { $0.time == time }
    if known == nil {
      keep(EmergencyExit(time: time, day: day))
    }
    if let known, known.day != day || known.isClosed { return [] }
    return reduce(gate: .takeExit(day, until: today.endOfExit(at: now)), now)
  }

  /// Closes the gate, and the exits of the day, so that they do not open it again.
  mutating func lockNow(_ now: WallTime) -> [PracticeEffect] {
    let day = goals.today?.day
    for index in (exits ?? []).indices where exits?[index].day == day {
      exits?[index].isClosed = true
    }
    return reduce(gate: .lockNow, now)
  }

  /// Adds an exit, and removes the oldest ones of other days beyond a number.
  ///
  /// All exits of the day stay, because the journal has them all: one that was removed would be read
  /// as a new one, and would open a gate that was closed after it.
  private mutating func keep(_ exit: EmergencyExit) {
    var all = (exits ?? []) + [exit]
    var surplus = all.count { $0.day != exit.day } - Self.mostExitsOfOtherDays
    all.removeAll { other in
      guard other.day != exit.day, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
    exits = all
  }

  /// The largest number of exits of other days that are kept: more than a player takes in some
  /// days.
  private static let mostExitsOfOtherDays = 64
}

/// An emergency exit that the gate has read in the journal.
struct EmergencyExit: Hashable, Codable, Sendable {
  /// The time of its record.
  let time: WallTime
  /// The day that it opens.
  let day: LocalDay
  /// True after a lock by hand.
  var isClosed = false
}
