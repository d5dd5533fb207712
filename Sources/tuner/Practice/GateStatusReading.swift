// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeServices

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
