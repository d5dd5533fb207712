// SPDX-License-Identifier: MIT

import Glibc

/// A request of a session that the system refused; the session runs without it.
public enum SessionNotice: String, CaseIterable, Hashable, Sendable {
  /// The threads have normal priority.
  case priorityRefused
  /// Memory may be swapped out.
  case memoryNotLocked
}

extension SessionNotice: CustomStringConvertible {
  /// One sentence for a person that ends with the remedy.
  public var description: String {
    switch self {
    case .priorityRefused:
      "The system refuses real-time priority, so a busy machine may delay results. "
        + "Allow it: a line \"@audio - rtprio 95\" in /etc/security/limits.conf."
    case .memoryNotLocked:
      "The system refuses to keep memory from being swapped out. "
        + "Allow it: a line \"@audio - memlock unlimited\" in /etc/security/limits.conf."
    }
  }
}

/// The real-time priorities of a session's threads.
enum RealTimePriority: CInt {
  case delivery = 10
  case analysis = 20
  case capture = 30

  /// Requests this priority for the calling thread.
  ///
  /// - Returns: true if the system granted it.
  func request() -> Bool {
    var parameters = sched_param()
    parameters.sched_priority = rawValue
    return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
  }

  /// Requests that the process's memory is not paged out.
  ///
  /// Later allocations are locked for the superuser only: for other users, an allocation beyond the
  /// limit of locked memory would fail, which is worse than a page fault. Pages are locked at their
  /// first use, because a thread's stack would otherwise occupy all of its 8 MB. For the superuser
  /// the call happens once, because it loads all existing pages, including stacks of ended threads.
  ///
  /// - Returns: true if the system granted it.
  static func lockMemory() -> Bool {
    geteuid() == 0 ? isAllLocked : mlockall(CInt(MCL_CURRENT)) == 0
  }

  private static let isAllLocked =
    mlockall(CInt(MCL_CURRENT)) == 0 && mlockall(CInt(MCL_FUTURE) | CInt(MCL_ONFAULT)) == 0
}
