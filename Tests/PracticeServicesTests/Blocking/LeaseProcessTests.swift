// SPDX-License-Identifier: MIT

import PracticeServices
import Testing

@Suite("The process that watches a lease")
struct LeaseProcessTests {
  @Test(
    "a program that says anything else than that it is ready watches nothing, and nothing changes",
    arguments: [
      ["/bin/echo", "OVERVIEW: Tells what note a guitar is playing, and how far off it is."],
      ["/bin/echo", "headstock"], ["/bin/echo", ""], ["/bin/true"],
    ])
  func otherPrograms(_ words: [String]) {
    let file = HostsFile(path: "/nowhere/hosts")
    var changes = 0
    #expect(throws: HostsFileError.watcherFailed(path: file.path, code: 10)) {
      try LeaseProcess(environment: [:]) { _ in words }.watch(file) { changes += 1 }
    }
    #expect(changes == 0)
  }
}
