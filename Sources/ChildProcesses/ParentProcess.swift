// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// The process that started this one.
package enum ParentProcess {
  /// Lets the kernel kill this process as soon as the thread that started it ends.
  package static func endWithIt() { headstock_end_with_parent() }
}
