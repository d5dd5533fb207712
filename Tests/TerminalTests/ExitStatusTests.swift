// SPDX-License-Identifier: MIT

import Terminal
import Testing

@Suite("Exit status")
struct ExitStatusTests {
  @Test("a no is 1, misuse is 2, and a reader who left is no failure")
  func codes() {
    #expect(ExitStatus.done == 0)
    #expect(ExitStatus.answerIsNo.code == 1)
    #expect(ExitStatus.usage.code == 2)
    #expect(ExitStatus.closedPipe.code == 0)
  }
}
