// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What sees to it that a section goes when its lease is over, whatever becomes of this process.
public protocol LeaseGuard: Sendable {
  /// Makes a change of a hosts file while somebody stands ready to watch what comes of it.
  ///
  /// Whoever watches is there before the section is: a process that is killed in between leaves no block
  /// without an end.
  ///
  /// - Parameters:
  ///   - file: the file that is to have a section.
  ///   - change: writes the section.
  /// - Throws: `HostsFileError.unwatched` when nobody can, with the change not made; or what the change
  ///   throws.
  func watch(
    _ file: HostsFile, while change: () throws(HostsFileError) -> Void
  ) throws(HostsFileError)
}

/// The watch over one lease: looks at the section, again and again, and takes it out when it is over.
public struct LeaseWatch: Sendable {
  /// What to do next.
  public enum Step: Hashable, Sendable {
    /// Look again after so many seconds, or when the file changes.
    case wait(seconds: Int)
    /// There is nothing to watch any more.
    case done
  }

  /// The longest wait, in seconds: a clock may jump.
  private static let longestWait = 30

  private let file: HostsFile
  /// The section that was seen last, and when on a clock that nobody sets.
  private var seen: (section: HostsSection, remaining: Int, at: Int)?

  /// Starts a watch.
  ///
  /// - Parameter file: the hosts file.
  public init(_ file: HostsFile) { self.file = file }

  /// How long after a failure it is tried again, in seconds.
  private static let retry = 5

  /// Looks at the section, and takes it out if it is over.
  ///
  /// What is left of a lease never grows without a new section, whatever the wall clock says. A file
  /// that can't be read, perhaps because somebody is writing it, is looked at again. So is one whose
  /// section can't be taken out, on a full disk for example, until it is done.
  ///
  /// - Parameters:
  ///   - now: the moment.
  ///   - steady: seconds of a clock that nobody sets, suspension included.
  /// - Returns: what to do next.
  public mutating func look(now: WallTime, steadySeconds steady: Int) -> Step {
    var remaining = 0
    do throws(HostsFileError) {
      try file.replaceSection { section in
        remaining = section.map { remainder(of: $0, now: now, steadySeconds: steady) } ?? 0
        return remaining > 0 ? section : nil
      }
    } catch {
      let left = seen.map { $0.remaining - (steady - $0.at) } ?? 0
      // Where there is no file there is no block.
      if case .missing = error, left <= 0 { return .done }
      remaining = max(left, Self.retry)
    }
    return remaining > 0 ? .wait(seconds: min(remaining, Self.longestWait)) : .done
  }

  /// Returns the seconds that are left of a section's lease.
  private mutating func remainder(
    of section: HostsSection, now: WallTime, steadySeconds steady: Int
  ) -> Int {
    let remaining = section.end.secondsRemaining(at: now)
    guard let seen, seen.section == section else {
      // Only now: of a section that was seen before it is known what is left, whatever the clock says.
      let remaining = section.isOver(at: now) ? 0 : remaining
      seen = (section, remaining, steady)
      return remaining
    }
    return min(remaining, seen.remaining - (steady - seen.at))
  }
}
