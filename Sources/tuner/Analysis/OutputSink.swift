// SPDX-License-Identifier: MIT

import FileStore

/// Takes rendered records and brings them to their place: standard output at once or in blocks, or a
/// file that appears whole when everything is written.
struct OutputSink: ~Copyable {
  private static let blockCount = 65536

  private var file: AtomicFile?
  private let isImmediate: Bool
  private var pending: [UInt8] = []

  /// Opens `place`.
  ///
  /// - Parameters:
  ///   - place: where the records go.
  ///   - isImmediate: whether every record reaches standard output as soon as it is rendered.
  /// - Throws: `OutputError.file`.
  init(_ place: OutputPlaces.Place, isImmediate: Bool) throws(OutputError) {
    file = try Self.open(place)
    self.isImmediate = isImmediate
    pending.reserveCapacity(2 * Self.blockCount)
  }

  private static func open(_ place: OutputPlaces.Place) throws(OutputError) -> AtomicFile? {
    guard case .file(let path) = place else { return nil }
    do {
      return try AtomicFile(path: path)
    } catch {
      throw .file(error)
    }
  }

  /// Takes one rendered record.
  ///
  /// - Throws: `OutputError`, or `ExitStatus.closedPipe`.
  mutating func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    if isImmediate && file == nil || pending.count >= Self.blockCount { try flush() }
  }

  /// Writes what is pending, and puts a file in its place.
  ///
  /// - Throws: as `write`.
  consuming func finish() throws {
    try flush()
    guard let file = file.take() else { return }
    do {
      try file.commit()
    } catch {
      throw OutputError.file(error)
    }
  }

  private mutating func flush() throws {
    if var open = file.take() {
      do {
        try pending.withUnsafeBytes { try open.write($0) }
      } catch let error as FileStoreError {
        throw OutputError.file(error)
      }
      file = consume open
    } else {
      try pending.withUnsafeBytes { try StandardOutput.write($0) }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
