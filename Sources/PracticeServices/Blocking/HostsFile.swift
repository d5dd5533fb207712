// SPDX-License-Identifier: MIT

public import FileStore
import Glibc
public import PracticeGoals

/// A hosts file with, or without, the managed section.
///
/// Everything outside the section's markers is kept byte for byte. A file is replaced whole, with its
/// owner, its permissions and its extended attributes; a symbolic link to it stays.
public struct HostsFile: Sendable {
  /// The system's.
  public static let system = HostsFile(path: "/etc/hosts")

  /// How often a change is begun that another program comes between.
  private static let mostAttempts = 10

  /// Where it is.
  public let path: String

  /// Names a file; nothing is touched until it is used.
  ///
  /// - Parameter path: where it is.
  public init(path: String) { self.path = path }

  /// A hosts file as it was at one moment.
  public struct Contents: Sendable {
    /// All of it.
    public let bytes: [UInt8]
    /// The managed section; `nil` when there is none.
    public let section: HostsSection?
    /// Where the section is.
    let range: Range<Int>?

    /// Returns the file with another section, in the place of the old one or before everything else.
    ///
    /// The first entry for a name counts, so the section comes first.
    ///
    /// - Parameter section: the section; `nil` for none.
    /// - Returns: all bytes.
    public func replacing(with section: HostsSection?) -> [UInt8] {
      let place = range ?? 0..<0
      let text = section.map { Array($0.text.utf8) } ?? []
      return Array(bytes[..<place.lowerBound]) + text + Array(bytes[place.upperBound...])
    }
  }

  /// Reads the file.
  ///
  /// - Returns: the file at this moment.
  /// - Throws: `HostsFileError.missing`, `.notAFile`, `.readFailed`, or `.damaged` for markers that
  ///   are not as this program leaves them.
  /// - Complexity: O(bytes).
  public func read() throws(HostsFileError) -> Contents {
    let bytes = try FileReplacement.read(path)
    let found = try HostsSection.find(in: bytes, of: path)
    return Contents(bytes: bytes, section: found?.section, range: found?.range)
  }

  /// Finds out whether the file may be replaced, without touching it.
  ///
  /// A file that nobody may write is left alone even by those who could.
  ///
  /// - Throws: `HostsFileError`.
  public func checkPermission() throws(HostsFileError) {
    _ = try read()
    try FileReplacement.check(path)
  }

  /// Puts another section in the place of the one that was read.
  ///
  /// - Parameters:
  ///   - contents: what was read.
  ///   - section: the section; `nil` for none.
  /// - Returns: whether anything had to be changed.
  /// - Throws: `HostsFileError`; the file is as it was, or as the other program left it that changed
  ///   it meanwhile.
  @discardableResult
  public func replaceSection(
    of contents: Contents, with section: HostsSection?
  ) throws(HostsFileError) -> Bool {
    if section == contents.section { return false }
    try FileReplacement.replace(
      path, holding: contents.bytes, with: contents.replacing(with: section))
    return true
  }

  /// Puts the section in place that is decided on from the one that is there.
  ///
  /// Where another program comes between the reading and the writing, both begin again.
  ///
  /// - Parameter decide: returns the section that is wanted, from the one that is there.
  /// - Returns: whether anything had to be changed.
  /// - Throws: `HostsFileError`; `.changedMeanwhile` only from a program that does not stop changing it.
  @discardableResult
  public func replaceSection(
    _ decide: (HostsSection?) -> HostsSection?
  ) throws(HostsFileError) -> Bool {
    var attempts = 1
    while true {
      let contents = try read()
      do throws(HostsFileError) {
        return try replaceSection(of: contents, with: decide(contents.section))
      } catch {
        guard case .changedMeanwhile = error, attempts < Self.mostAttempts else { throw error }
        attempts += 1
      }
    }
  }

  /// What came of taking a section out.
  public enum Restoration: Hashable, Sendable {
    /// It is gone.
    case restored
    /// It holds still, and was left where it is.
    case holds(until: WallTime)
    /// There was none.
    case none
  }

  /// Takes the section out.
  ///
  /// - Parameter now: takes it out only if it holds no longer at that moment; `nil` for in any case.
  /// - Returns: what came of it.
  /// - Throws: `HostsFileError`.
  @discardableResult
  public func restore(ifOverAt now: WallTime? = nil) throws(HostsFileError) -> Restoration {
    var outcome = Restoration.none
    try replaceSection { section in
      outcome = section == nil ? .none : .restored
      guard let now, let section, !section.isOver(at: now) else { return nil }
      outcome = .holds(until: section.end)
      return section
    }
    return outcome
  }

  /// Removes the temporary files beside it that killed processes have left; a file that holds what
  /// another program wrote is kept, as `NAME.headstock-kept-1`.
  ///
  /// - Parameter age: how old they are at least, in seconds.
  /// - Throws: `HostsFileError` when the directory can't be opened.
  public func sweepLeftovers(
    olderThan age: Int = HeldDirectory.leftoverAge
  ) throws(HostsFileError) {
    let target = FilePath.resolved(path)
    do throws(FileStoreError) {
      let directory = try HeldDirectory(path: FilePath.parent(of: target))
      FileReplacement.sweep(
        directory, beside: FilePath.name(of: target), of: path, olderThan: age)
    } catch {
      throw .readFailed(path: path, code: error.code ?? EIO)
    }
  }
}
