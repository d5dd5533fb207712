// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The practice of one stretch of time: one line of the journal.
public struct PracticeRecord: Hashable, Sendable {
  /// The source of the sound.
  public enum Source: String, Hashable, Codable, Sendable, CaseIterable {
    /// Live sound of a microphone.
    case live
    /// A recording, analysed afterwards.
    case recording
    /// No sound: the player took the emergency exit of the gate.
    case exit
  }

  /// The permitted length of a stretch, in milliseconds: up to a day.
  public static let durations: ClosedRange<Int> = 0...86_400_000
  /// The longest name of a tuning, in bytes.
  public static let longestTuning = 64

  /// The beginning of the stretch; the record counts on the day of this moment.
  public let start: WallTime
  /// The length of the stretch, in milliseconds.
  public let milliseconds: Int
  /// The part of the stretch that counts as practice, in milliseconds; at most its length.
  public let practiceMilliseconds: Int
  /// The notes that were played.
  public let noteCount: Int
  /// The number of those notes that were in tune.
  public let inTuneCount: Int
  /// The name of the tuning.
  public let tuning: String
  /// The source of the sound.
  public let source: Source
  /// The hash that identifies a recording; `nil` for live sound.
  public let origin: UInt64?

  /// Makes a record.
  ///
  /// An amount out of range becomes the nearest permitted one. A character of the tuning's name
  /// that a line can't hold becomes `_`.
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

  /// Makes the record of an emergency exit.
  ///
  /// - Parameter time: the moment of the exit.
  /// - Returns: a record without practice.
  public static func exit(at time: WallTime) -> PracticeRecord {
    PracticeRecord(
      start: time, milliseconds: 0, practiceMilliseconds: 0, noteCount: 0, inTuneCount: 0,
      tuning: "-", source: .exit)
  }

  /// The first moment after the stretch.
  public var end: WallTime { start.advanced(byMilliseconds: Int64(milliseconds)) }

  /// Returns true if a byte needs no escape in a string of the journal.
  static func isWritable(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func writable(_ name: String) -> String {
    let bytes = name.utf8.prefix(longestTuning).map { isWritable($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
