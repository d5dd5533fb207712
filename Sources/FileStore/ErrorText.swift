// SPDX-License-Identifier: MIT

import Glibc

/// Returns the system's words for an error.
///
/// - Parameter code: an errno.
/// - Returns: for example `No such file or directory`.
package func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Returns the sentence that the links of a path have no end, with the remedy.
///
/// - Parameter path: a path for which the system reports `ELOOP`.
/// - Returns: one sentence.
package func linkLoopText(_ path: String) -> String {
  "\(path): its symbolic links form a loop. Replace one of them by a file or a directory"
}
