// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a session would rather have and was refused; it goes on without.
public enum SessionNotice: String, CaseIterable, Hashable, Sendable {
  /// The threads run at ordinary priority.
  case priorityRefused
  /// Memory may be swapped out.
  case memoryNotLocked
}

extension SessionNotice: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
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

/// The order in which the threads of a session go first.
enum RealTimePriority: CInt {
  case delivery = 10
  case analysis = 20
  case capture = 30

  /// Asks for this priority for the calling thread.
  ///
  /// - Returns: whether the system agreed.
  func request() -> Bool {
    var parameters = sched_param()
    parameters.sched_priority = rawValue
    return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
  }

  /// Asks that the process's memory stays where it is.
  ///
  /// What is allocated later is included only for the superuser: under anybody else's limit a
  /// locked allocation beyond it would fail, which is worse than a page that is fetched late. It is
  /// locked as it is first used: a thread's stack would otherwise take all of its 8 MB at once. It is
  /// asked for once, for the same reason: what is there is brought in whole, stacks of threads that
  /// have ended included.
  ///
  /// - Returns: whether the system agreed.
  static func lockMemory() -> Bool {
    geteuid() == 0 ? isAllLocked : mlockall(CInt(MCL_CURRENT)) == 0
  }

  private static let isAllLocked =
    mlockall(CInt(MCL_CURRENT)) == 0 && mlockall(CInt(MCL_FUTURE) | CInt(MCL_ONFAULT)) == 0
}
