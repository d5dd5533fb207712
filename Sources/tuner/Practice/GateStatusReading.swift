// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices

/// Reads the status of the gate, without changing the gate or a block.
///
/// The reading of the document makes the data directory and the lock, and sets damaged settings
/// aside.
struct GateStatusReading {
  let world: GateWorld
  let document: GateDocument
  private let isNew: Bool

  /// Prepares a reading.
  ///
  /// Without a document, the gate counts as not set up.
  init(_ world: GateWorld, _ document: GateDocument?) {
    self.world = world
    self.document = document ?? GateSetup.fresh(world)
    isNew = document == nil
  }

  /// Returns the stored state, advanced to the present, without reading any data.
  func practice() throws -> Practice {
    var practice = try document.snapshot.restored()
    _ = practice.reduce(
      Timed(
        .calendarChanged(world.calendar), now: world.clock.now,
        uptimeInMilliseconds: world.clock.uptimeInMilliseconds))
    return practice
  }

  func status() throws -> GateStatus {
    let store = world.store(
      document, memory: GateMemory(document),
      blocker: NullBlocker(keeping: try document.snapshot.restored().blockFailure)
    ) { _ in }
    let calendar = world.calendar
    let practice = try waiting {
      await store.send(.calendarChanged(calendar))
      await store.send(.refresh)
      await store.settle()
      return await store.state
    }
    let now = world.clock.now
    return GateStatus(
      practice: practice, now: now, calendar: calendar,
      hostsFile: world.hostsFile(document.settings).path,
      blocks: world.blocks(
        practice.gate.blockedTargets(at: now), document.settings, failure: practice.blockFailure),
      damagedSettings: isNew ? world.damagedSettings : nil)
  }
}
