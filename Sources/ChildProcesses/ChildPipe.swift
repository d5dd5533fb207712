// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Pipes to and from programs.
package enum ChildPipe {
  /// Makes a pipe that no child process inherits, even one that starts on another thread meanwhile.
  ///
  /// - Returns: the two ends, which the caller closes.
  /// - Throws: `ChildError.pipeFailed`.
  package static func ends() throws(ChildError) -> (reading: Int32, writing: Int32) {
    var pair: [Int32] = [-1, -1]
    guard headstock_pipe(&pair) == 0 else { throw .pipeFailed(code: errno) }
    return (pair[0], pair[1])
  }
}
