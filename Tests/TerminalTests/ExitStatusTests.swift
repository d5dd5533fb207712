// SPDX-License-Identifier: MIT

import Terminal
import Testing

@Suite("Exit status")
struct ExitStatusTests {
  @Test("a negative result is 1, wrong usage is 2, and a closed pipe is not a failure")
  func codes() {
    #expect(ExitStatus.done == 0)
    #expect(ExitStatus.answerIsNo.code == 1)
    #expect(ExitStatus.usage.code == 2)
    #expect(ExitStatus.closedPipe.code == 0)
  }
}
