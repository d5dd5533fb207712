// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What sees to it that a section goes when its lease is over, whatever becomes of this process.
public protocol LeaseGuard: Sendable {
  /// Makes sure that somebody watches a hosts file.
  ///
  /// - Parameter file: the file that has a section now.
  func watch(_ file: HostsFile)
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

  /// Looks at the section, and takes it out if it is over.
  ///
  /// What is left of a lease never grows without a new section, whatever the wall clock says.
  ///
  /// - Parameters:
  ///   - now: the moment.
  ///   - steady: seconds of a clock that nobody sets, suspension included.
  /// - Returns: what to do next.
  /// - Throws: `HostsFileError`.
  public mutating func look(
    now: WallTime, steadySeconds steady: Int
  ) throws(HostsFileError) -> Step {
    let contents = try file.read()
    guard let section = contents.section else { return .done }
    var remaining = section.end.secondsRemaining(at: now)
    if let seen, seen.section == section {
      remaining = min(remaining, seen.remaining - (steady - seen.at))
    } else {
      seen = (section, remaining, steady)
    }
    if remaining > 0 { return .wait(seconds: min(remaining, Self.longestWait)) }
    try file.replaceSection(of: contents, with: nil)
    return .done
  }
}
