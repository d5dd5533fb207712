// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning

extension RunningProgram {
  /// Reads so many lines, kills the program by SIGKILL, and returns all it printed.
  func killed(afterLines count: Int) throws -> String {
    let printed = try firstLines(count)
    kill(identifier, SIGKILL)
    return printed + (try finish().output)
  }
}
