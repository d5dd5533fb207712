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
/// exit. Write errors are ignored, because they must not end a session.
package final class RollingRecorder: Sendable {
  /// The name of the file in its directory.
  package static let fileName = "last-session"
  /// The name of a session's file before its first sample begins with this.
  private static let scratchPrefix = "." + fileName + "-"
  /// The age from which such a file without a program is removed, in seconds.
  private static let scratchSeconds = 600

  private struct State: ~Copyable {
    var bytes: RandomAccessBytes
    var counts = RollingFileLayout.Counts()
    /// The file's path before the first sample: a session without samples replaces no record.
    var scratch: String?
    let path: String

    deinit { if let scratch { unlink(scratch) } }
  }

  private let layout: RollingFileLayout
  private let state: Mutex<State>
  private let silence: [Float]

  /// Creates the file of a new session, which replaces the last one's at the first sample.
  ///
  /// - Parameters:
  ///   - directory: the destination, created if necessary.
  ///   - sampleRate: samples a second.
  ///   - description: the description of the session, at most 32 kB.
  /// - Throws: `FileStoreError` when the disk is full or access is denied.
  package init(
    directory: String, sampleRate: SampleRate, description: String
  ) throws(FileStoreError) {
    let layout = RollingFileLayout(sampleRate: sampleRate)
    let path = directory + "/" + Self.fileName
    let scratch =
      directory + "/" + Self.scratchPrefix + String(UInt64.random(in: 0...(.max)), radix: 36)
    let bytes = try Self.create(layout, in: directory, at: scratch)
    self.layout = layout
    state = Mutex(State(bytes: bytes, scratch: scratch, path: path))
    silence = Array(repeating: 0, count: 4096)
    describe(description)
  }

  private static func create(
    _ layout: RollingFileLayout, in directory: String, at scratch: String
  ) throws(FileStoreError) -> RandomAccessBytes {
    try UserDirectories.make(directory)
    sweep(directory)
    let descriptor = open(scratch, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .createFailed(path: directory, code: errno) }
    // The lock protects the file from the next session, while this one waits for its first sample.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    let bytes = RandomAccessBytes(descriptor: descriptor)
    guard ftruncate(descriptor, off_t(layout.byteCount)) == 0,
      bytes.put(layout.head, at: 0),
      bytes.put(RollingFileLayout.Counts().words, at: RollingFileLayout.countsOffset)
    else {
      let code = errno
      unlink(scratch)
      throw .writeFailed(path: directory, code: code)
    }
    return bytes
  }

  /// Removes the files of sessions that were killed before their first sample.
  private static func sweep(_ directory: String) {
    guard let entries = opendir(directory) else { return }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(scratchPrefix) { removeAbandoned(directory + "/" + name) }
    }
  }

  /// Removes a file if it is old and no session has locked it.
  private static func removeAbandoned(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    // A session locks its file only after it has made it, so a new file counts as locked.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      time(nil) - status.st_mtim.tv_sec > scratchSeconds, flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    unlink(path)
  }

  /// Replaces the description, for example when settings change.
  ///
  /// - Parameter text: at most 32 kB of UTF-8; a longer text is dropped.
  package func describe(_ text: String) {
    let utf8 = Array(text.utf8)
    guard utf8.count <= RollingFileLayout.descriptionBytes - 4 else { return }
    change { bytes, counts in
      let offset =
        RollingFileLayout.headBytes + (counts.descriptions + 1) % 2
        * RollingFileLayout.descriptionBytes
      guard bytes.put(Self.framed(utf8), at: offset) else { return }
      counts.descriptions += 1
    }
  }

  /// Records a line of the output.
  ///
  /// - Parameter line: at most 508 bytes of UTF-8, with or without its line feed; a longer line is
  ///   dropped.
  package func note(_ line: String) {
    let utf8 = Array(line.utf8)
    guard utf8.count <= RollingFileLayout.lineBytes - 4 else { return }
    let offset = layout.lineOffset
    change { bytes, counts in
      let slot = counts.lines % RollingFileLayout.lineSlots
      guard bytes.put(Self.framed(utf8), at: offset + slot * RollingFileLayout.lineBytes) else {
        return
      }
      counts.lines += 1
    }
  }

  /// Records samples; called on the recorder's thread.
  func write(_ samples: Span<Float>) {
    samples.withUnsafeBufferPointer { source in
      change { [layout] bytes, counts in
        Self.put(source, layout, bytes, at: counts.position)
        counts.position += source.count
      }
    }
  }

  /// Records silence for lost samples, and their position; called on the recorder's thread.
  func skip(_ count: Int) {
    change { [layout, silence] bytes, counts in
      let slot = counts.gaps % RollingFileLayout.gapSlots
      let gap = [UInt64(counts.position), UInt64(count)]
      _ = bytes.put(gap, at: layout.gapOffset + slot * RollingFileLayout.gapBytes)
      counts.gaps += 1
      var place = counts.position + max(0, count - layout.sampleSlots)
      let end = counts.position + count
      while place < end {
        let length = min(silence.count, end - place)
        silence.withUnsafeBufferPointer {
          Self.put(.init(rebasing: $0[..<length]), layout, bytes, at: place)
        }
        place += length
      }
      counts.position = end
    }
  }

  private static func put(
    _ source: UnsafeBufferPointer<Float>, _ layout: RollingFileLayout,
    _ bytes: borrowing RandomAccessBytes,
    at position: Int
  ) {
    let slot = position % layout.sampleSlots
    let first = min(source.count, layout.sampleSlots - slot)
    _ = bytes.put(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(source)[..<(4 * first)]),
      at: layout.sampleOffset + 4 * slot)
    _ = bytes.put(
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(source)[(4 * first)...]),
      at: layout.sampleOffset)
  }

  private func change(
    _ body: (borrowing RandomAccessBytes, inout RollingFileLayout.Counts) -> Void
  ) {
    state.withLock { state in
      body(state.bytes, &state.counts)
      _ = state.bytes.put(state.counts.words, at: RollingFileLayout.countsOffset)
      if state.counts.position > 0, let scratch = state.scratch {
        _ = rename(scratch, state.path)
        state.scratch = nil
      }
    }
  }

  /// Returns a text preceded by its length.
  private static func framed(_ utf8: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(utf8.count)) { Array($0) } + utf8
  }
}
