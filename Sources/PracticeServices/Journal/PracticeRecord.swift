// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What the tuner heard of an instrument within one stretch of time: one line of the journal.
public struct PracticeRecord: Hashable, Sendable {
  /// Where the sound came from.
  public enum Source: String, Hashable, Codable, Sendable, CaseIterable {
    /// A microphone, while it happened.
    case live
    /// A recording, afterwards.
    case recording
  }

  /// What a stretch can last, in milliseconds: up to a day.
  public static let durations: ClosedRange<Int> = 0...86_400_000
  /// The longest name of a tuning, in bytes.
  public static let longestTuning = 64

  /// When the stretch began; the record counts on the day of this moment.
  public let start: WallTime
  /// How long it was, in milliseconds.
  public let milliseconds: Int
  /// How much of it was playing that counts, in milliseconds: never more than all of it.
  public let practiceMilliseconds: Int
  /// The notes that were played.
  public let noteCount: Int
  /// Those of them that were in tune.
  public let inTuneCount: Int
  /// The name of the tuning.
  public let tuning: String
  /// Where the sound came from.
  public let source: Source
  /// What tells one recording from another; `nil` for what was heard live.
  public let origin: UInt64?

  /// Makes a record.
  ///
  /// Amounts that no stretch can have become the nearest that it can. What a line can't hold of a
  /// tuning's name becomes `_`.
  ///
  /// - Parameters:
  ///   - start: when the stretch began.
  ///   - milliseconds: how long it was.
  ///   - practiceMilliseconds: how much of it counts.
  ///   - noteCount: the notes that were played.
  ///   - inTuneCount: those of them that were in tune.
  ///   - tuning: the name of the tuning.
  ///   - source: where the sound came from.
  ///   - origin: what tells one recording from another.
  public init(
    start: WallTime, milliseconds: Int, practiceMilliseconds: Int, noteCount: Int,
    inTuneCount: Int, tuning: String, source: Source, origin: UInt64? = nil
  ) {
    self.start = start
    self.milliseconds = min(max(milliseconds, 0), Self.durations.upperBound)
    self.practiceMilliseconds = min(max(practiceMilliseconds, 0), self.milliseconds)
    self.noteCount = min(max(noteCount, 0), Self.durations.upperBound)
    self.inTuneCount = min(max(inTuneCount, 0), self.noteCount)
    self.tuning = Self.writable(tuning)
    self.source = source
    self.origin = origin
  }

  /// The first moment behind the stretch.
  public var end: WallTime { start.advanced(byMilliseconds: Int64(milliseconds)) }

  /// Tells whether a byte stands for itself within a string of the journal.
  static func isWritable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func writable(_ name: String) -> String {
    let bytes = name.utf8.prefix(longestTuning).map { isWritable($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
