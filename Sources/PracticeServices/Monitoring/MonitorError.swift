// SPDX-License-Identifier: MIT

import Glibc

/// The reason why a monitor can't begin.
public enum MonitorError: Error, Hashable, Sendable {
  /// A directory can't be watched; `code` is the system's errno.
  case watchFailed(path: String, code: Int32)
  /// Another monitor is running.
  case alreadyRunning(path: String)
}

extension MonitorError: CustomStringConvertible {
  /// One sentence for a person, with the remedy at its end.
  public var description: String {
    switch self {
    case .watchFailed(let path, let code):
      "\(path): can't be watched (\(String(cString: strerror(code)))). "
        + "Make it readable, or raise fs.inotify.max_user_watches"
    case .alreadyRunning(let path):
      "a monitor runs already (\(path)). There is nothing to do"
    }
  }
}
