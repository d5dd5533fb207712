// SPDX-License-Identifier: MIT

package import Acoustics
package import FileStore
import Glibc
internal import Synchronization

/// A recorder of the last half minute of a session and its output, which survives a crash of the
/// program.
///
/// The record is one file of fixed size, in memory if the system has a directory for it
/// (`UserDirectories.runtime()`). Only this user can read it, and the next session overwrites it.
/// The recorder does nothing at the end of a session, so a crash leaves the same file as a normal
/// exit. The first write that fails ends the recording and not the session: the file then holds
/// what was written before, and ``shortfall`` has the reason.
package final class RollingRecorder: Sendable {
  /// The name of the file in its directory.
  package static let fileName = "last-session"
  /// The name of a session's file before its first sample begins with this.
  static let scratchPrefix = "." + fileName + "-"

  typealias WriteError = RandomAccessBytes.WriteError

  private struct State: ~Copyable {
    var bytes: RandomAccessBytes
    var counts = RollingFileLayout.Counts()
    /// The file's path before the first sample: a session without samples replaces no record.
    var scratch: String?
    let path: String

    deinit { if let scratch { unlink(scratch) } }

    /// Counts what was written; after the first sample, the file replaces the last session's.
    mutating func commit(_ counts: RollingFileLayout.Counts) throws(WriteError) {
      try bytes.put(counts.words, at: RollingFileLayout.countsOffset)
      self.counts = counts
      guard counts.position > 0, let scratch else { return }
      guard rename(scratch, path) == 0 else {
        let error = WriteError(code: errno)
        self.counts = .init()
        throw error
      }
      self.scratch = nil
    }

    /// Ends the recording, and stores the reason in the file if it can be written.
    mutating func end(_ error: WriteError) {
      counts.failure = Int(error.code)
      try? bytes.put(counts.words, at: RollingFileLayout.countsOffset)
    }
  }

  private let layout: RollingFileLayout
  private let state: Mutex<State>
  private let silence: [Float]

  /// Creates the file of a new session, which replaces the last one's at the first sample.
  ///
  /// - Parameters:
  ///   - directory: the destination, created if necessary.
  ///   - sampleRate: samples a second.
  ///   - updateRate: updates a second. If the session changes to a higher rate, the record holds
  ///     fewer seconds of updates.
  ///   - linesPerUpdate: the most lines of an update, from 1.
  ///   - description: the description of the session, at most 32 kB.
  /// - Throws: `FileStoreError` when the disk is full or access is denied.
  package init(
    directory: String, sampleRate: SampleRate, updateRate: UpdateRate, linesPerUpdate: Int,
    description: String
  ) throws(FileStoreError) {
    let layout = RollingFileLayout(
      sampleRate: sampleRate, updateRate: updateRate, linesPerUpdate: linesPerUpdate)
    let path = directory + "/" + Self.fileName
    let scratch =
      directory + "/" + Self.scratchPrefix + String(UInt64.random(in: 0...(.max)), radix: 36)
    let bytes = try Self.create(layout, in: directory, at: scratch)
    self.layout = layout
    state = Mutex(State(bytes: bytes, scratch: scratch, path: path))
    silence = Array(repeating: 0, count: 4096)
    describe(description)
  }

  /// The write that ended the recording before the session; `nil` while the recording goes on.
  package var shortfall: RollingRecording.Shortfall? {
    RollingRecording.Shortfall(state.withLock { $0.counts }, at: layout.sampleRate)
  }

  /// Removes the file of a session that has ended without a sample.
  ///
  /// A program that exits does not release the recorder, which would remove the file.
  package func discardIfEmpty() {
    state.withLock { state in
      guard let scratch = state.scratch else { return }
      unlink(scratch)
      state.scratch = nil
    }
  }

  /// Replaces the description, for example when settings change.
  ///
  /// - Parameter text: at most 32 kB of UTF-8; a longer text is dropped.
  package func describe(_ text: String) {
    let utf8 = Array(text.utf8)
    guard utf8.count <= RollingFileLayout.descriptionBytes - 4 else { return }
    let framed = withUnsafeBytes(of: UInt32(utf8.count)) { Array($0) } + utf8
    change { state throws(WriteError) in
      var counts = state.counts
      counts.descriptions += 1
      let offset = counts.descriptions % 2 * RollingFileLayout.descriptionBytes
      try state.bytes.put(framed, at: RollingFileLayout.headBytes + offset)
      try state.commit(counts)
    }
  }

  /// Records the lines of an update of the output.
  ///
  /// - Parameters:
  ///   - lines: at most 512 bytes of UTF-8 each, with or without a line feed. An update with a
  ///     longer line is dropped.
  ///   - position: the position of the update's last sample.
  package func note(_ lines: [String], at position: SamplePosition) {
    let texts = lines.map { Array($0.utf8) }
    guard texts.allSatisfy({ $0.count <= RollingFileLayout.textBytes }) else { return }
    change { [layout] state throws(WriteError) in
      var counts = state.counts
      for (index, text) in texts.enumerated() {
        let head = RollingFileLayout.LineHead(
          position: position.samples, length: UInt32(text.count), isFirst: index == 0 ? 1 : 0)
        let slot = counts.lines % layout.lineSlots
        let bytes = withUnsafeBytes(of: head) { Array($0) } + text
        try state.bytes.put(bytes, at: layout.lineOffset + slot * RollingFileLayout.lineBytes)
        counts.lines += 1
      }
      try state.commit(counts)
    }
  }

  /// Records samples; called on the recorder's thread.
  func write(_ samples: Span<Float>) {
    samples.withUnsafeBufferPointer { source in
      change { [layout] state throws(WriteError) in
        var counts = state.counts
        try Self.put(source, layout, state.bytes, at: counts.position)
        counts.position += source.count
        try state.commit(counts)
      }
    }
  }

  /// Records silence for lost samples, and their position; called on the recorder's thread.
  func skip(_ count: Int) {
    change { [layout, silence] state throws(WriteError) in
      var counts = state.counts
      let slot = counts.gaps % RollingFileLayout.gapSlots
      let gap = [UInt64(counts.position), UInt64(count)]
      try state.bytes.put(gap, at: layout.gapOffset + slot * RollingFileLayout.gapBytes)
      var place = counts.position + max(0, count - layout.sampleSlots)
      let end = counts.position + count
      counts.gaps += 1
      counts.position = end
      // The gap is counted before its silence is written. A reader replaces the samples of the
      // newest gaps by silence, so a write that fails below leaves no old sample in the gap.
      try state.commit(counts)
      while place < end {
        let length = min(silence.count, end - place)
        try silence.withUnsafeBufferPointer { silence throws(WriteError) in
          try Self.put(.init(rebasing: silence[..<length]), layout, state.bytes, at: place)
        }
        place += length
      }
    }
  }

  private static func put(
    _ source: UnsafeBufferPointer<Float>, _ layout: RollingFileLayout,
    _ bytes: borrowing RandomAccessBytes, at position: Int
  ) throws(WriteError) {
    let slot = position % layout.sampleSlots
    let first = min(source.count, layout.sampleSlots - slot)
    try bytes.put(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(source)[..<(4 * first)]),
      at: layout.sampleOffset + 4 * slot)
    try bytes.put(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(source)[(4 * first)...]),
      at: layout.sampleOffset)
  }

  /// Changes the file, unless the recording has ended.
  private func change(_ body: (inout State) throws(WriteError) -> Void) {
    state.withLock { state in
      guard state.counts.failure == 0 else { return }
      do throws(WriteError) { try body(&state) } catch { state.end(error) }
    }
  }
}
