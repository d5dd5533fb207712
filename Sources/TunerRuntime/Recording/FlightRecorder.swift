// SPDX-License-Identifier: MIT

public import Acoustics
public import FileStore
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps the last half minute of a session, and what was shown meanwhile, beyond the end of the
/// program, however it ends.
///
/// It is one file of fixed size, in memory where the system has a place for that
/// (`UserDirectories.runtime()`), readable by this user alone, and written over by the next session.
/// Nothing has to be done at the end, so a program that crashes or is killed leaves the same as one
/// that is left. What can't be written is let go: a session does not end because of it.
public final class FlightRecorder: Sendable {
  /// The name of the file in its directory.
  public static let fileName = "last-session"

  private struct State: ~Copyable {
    var bytes: PlacedBytes
    var counts = FlightLayout.Counts()
    /// Where the file is until the first sample comes: a session that hears nothing replaces none.
    var scratch: String?
    let path: String

    deinit { if let scratch { unlink(scratch) } }
  }

  private let layout: FlightLayout
  private let state: Mutex<State>
  private let silence: [Float]

  /// Makes the file of a new session, which takes the place of the last one's with its first sample.
  ///
  /// - Parameters:
  ///   - directory: where it goes; made if need be.
  ///   - sampleRate: samples a second.
  ///   - description: says what session this is: text of 32 kB at most.
  /// - Throws: `FileStoreError` when there is no room or no right for it.
  public init(
    directory: String, sampleRate: SampleRate, description: String
  ) throws(FileStoreError) {
    let layout = FlightLayout(sampleRate: sampleRate)
    let path = directory + "/" + Self.fileName
    let scratch =
      directory + "/." + Self.fileName + "-" + String(UInt64.random(in: 0...(.max)), radix: 36)
    let bytes = try Self.create(layout, in: directory, at: scratch)
    self.layout = layout
    state = Mutex(State(bytes: bytes, scratch: scratch, path: path))
    silence = Array(repeating: 0, count: 4096)
    describe(description)
  }

  private static func create(
    _ layout: FlightLayout, in directory: String, at scratch: String
  ) throws(FileStoreError) -> PlacedBytes {
    try UserDirectories.make(directory)
    let descriptor = open(scratch, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .createFailed(path: directory, code: errno) }
    let bytes = PlacedBytes(descriptor: descriptor)
    guard ftruncate(descriptor, off_t(layout.byteCount)) == 0,
      bytes.put(layout.head, at: 0),
      bytes.put(FlightLayout.Counts().words, at: FlightLayout.countsOffset)
    else {
      let code = errno
      unlink(scratch)
      throw .writeFailed(path: directory, code: code)
    }
    return bytes
  }

  /// Replaces the description, as when settings change.
  ///
  /// - Parameter text: 32 kB at most of UTF-8; what is longer is let go.
  public func describe(_ text: String) {
    let utf8 = Array(text.utf8)
    guard utf8.count <= FlightLayout.descriptionBytes - 4 else { return }
    change { bytes, counts in
      let offset =
        FlightLayout.headBytes + (counts.descriptions + 1) % 2 * FlightLayout.descriptionBytes
      guard bytes.put(Self.framed(utf8), at: offset) else { return }
      counts.descriptions += 1
    }
  }

  /// Keeps a line of what was shown.
  ///
  /// - Parameter line: 508 bytes at most of UTF-8, with or without its line feed; what is longer is
  ///   let go.
  public func note(_ line: String) {
    let utf8 = Array(line.utf8)
    guard utf8.count <= FlightLayout.lineBytes - 4 else { return }
    let offset = layout.lineOffset
    change { bytes, counts in
      let slot = counts.lines % FlightLayout.lineSlots
      guard bytes.put(Self.framed(utf8), at: offset + slot * FlightLayout.lineBytes) else { return }
      counts.lines += 1
    }
  }

  /// Keeps samples: the recorder's thread.
  func write(_ samples: Span<Float>) {
    samples.withUnsafeBufferPointer { source in
      change { [layout] bytes, counts in
        Self.put(source, layout, bytes, at: counts.position)
        counts.position += source.count
      }
    }
  }

  /// Keeps silence for what was lost, and its place: the recorder's thread.
  func skip(_ count: Int) {
    change { [layout, silence] bytes, counts in
      let slot = counts.gaps % FlightLayout.gapSlots
      let gap = [UInt64(counts.position), UInt64(count)]
      _ = bytes.put(gap, at: layout.gapOffset + slot * FlightLayout.gapBytes)
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
    _ source: UnsafeBufferPointer<Float>, _ layout: FlightLayout, _ bytes: borrowing PlacedBytes,
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
    _ body: (borrowing PlacedBytes, inout FlightLayout.Counts) -> Void
  ) {
    state.withLock { state in
      body(state.bytes, &state.counts)
      _ = state.bytes.put(state.counts.words, at: FlightLayout.countsOffset)
      if state.counts.position > 0, let scratch = state.scratch {
        _ = rename(scratch, state.path)
        state.scratch = nil
      }
    }
  }

  /// A text behind its length.
  private static func framed(_ utf8: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: UInt32(utf8.count)) { Array($0) } + utf8
  }
}
