// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput
import Glibc

/// The contents of a ``RollingRecorder``'s file, from a session that ended, crashed or still runs.
package struct RollingRecording: Hashable, Sendable {
  /// The description of the session.
  package var description: String
  /// The last half minute, beginning at a whole second of the session.
  package var clip: RecordedClip
  /// The newest lines of the output, in order.
  package var lines: [String]

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
    let bytes = RandomAccessBytes(descriptor: descriptor)
    guard let head = bytes.items(2, repeating: UInt64(0), at: 0),
      let layout = RollingFileLayout(head: head)
    else { throw .notARecord(path: path) }
    // Gives up after eight attempts; no real session overwrites the data so often.
    for _ in 0..<8 {
      guard let record = Self.read(bytes, layout, path) else { continue }
      guard !record.clip.samples.isEmpty else { throw .nothingKept }
      self = record
      return
    }
    throw .notARecord(path: path)
  }

  private init(description: String, clip: RecordedClip, lines: [String]) {
    self.description = description
    self.clip = clip
    self.lines = lines
  }

  /// Reads everything once; `nil` when it was overwritten meanwhile or is incomplete.
  private static func read(
    _ bytes: borrowing RandomAccessBytes, _ layout: RollingFileLayout, _ path: String
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
    let lines = lines(bytes, layout, counts)
    // The data are consistent only if the data written since then fit into the spare room.
    guard let after = Self.counts(bytes), after.descriptions - counts.descriptions < 1,
      after.position - Int(start.samples) <= layout.sampleSlots,
      after.gaps - counts.gaps < RollingFileLayout.gapSlots / 2
    else { return nil }
    let samples = (Int(start.samples)..<counts.position).map { slots[$0 % slots.count] }
    return RollingRecording(
      description: text,
      clip: RecordedClip(sampleRate: rate, start: start, samples: samples, gaps: gaps),
      lines: lines)
  }

  private static func counts(_ bytes: borrowing RandomAccessBytes) -> RollingFileLayout.Counts? {
    bytes.items(5, repeating: UInt64(0), at: RollingFileLayout.countsOffset)
      .flatMap(RollingFileLayout.Counts.init(words:))
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

  private static func lines(
    _ bytes: borrowing RandomAccessBytes, _ layout: RollingFileLayout,
    _ counts: RollingFileLayout.Counts
  ) -> [String] {
    // Omits an eighth of the lines, which may be overwritten during the read.
    let kept = min(counts.lines, RollingFileLayout.lineSlots * 7 / 8)
    return ((counts.lines - kept)..<counts.lines).compactMap { index in
      let slot = index % RollingFileLayout.lineSlots
      return text(
        bytes, at: layout.lineOffset + slot * RollingFileLayout.lineBytes,
        limit: RollingFileLayout.lineBytes)
    }
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
      "\(path): can't be read (\(String(cString: strerror(code)))). Listen again: tuner live"
    case .notARecord(let path):
      "\(path): is not of this version. Listen again: tuner live"
    }
  }
}
