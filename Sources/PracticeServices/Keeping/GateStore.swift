// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc
import PracticeGate

/// The gate's document in a file that all processes share.
///
/// It is read and written under a lock, and replaced whole. A file that can't be understood is set
/// aside under another name and reported; it is never overwritten.
public final class GateStore: GateKeeping, @unchecked Sendable {
  /// The file.
  public let path: String
  private let reportCorrupt: @Sendable (_ kept: String) -> Void
  /// The version of the file that was seen last; touched only by whoever holds the lock.
  private var last: FileVersion?
  private var document: GateDocument?

  /// Makes a store; nothing is touched until it is used.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - reportCorrupt: is told where a file is kept that could not be understood.
  public init(path: String, reportCorrupt: @escaping @Sendable (_ kept: String) -> Void) {
    self.path = path
    self.reportCorrupt = reportCorrupt
  }

  /// Takes the document, lets it be changed, and keeps it if it was.
  public func update(
    _ change: (_ document: GateDocument?, _ isOther: Bool) -> GateDocument?
  ) throws(GateStoreError) {
    let directory = FilePath.parent(of: path)
    let code = FilePath.makeDirectory(directory)
    if code != 0 { throw .unusable(path: directory, code: code) }
    guard let lock = FileLock(waitingFor: path + ".lock") else {
      throw .unusable(path: path + ".lock", code: errno)
    }
    let isOther = try load()
    if let changed = change(document, isOther) {
      try write(changed)
      document = changed
      last = FileVersion(path)
    }
    _ = consume lock
  }

  /// Reads the document if it is another than the last one, and tells whether it is.
  private func load() throws(GateStoreError) -> Bool {
    let identity = FileVersion(path)
    if let identity, identity == last { return false }
    guard identity != nil else {
      let isOther = document != nil || last != nil
      document = nil
      last = nil
      return isOther
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unusable(path: path, code: EINVAL)
    }
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw .unusable(path: path, code: errno == 0 ? EACCES : errno)
    }
    let found: GateDocument
    do {
      found = try JSONDecoder().decode(GateDocument.self, from: bytes)
    } catch {
      try setAside()
      return true
    }
    do throws(PracticeSnapshot.Refusal) { _ = try found.snapshot.restored() } catch {
      throw .refused(path: path, error)
    }
    document = found
    last = identity
    return true
  }

  private func setAside() throws(GateStoreError) {
    for number in 1...1000 {
      let kept = "\(path).corrupt-\(number)"
      if access(kept, F_OK) == 0 { continue }
      guard rename(path, kept) == 0 else { throw .unusable(path: path, code: errno) }
      document = nil
      last = nil
      reportCorrupt(kept)
      return
    }
    throw .unusable(path: path, code: EEXIST)
  }

  private func write(_ document: GateDocument) throws(GateStoreError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(document) else {
      throw .unusable(path: path, code: EINVAL)
    }
    do throws(FileStoreError) {
      var file = try AtomicFile(path: path)
      try file.write(String(decoding: data, as: UTF8.self) + "\n")
      try file.commit()
    } catch {
      throw .file(error)
    }
  }
}
