// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc
import PracticeGate

/// The gate's document in a file that all processes share.
///
/// The file is read and written under a lock, and replaced as a whole. A file that can't be parsed
/// is renamed and reported; it is never overwritten.
public final class GateFile: GateRepository, @unchecked Sendable {
  /// The file.
  public let path: String
  private let reportCorrupt: @Sendable (_ kept: String) -> Void
  /// The version of the file at the last check; guarded by the file lock.
  private var last: FileVersion?
  private var document: GateDocument?

  /// Names the file without opening it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - reportCorrupt: receives the new path of a file that could not be parsed.
  public init(path: String, reportCorrupt: @escaping @Sendable (_ kept: String) -> Void) {
    self.path = path
    self.reportCorrupt = reportCorrupt
  }

  /// Reads the document, lets `change` change it, and stores the result.
  public func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateFileError) {
    if let part = PathTrust.foreignPart(of: path) {
      throw part.code.map { .unusable(path: part.path, code: $0) } ?? .foreign(part)
    }
    let directory = FilePath.parent(of: path)
    let code = FilePath.makeDirectory(directory)
    if code != 0 { throw .unusable(path: directory, code: code) }
    guard let lock = FileLock(waitingFor: path + ".lock") else {
      let code = errno
      guard code == EWOULDBLOCK else { throw .unusable(path: path + ".lock", code: code) }
      throw .held(path: path + ".lock", holder: FileLock.holder(of: path + ".lock"))
    }
    let isOther = try load()
    if let changed = change(document, isOther) {
      try write(changed)
      document = changed
      last = FileVersion(path)
    }
    _ = consume lock
  }

  /// Reads the document without the lock.
  ///
  /// `tuner gate restore` must not wait for another process.
  ///
  /// - Returns: the document; `nil` if there is none, or if it can't be read or trusted.
  public func documentWithoutLock() -> GateDocument? {
    guard PathTrust.foreignPart(of: path) == nil, let bytes = try? KeptFile(path: path).read()
    else { return nil }
    return try? JSONDecoder().decode(GateDocument.self, from: Data(bytes))
  }

  /// The path of the damaged file that was set aside last; `nil` for none.
  public var lastSetAside: String? {
    var last: String?
    for number in 1...1000 {
      guard access(Self.kept(path, number), F_OK) == 0 else { break }
      last = Self.kept(path, number)
    }
    return last
  }

  /// The path of the hosts file in damaged settings; `nil` if it can't be found in their bytes.
  ///
  /// A block must have an exit, although its settings were damaged.
  package var hostsFileOfDamagedSettings: String? {
    guard PathTrust.foreignPart(of: path) == nil else { return nil }
    for place in [path, lastSetAside].compactMap({ $0 }) {
      guard let bytes = try? KeptFile(path: place).read() else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if let match = text.firstMatch(of: /"hostsFile"\s*:\s*("(?:[^"\\]|\\.)*")/),
        let words = try? JSONDecoder().decode([String].self, from: Data("[\(match.1)]".utf8)),
        let file = words.first, file.hasPrefix("/")
      {
        return file
      }
    }
    return nil
  }

  private static func kept(_ path: String, _ number: Int) -> String {
    "\(path).corrupt-\(number)"
  }

  /// Reads the document if it differs from the last one, and returns true if it does.
  private func load() throws(GateFileError) -> Bool {
    let identity = FileVersion(path)
    if let identity, identity == last { return false }
    guard identity != nil else {
      // A file that exists must not count as a gate that is not set up.
      let code = errno
      guard code == ENOENT else { throw .unusable(path: path, code: code) }
      let isOther = document != nil || last != nil
      document = nil
      last = nil
      return isOther
    }
    var status = stat()
    guard stat(path, &status) == 0, status.isRegularFile else {
      throw .unusable(path: path, code: EINVAL)
    }
    let bytes: [UInt8]
    do throws(FileStoreError) { bytes = try KeptFile(path: path).read() ?? [] } catch {
      throw error.code.map { .unusable(path: path, code: $0) } ?? .file(error)
    }
    let found: GateDocument
    do {
      found = try JSONDecoder().decode(GateDocument.self, from: Data(bytes))
    } catch {
      // The settings of a later version can have any form; the file is not damaged.
      if let refusal = Self.laterVersion(of: bytes) { throw .refused(path: path, refusal) }
      try setAside()
      return true
    }
    do throws(PracticeSnapshot.Refusal) { _ = try found.snapshot.restored() } catch {
      throw .refused(path: path, error)
    }
    guard GateSettings.leases.contains(found.settings.leaseSeconds) else {
      throw .lease(path: path, seconds: found.settings.leaseSeconds)
    }
    document = found
    last = identity
    return true
  }

  /// Returns the refusal of a document of a later version; `nil` for any other bytes.
  private static func laterVersion(of bytes: [UInt8]) -> PracticeSnapshot.Refusal? {
    struct Versioned: Decodable { let snapshot: PracticeSnapshot }
    guard let document = try? JSONDecoder().decode(Versioned.self, from: Data(bytes)) else {
      return nil
    }
    do throws(PracticeSnapshot.Refusal) { _ = try document.snapshot.restored() } catch {
      return error
    }
    return nil
  }

  private func setAside() throws(GateFileError) {
    for number in 1...1000 {
      let kept = Self.kept(path, number)
      if access(kept, F_OK) == 0 { continue }
      guard rename(path, kept) == 0 else { throw .unusable(path: path, code: errno) }
      if let directory = try? HeldDirectory(path: FilePath.parent(of: path)) {
        _ = directory.synchronise()
      }
      document = nil
      last = nil
      reportCorrupt(kept)
      return
    }
    throw .unusable(path: path, code: EEXIST)
  }

  private func write(_ document: GateDocument) throws(GateFileError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(document) else {
      throw .unusable(path: path, code: EINVAL)
    }
    do throws(FileStoreError) {
      try HeldDirectory(path: FilePath.parent(of: FilePath.resolved(path))).sweep()
      var file = try AtomicFile(path: path)
      try file.write(String(decoding: data, as: UTF8.self) + "\n")
      try file.commit()
    } catch {
      throw .file(error)
    }
  }
}
