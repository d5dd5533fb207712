// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Terminal

/// A file of results, which appears when it is complete.
///
/// Several recordings may write their rows to one file, each in its turn.
final class OutputFile: @unchecked Sendable {  // `file` is guarded by `lock`.
  private let lock = NSLock()
  private var file: AtomicFile?

  /// Opens the file.
  ///
  /// - Throws: `OutputError.file`.
  init(path: String) throws(OutputError) {
    do { file = try AtomicFile(path: path) } catch { throw .file(error) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `OutputError.file`.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    lock.lock()
    defer { lock.unlock() }
    guard var open = file.take() else { preconditionFailure("The file is complete or failed.") }
    do { try open.write(bytes) } catch { throw .file(error) }
    file = consume open
  }

  /// Gives the file its name.
  ///
  /// - Throws: `OutputError.file`.
  func commit() throws(OutputError) {
    lock.lock()
    defer { lock.unlock() }
    guard let open = file.take() else { preconditionFailure("The file is complete or failed.") }
    do { try open.commit() } catch { throw .file(error) }
  }
}

/// The reason why results can't be skipped: one table holds them all.
struct SharedTableError: UsageError, Hashable {
  /// The path of the table.
  let path: String

  var description: String {
    "\(printable(path)) is one table of all recordings, so none can be skipped. Leave out "
      + "--skip-existing, or name a directory with -o."
  }
}
