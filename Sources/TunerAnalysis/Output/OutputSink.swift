// SPDX-License-Identifier: MIT

import FileStore
import Terminal

/// A sink of rendered records: standard output, immediately or in blocks, or a file.
///
/// The file appears only when it is complete.
package struct OutputSink: ~Copyable {
  private static let blockCount = 65536
  /// The largest number of bytes in the buffer before the turn comes.
  ///
  /// A full buffer waits for the turn.
  private static let keptCount = 1 << 20

  private var file: AtomicFile?
  /// Receives the bytes instead of standard output; `nil` for none.
  private let receive: (([UInt8]) throws -> Void)?
  private let isImmediate: Bool
  /// True if a closed pipe ends the output only, and not the command.
  private let outlivesReader: Bool
  private let turn: BatchTurn?
  /// The table that takes the place of standard output; `nil` for none.
  private let table: SharedTable?
  private var pending: [UInt8] = []

  /// Opens `place`.
  ///
  /// - Parameters:
  ///   - place: the place of the records.
  ///   - isImmediate: true if every record reaches standard output as soon as it is rendered.
  ///   - outlivesReader: true to discard the records when the reader has closed the pipe, because
  ///     the command has other results.
  /// - Throws: `OutputError.file`.
  package init(
    _ place: OutputPlaces.Place, isImmediate: Bool, outlivesReader: Bool = false
  ) throws(OutputError) {
    try self.init(place, isImmediate: isImmediate, outlivesReader: outlivesReader, turn: nil)
  }

  /// Opens `place` for the output of one recording of a batch.
  ///
  /// - Parameters:
  ///   - place: the place of the records.
  ///   - isImmediate: true if every record reaches standard output as soon as it is rendered.
  ///   - outlivesReader: true to discard the records when the reader has closed the pipe.
  ///   - turn: the recording's turn to write to standard output; `nil` for a single recording.
  ///   - table: the table that takes the place of standard output; `nil` for none.
  /// - Throws: `OutputError.file`.
  init(
    _ place: OutputPlaces.Place, isImmediate: Bool, outlivesReader: Bool,
    turn: BatchTurn?, table: SharedTable? = nil
  ) throws(OutputError) {
    file = try Self.open(place)
    receive = nil
    self.table = table
    self.isImmediate = isImmediate
    self.outlivesReader = outlivesReader
    self.turn = turn
    pending.reserveCapacity(2 * Self.blockCount)
  }

  /// Makes a sink that passes the bytes on in blocks.
  ///
  /// - Parameter receive: receives every block.
  init(_ receive: @escaping ([UInt8]) throws -> Void) {
    file = nil
    isImmediate = false
    outlivesReader = false
    turn = nil
    table = nil
    self.receive = receive
  }

  private static func open(_ place: OutputPlaces.Place) throws(OutputError) -> AtomicFile? {
    guard case .file(let path) = place else { return nil }
    do {
      return try AtomicFile(path: path)
    } catch {
      throw .file(error)
    }
  }

  /// Writes a rendered record.
  ///
  /// - Throws: `OutputError`, or `ExitStatus.closedPipe`.
  package mutating func write(_ text: String) throws {
    pending.append(contentsOf: text.utf8)
    try flushIfDue()
  }

  /// Writes rendered bytes.
  ///
  /// - Throws: the errors of `write(_:)` for a text.
  mutating func write(_ bytes: [UInt8]) throws {
    pending += bytes
    try flushIfDue()
  }

  private mutating func flushIfDue() throws {
    if isImmediate && file == nil || pending.count >= Self.blockCount { try flush() }
  }

  /// Writes the rest of the buffer, and gives a file its name.
  ///
  /// - Returns: the bytes that wait for the recording's turn.
  /// - Throws: the errors of `write`.
  @discardableResult package consuming func finish() throws -> [UInt8] {
    try flush()
    guard let file = file.take() else { return pending }
    do {
      try file.commit()
    } catch {
      throw OutputError.file(error)
    }
    return []
  }

  /// Ends the output after an error.
  ///
  /// A file does not appear.
  ///
  /// - Returns: the bytes for standard output that wait for the recording's turn.
  consuming func abandon() -> [UInt8] { file == nil ? pending : [] }

  private mutating func flush() throws {
    if let receive {
      if !pending.isEmpty { try receive(pending) }
    } else if var open = file.take() {
      do {
        try pending.withUnsafeBytes { try open.write($0) }
      } catch let error as FileStoreError {
        throw OutputError.file(error)
      }
      file = consume open
    } else {
      if let turn, try !turn.hasCome() {
        if pending.count < Self.keptCount { return }
        try turn.wait()
      }
      if let table {
        try table.write(pending)
      } else {
        try StandardOutput.write(pending, outlivesReader: outlivesReader)
      }
    }
    pending.removeAll(keepingCapacity: true)
  }
}
