// SPDX-License-Identifier: MIT

package import Acoustics
internal import AudioInput
internal import FileStore
import Glibc

/// The contents of a ``RollingRecorder``'s file, from a session that ended, crashed or still runs.
package struct RollingRecording: Hashable, Sendable {
  /// The description of the session.
  package var description: String
  /// The last half minute, beginning at a whole second of the session.
  package var clip: RecordedClip
  /// The newest lines of the output, in order: the whole updates since the beginning of the clip.
  package var lines: [String]
  /// The position of the first update if earlier updates of the clip were overwritten; else `nil`.
  package var firstUpdate: SamplePosition?
  /// The time of the last write, in seconds since 1970: the end of the sound.
  package var lastWrite: Int64?
  /// The reason why the record ended before the session; `nil` for a whole record.
  package var shortfall: Shortfall?

  /// Reads the record in a directory.
  ///
  /// - Parameter directory: the recorder's directory.
  /// - Throws: ``RollingRecordingError``.
  package init(directory: String) throws(RollingRecordingError) {
    let path = directory + "/" + RollingRecorder.fileName
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .nothingKept : .unreadable(path: path, code: errno)
    }
    var status = stat()
    let lastWrite = fstat(descriptor, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
    let bytes = RandomAccessBytes(descriptor: descriptor)
    guard let head = bytes.items(3, repeating: UInt64(0), at: 0),
      let layout = RollingFileLayout(head: head)
    else { throw .notARecord(path: path) }
    // Gives up after eight attempts; no real session overwrites the data so often.
    for _ in 0..<8 {
      guard let record = Self.read(bytes, layout) else { continue }
      guard !record.clip.samples.isEmpty else { throw .nothingKept }
      self = record
      self.lastWrite = lastWrite
      return
    }
    throw .notARecord(path: path)
  }

  private init(_ description: String, _ clip: RecordedClip, _ updates: Updates) {
    self.description = description
    self.clip = clip
    lines = updates.lines
    firstUpdate = updates.first
  }

  /// Reads everything once; `nil` when it was overwritten meanwhile or is incomplete.
  private static func read(
    _ bytes: borrowing RandomAccessBytes, _ layout: RollingFileLayout
  ) -> RollingRecording? {
    guard let counts = counts(bytes) else { return nil }
    let rate = layout.sampleRate
    let end = SamplePosition(Int64(counts.position))
    let start = rate.wholeSecond(atLeast: SessionRecorder.keptSeconds, before: end)
    guard let slots = bytes.items(layout.sampleSlots, repeating: Float(0), at: layout.sampleOffset),
      let text = text(
        bytes,
        at: RollingFileLayout.headBytes + counts.descriptions % 2
          * RollingFileLayout.descriptionBytes,
        limit: RollingFileLayout.descriptionBytes)
    else { return nil }
    let gaps = gaps(bytes, layout, counts).within(start..<max(start, end))
    let updates = updates(bytes, layout, counts, in: start..<max(start, end))
    // The data are consistent only if the data written since then fit into the spare room.
    guard let after = Self.counts(bytes), after.descriptions - counts.descriptions < 1,
      after.position - Int(start.samples) <= layout.sampleSlots,
      after.gaps - counts.gaps < RollingFileLayout.gapSlots / 2,
      after.lines - counts.lines <= layout.lineSlots - layout.keptLines
    else { return nil }
    var clip = RecordedClip(
      sampleRate: rate, start: start,
      samples: (Int(start.samples)..<counts.position).map { slots[$0 % slots.count] }, gaps: gaps)
    clip.silenceGaps()
    var record = RollingRecording(text, clip, updates)
    record.shortfall = Shortfall(after, at: rate)
    return record
  }

  private static func counts(_ bytes: borrowing RandomAccessBytes) -> RollingFileLayout.Counts? {
    bytes.items(
      RollingFileLayout.Counts.wordCount, repeating: UInt64(0), at: RollingFileLayout.countsOffset
    ).flatMap(RollingFileLayout.Counts.init(words:))
  }

  private static func gaps(
    _ bytes: borrowing RandomAccessBytes, _ layout: RollingFileLayout,
    _ counts: RollingFileLayout.Counts
  ) -> [SampleGap] {
    let kept = min(counts.gaps, RollingFileLayout.gapSlots / 2)
    return ((counts.gaps - kept)..<counts.gaps).compactMap { index in
      let slot = index % RollingFileLayout.gapSlots
      guard
        let words = bytes.items(
          2, repeating: UInt64(0), at: layout.gapOffset + slot * RollingFileLayout.gapBytes),
        words.allSatisfy({ $0 < RollingFileLayout.mostSamples }), words[1] > 0
      else { return nil }
      let (start, count) = (Int64(words[0]), Int(words[1]))
      return SampleGap(start: SamplePosition(start), count: count)
    }
  }

  /// The lines of whole updates.
  private struct Updates {
    var lines: [String] = []
    /// The position of the first update if earlier ones were overwritten; else `nil`.
    var first: SamplePosition?
  }

  /// Reads the lines of the updates in a stretch of the session.
  ///
  /// The lines of the oldest update are left out if a part of them is overwritten.
  private static func updates(
    _ bytes: borrowing RandomAccessBytes, _ layout: RollingFileLayout,
    _ counts: RollingFileLayout.Counts, in stretch: Range<SamplePosition>
  ) -> Updates {
    typealias Head = RollingFileLayout.LineHead
    let oldest = max(0, counts.lines - layout.keptLines)
    var updates = Updates()
    var isWhole = false
    for index in oldest..<counts.lines {
      let offset =
        layout.lineOffset + index % layout.lineSlots * RollingFileLayout.lineBytes
      let none = Head(position: 0, length: 0, isFirst: 0)
      guard let head = bytes.items(1, repeating: none, at: offset)?.first,
        head.length <= RollingFileLayout.textBytes,
        let utf8 = bytes.items(
          Int(head.length), repeating: UInt8(0), at: offset + Head.byteCount)
      else { continue }
      let position = SamplePosition(head.position)
      if head.isFirst == 1, !isWhole {
        isWhole = true
        if oldest > 0, position > stretch.lowerBound { updates.first = position }
      }
      guard isWhole, position > stretch.lowerBound, position <= stretch.upperBound else { continue }
      updates.lines.append(String(decoding: utf8, as: UTF8.self))
    }
    return updates
  }

  private static func text(
    _ bytes: borrowing RandomAccessBytes, at offset: Int, limit: Int
  ) -> String? {
    guard let length = bytes.items(1, repeating: UInt32(0), at: offset)?.first,
      length <= limit - 4,
      let utf8 = bytes.items(Int(length), repeating: UInt8(0), at: offset + 4)
    else { return nil }
    return String(decoding: utf8, as: UTF8.self)
  }
}

extension RollingRecording {
  /// The end of a record whose session went on.
  package struct Shortfall: Hashable, Sendable, CustomStringConvertible {
    /// The length of the session's beginning that was recorded, in seconds.
    let seconds: Double
    /// The system's errno.
    package let code: Int32

    /// Returns the shortfall of a file with these counts; `nil` for none.
    init?(_ counts: RollingFileLayout.Counts, at rate: SampleRate) {
      guard counts.failure != 0 else { return nil }
      seconds = Double(counts.position) / Double(rate.hertz)
      code = Int32(counts.failure)
    }

    /// The reason and the time of the end, in a sentence without a full stop.
    package var description: String {
      let tenths = Int((10 * seconds).rounded())
      return "the recording for tuner report ended \(tenths / 10).\(tenths % 10) s after the "
        + "beginning of the session (\(errorText(code)))"
    }
  }
}

/// The reasons why there is no record.
package enum RollingRecordingError: Error, Hashable, Sendable {
  /// No session was recorded, or none with a sample.
  case nothingKept
  /// The file can't be read; `code` is the system's errno.
  case unreadable(path: String, code: Int32)
  /// The file has another format or version.
  case notARecord(path: String)
}

extension RollingRecordingError: CustomStringConvertible {
  /// One sentence for a person that ends with the remedy.
  package var description: String {
    switch self {
    case .nothingKept: "no session is kept. Listen first: tuner live"
    case .unreadable(let path, let code):
      "\(path): can't be read (\(errorText(code))). Listen again: tuner live"
    case .notARecord(let path):
      "\(path): is not of this version. Listen again: tuner live"
    }
  }
}
