// SPDX-License-Identifier: MIT

import Glibc

/// Returns the system's words for an error.
///
/// - Parameter code: an errno.
/// - Returns: for example `No such file or directory`.
package func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
