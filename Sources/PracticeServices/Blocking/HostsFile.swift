// SPDX-License-Identifier: MIT

public import FileStore
import Glibc
public import PracticeGoals

/// A hosts file with, or without, the managed section.
///
/// All bytes outside the markers of the section are kept. A file is replaced as a whole, with its
/// owner, its permissions and its extended attributes. A symbolic link to the file remains.
public struct HostsFile: Sendable {
  /// The hosts file of the system.
  public static let system = HostsFile(path: "/etc/hosts")

  /// The number of attempts at a change when other programs keep changing the file.
  private static let mostAttempts = 10

  /// The path of the file.
  public let path: String

  /// Names a file without opening it.
  public init(path: String) { self.path = path }

  /// The contents of a hosts file at one moment.
  public struct Contents: Sendable {
    /// The whole file.
    public let bytes: [UInt8]
    /// The managed section; `nil` if there is none.
    ///
    /// It is not intact if somebody has edited it.
    public let section: HostsSection?
    /// The positions of the section's lines in `bytes`.
    let pieces: [Range<Int>]

    /// The bytes of the section in the file; empty if there is none.
    public var sectionText: String {
      pieces.map { String(decoding: bytes[$0], as: UTF8.self) }.joined()
    }

    /// Returns the file with another section, at the place of the old one or at the beginning.
    ///
    /// The section comes first because the first entry for a name counts. Lines that others wrote
    /// between the markers stay, behind the section.
    ///
    /// - Parameter section: the section; `nil` for none.
    /// - Returns: the whole file.
    public func replacing(with section: HostsSection?) -> [UInt8] {
      let text = section.map { Array($0.text.utf8) } ?? []
      var result = Array(bytes[..<(pieces.first?.lowerBound ?? 0)]) + text
      for (index, piece) in pieces.enumerated() {
        let next = index + 1 < pieces.count ? pieces[index + 1].lowerBound : bytes.count
        result += bytes[piece.upperBound..<next]
      }
      return pieces.isEmpty ? text + bytes : result
    }
  }

  /// Reads the file.
  ///
  /// - Returns: the present contents.
  /// - Throws: `HostsFileError.missing`, `.notAFile` or `.readFailed`.
  /// - Complexity: O(bytes).
  public func read() throws(HostsFileError) -> Contents {
    let bytes = try FileReplacement.read(path)
    let found = HostsSection.find(in: bytes)
    return Contents(bytes: bytes, section: found?.section, pieces: found?.pieces ?? [])
  }

  /// Checks that the file may be replaced, without touching it.
  ///
  /// A file without any write permission is refused even for root.
  ///
  /// - Throws: `HostsFileError`.
  public func checkPermission() throws(HostsFileError) {
    _ = try read()
    try FileReplacement.check(path)
  }

  /// Replaces the section that was read by another one.
  ///
  /// - Parameters:
  ///   - contents: the contents that were read.
  ///   - section: the section; `nil` for none.
  /// - Returns: true if the file had to be changed.
  /// - Throws: `HostsFileError`; the file is then unchanged, or as another program left it.
  @discardableResult
  public func replaceSection(
    of contents: Contents, with section: HostsSection?
  ) throws(HostsFileError) -> Bool {
    if section == contents.section { return false }
    try FileReplacement.replace(
      path, holding: contents.bytes, with: contents.replacing(with: section))
    return true
  }

  /// Replaces the section by one that `decide` derives from the present section.
  ///
  /// If another program changes the file between the reading and the writing, both start again.
  ///
  /// - Parameter decide: returns the wanted section, given the present one.
  /// - Returns: true if the file had to be changed.
  /// - Throws: `HostsFileError`; `.changedMeanwhile` if another program keeps changing the file.
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

  /// The outcome of removing a section.
  public enum Restoration: Hashable, Sendable {
    /// The section was removed.
    case restored
    /// The lease has not expired, so the section was left in place.
    case active(until: WallTime)
    /// There was no section.
    case none
  }

  /// Removes the section.
  ///
  /// - Parameter now: the present moment: the section is removed only if its lease has expired
  ///   then. `nil` removes it in any case.
  /// - Returns: the outcome.
  /// - Throws: `HostsFileError`.
  @discardableResult
  public func restore(ifOverAt now: WallTime? = nil) throws(HostsFileError) -> Restoration {
    var outcome = Restoration.none
    try replaceSection { section in
      outcome = section == nil ? .none : .restored
      guard let now, let section, !section.isOver(at: now) else { return nil }
      outcome = .active(until: section.end)
      return section
    }
    return outcome
  }

  /// Removes the temporary files that killed processes left next to the file.
  ///
  /// A file that holds another program's change is kept, as `NAME.headstock-kept-1`.
  ///
  /// - Parameter age: the least age of the files to remove, in seconds.
  /// - Throws: `HostsFileError` if the directory can't be opened.
  public func sweepLeftovers(
    olderThan age: Int = HeldDirectory.leftoverAge
  ) throws(HostsFileError) {
    let target = FilePath.resolved(path)
    do throws(FileStoreError) {
      let directory = try HeldDirectory(path: FilePath.parent(of: target))
      FileReplacement.sweep(
        directory, beside: FilePath.name(of: target), olderThan: age)
    } catch {
      throw .readFailed(path: path, code: error.code ?? EIO)
    }
  }
}
