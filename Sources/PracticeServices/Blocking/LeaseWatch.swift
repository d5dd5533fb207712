// SPDX-License-Identifier: MIT

internal import FileStore
internal import Glibc
public import PracticeGoals

/// A guard that removes a section when its lease expires, even if this process has died.
public protocol LeaseGuard: Sendable {
  /// Changes a hosts file while a watcher is ready.
  ///
  /// The watcher starts before the section is written, so that a process killed in between leaves
  /// no block without an end.
  ///
  /// - Throws: `HostsFileError.watcherFailed` if there is no watcher, and the change is not made;
  ///   or the error of `change`.
  func watch(
    _ file: HostsFile, while change: () throws(HostsFileError) -> Void
  ) throws(HostsFileError)
}

/// The watch over one lease: reads the section repeatedly, and removes it when its lease expires.
public struct LeaseWatch: Sendable {
  /// The next action of a watcher.
  public enum Step: Hashable, Sendable {
    /// Check again after this time, or when the file changes.
    case wait(seconds: Int)
    /// Stop, because there is no section any more.
    case done
  }

  /// The longest wait, in seconds; it is short because the wall clock may jump.
  private static let longestWait = 30

  private let file: HostsFile
  /// The last section seen, its remaining lease in seconds, and the time on the monotonic clock.
  private var seen: (section: HostsSection, remaining: Int, at: Int)?
  /// The edited section of the last check.
  private var edited: HostsSection?

  /// Starts a watch.
  public init(_ file: HostsFile) { self.file = file }

  /// The delay before another attempt after a failure, in seconds.
  private static let retry = 5

  /// Reads the section, and removes it if its lease has expired.
  ///
  /// The remaining time of a lease never grows without a new section, whatever the wall clock
  /// shows. If the file can't be read, perhaps because another program is writing it, the watch
  /// tries again. It also tries again if the section can't be removed, for example on a full disk.
  ///
  /// - Parameters:
  ///   - now: the present moment by the wall clock.
  ///   - steady: seconds of a clock that cannot be set and that counts suspension.
  /// - Returns: the next action.
  public mutating func look(now: WallTime, steadySeconds steady: Int) -> Step {
    var remaining = 0
    do throws(HostsFileError) {
      try file.replaceSection { section in
        remaining = section.map { remainder(of: $0, now: now, steadySeconds: steady) } ?? 0
        return remaining > 0 ? section : nil
      }
    } catch {
      let left = seen.map { $0.remaining - (steady - $0.at) } ?? 0
      // A file that does not exist holds no block. It may come back with one while the lease runs,
      // but not without its directory.
      if case .missing = error, left <= 0 || isDirectoryMissing { return .done }
      remaining = max(left, Self.retry)
    }
    return remaining > 0 ? .wait(seconds: min(remaining, Self.longestWait)) : .done
  }

  /// True if the directory of the file does not exist.
  private var isDirectoryMissing: Bool {
    PathText.withCString(FilePath.parent(of: file.path)) { access($0, F_OK) } != 0
      && errno == ENOENT
  }

  /// Returns the remaining seconds of a section's lease.
  private mutating func remainder(
    of section: HostsSection, now: WallTime, steadySeconds steady: Int
  ) -> Int {
    guard section.isIntact else {
      let left = seen.map { $0.remaining - (steady - $0.at) }
      let isKnown = edited == section
      edited = section
      let remaining = left ?? (section.isOver(at: now) ? 0 : section.end.secondsRemaining(at: now))
      // Another program may be writing the file, so its section must stay the same for a while.
      return isKnown ? remaining : max(remaining, Self.retry)
    }
    edited = nil
    let remaining = section.end.secondsRemaining(at: now)
    guard let seen, seen.section == section else {
      // Only for a new section: for one seen before, the remaining time does not depend on the wall
      // clock.
      let remaining = section.isOver(at: now) ? 0 : remaining
      seen = (section, remaining, steady)
      return remaining
    }
    return min(remaining, seen.remaining - (steady - seen.at))
  }
}
