// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning

extension RunningProgram {
  /// Reads a number of lines, kills the program by SIGKILL, and returns its whole output.
  func killed(afterLines count: Int) throws -> String {
    let printed = try firstLines(count)
    kill(identifier, SIGKILL)
    return printed + (try finish().output)
  }
}
