// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// Pipes to and from programs.
public enum ChildPipe {
  /// Makes a pipe that no program inherits, however many are started at this moment.
  ///
  /// - Returns: the two ends, which are the caller's to close.
  /// - Throws: `ChildError.pipeFailed`.
  public static func ends() throws(ChildError) -> (reading: Int32, writing: Int32) {
    var pair: [Int32] = [-1, -1]
    guard headstock_pipe(&pair) == 0 else { throw .pipeFailed(code: errno) }
    return (pair[0], pair[1])
  }
}
