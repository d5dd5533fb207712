// SPDX-License-Identifier: MIT

internal import Foundation

/// The members of an archive so far, with the checks that each member must pass.
///
/// One refused member makes the whole archive invalid, because such a member is never accidental.
struct ArchiveInventory {
  /// The kind of a member according to the archive.
  enum Kind: Hashable {
    case file(byteCount: Int)
    case directory
    /// Any other kind, named by a word.
    case other(String)
  }

  // PATH_MAX and NAME_MAX of Linux, less room for the destination directory.
  private static let pathLimit = 1024
  private static let nameLimit = 255

  private let archive: String
  private let limits: ArchiveLimits
  private var entryCount = 0
  private var spellings: [String: String] = [:]
  private var files: Set<String> = []
  private var directories: Set<String> = []
  /// The total length of all files in bytes.
  private(set) var byteCount = 0

  /// Begins an inventory.
  ///
  /// - Parameters:
  ///   - archive: its name, for errors.
  ///   - limits: the most that it may hold.
  init(of archive: String, limits: ArchiveLimits) {
    self.archive = archive
    self.limits = limits
  }

  /// Checks and records a member.
  ///
  /// - Parameters:
  ///   - name: its name as it stands in the archive.
  ///   - kind: its kind.
  /// - Returns: its path in the destination directory; `nil` for that directory itself.
  /// - Throws: `DownloadError.memberRefused`.
  mutating func admit(_ name: [UInt8], _ kind: Kind) throws(DownloadError) -> String? {
    let text = String(decoding: name, as: UTF8.self)
    let archive = archive
    func refuse(_ reason: String) -> DownloadError {
      .memberRefused(archive: archive, member: text, reason: reason)
    }
    if case .other(let what) = kind { throw refuse("is \(what)") }
    entryCount += 1
    if entryCount > limits.entryCount {
      throw refuse("is one member more than the \(limits.entryCount) that it may have")
    }
    let steps = try steps(of: name, text, refuse)
    if case .file(let count) = kind {
      guard count >= 0, count <= limits.byteCount - byteCount else {
        throw refuse("brings it over the \(limits.byteCount) bytes that it may unpack to")
      }
      byteCount += count
      if steps.isEmpty { throw refuse("has no name") }
    }
    if steps.isEmpty { return nil }
    try place(steps, kind, refuse)
    return steps.joined(separator: "/")
  }

  /// Returns the components of a path without `.` components.
  private func steps(
    of name: [UInt8], _ text: String, _ refuse: (String) -> DownloadError
  ) throws(DownloadError) -> [String] {
    if name.isEmpty { throw refuse("has no name") }
    guard Array(text.utf8) == name else { throw refuse("has a name that is not UTF-8") }
    if name.count > Self.pathLimit { throw refuse("has a name of \(name.count) bytes") }
    if text.hasPrefix("/") { throw refuse("has an absolute path") }
    if text.contains("\\") { throw refuse("has a backslash in its name") }
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        throw refuse("has a control character in its name")
      default: break
      }
    }
    let steps = text.split(separator: "/").filter { $0 != "." }.map(String.init)
    if steps.contains("..") { throw refuse("leads out of its directory") }
    if steps.contains(where: { $0.utf8.count > Self.nameLimit }) {
      throw refuse("has a name that is too long")
    }
    return steps
  }

  /// Refuses two members whose names some file systems treat as equal, and a file that is also a
  /// directory.
  private mutating func place(
    _ steps: [String], _ kind: Kind, _ refuse: (String) -> DownloadError
  ) throws(DownloadError) {
    for count in 1...steps.count {
      let path = steps[..<count].joined(separator: "/")
      let folded = path.precomposedStringWithCanonicalMapping.lowercased()
      if let other = spellings.updateValue(path, forKey: folded),
        Array(other.utf8) != Array(path.utf8)
      {
        throw refuse("differs from \"\(other)\" by case or composition only")
      }
      if count < steps.count, files.contains(path) { throw refuse("lies in a file") }
    }
    let path = steps.joined(separator: "/")
    guard case .file = kind else {
      if files.contains(path) { throw refuse("is a file and a directory") }
      directories.insert(path)
      return
    }
    if files.contains(path) { throw refuse("stands there twice") }
    if directories.contains(path) { throw refuse("is a file and a directory") }
    files.insert(path)
    for count in 1..<max(steps.count, 1) {
      directories.insert(steps[..<count].joined(separator: "/"))
    }
  }
}

/// The limits on the contents of an archive, so that a small archive can't fill a disk.
package struct ArchiveLimits: Hashable, Sendable {
  /// The number of members, including directories.
  package let entryCount: Int
  /// The total length of all members in bytes, including skipped ones.
  package let byteCount: Int

  package init(entryCount: Int, byteCount: Int) {
    self.entryCount = entryCount
    self.byteCount = byteCount
  }
}
