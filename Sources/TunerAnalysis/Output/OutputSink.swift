// SPDX-License-Identifier: MIT

import Terminal

/// A sink of rendered records: standard output, immediately or in blocks, or a file.
package struct OutputSink: ~Copyable {
  private static let blockCount = 65536
  /// The largest number of bytes in the buffer before the turn comes.
  ///
  /// A full buffer waits for the turn.
  private static let keptCount = 1 << 20

  private enum Destination {
    /// A file, which appears only when it is complete.
    case file(OutputFile)
    /// The table of a batch, in the turn of the recording.
    case table(OutputFile, BatchTurn?)
    /// Standard output; the turn is `nil` for a single recording.
    ///
    /// If `outlivesReader` is true, a closed pipe ends the output only, and not the command.
    case standardOutput(BatchTurn?, outlivesReader: Bool)
    /// A function that receives every block.
    case receiver(([UInt8]) throws -> Void)
  }

  private let destination: Destination
  private let isImmediate: Bool
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
    turn: BatchTurn?, table: OutputFile? = nil
  ) throws(OutputError) {
    if case .file(let path) = place {
      destination = .file(try OutputFile(path: path))
      self.isImmediate = false
    } else {
      destination =
        table.map { .table($0, turn) } ?? .standardOutput(turn, outlivesReader: outlivesReader)
      self.isImmediate = isImmediate
    }
    pending.reserveCapacity(2 * Self.blockCount)
  }

  /// Makes a sink that passes the bytes on in blocks.
  ///
  /// - Parameter receive: receives every block.
  init(_ receive: @escaping ([UInt8]) throws -> Void) {
    destination = .receiver(receive)
    isImmediate = false
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
    if isImmediate || pending.count >= Self.blockCount { try flush() }
  }

  /// Writes the rest of the buffer, and gives a file its name.
  ///
  /// - Returns: the bytes that wait for the recording's turn.
  /// - Throws: the errors of `write`.
  @discardableResult package consuming func finish() throws -> [UInt8] {
    try flush()
    guard case .file(let file) = destination else { return pending }
    try file.commit()
    return []
  }

  /// Ends the output after an error.
  ///
  /// A file does not appear.
  ///
  /// - Returns: the bytes for standard output that wait for the recording's turn.
  consuming func abandon() -> [UInt8] {
    if case .file = destination { [] } else { pending }
  }

  private mutating func flush() throws {
    switch destination {
    case .file(let file): try file.write(pending)
    case .table(let table, let turn):
      guard try isDue(turn) else { return }
      try table.write(pending)
    case .standardOutput(let turn, let outlivesReader):
      guard try isDue(turn) else { return }
      try StandardOutput.write(pending, outlivesReader: outlivesReader)
    case .receiver(let receive): if !pending.isEmpty { try receive(pending) }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Returns true if the buffer is to be written now, after a wait if it is full.
  private func isDue(_ turn: BatchTurn?) throws -> Bool {
    guard let turn, try !turn.hasCome() else { return true }
    if pending.count < Self.keptCount { return false }
    try turn.wait()
    return true
  }
}
