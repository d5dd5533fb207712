// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What the journal holds of some time.
public struct JournalReading: Hashable, Sendable {
  /// A line that is not a record.
  public struct Damage: Hashable, Sendable {
    /// Why it is not one.
    public enum Reason: String, Hashable, Sendable {
      /// It is cut, or was changed by hand.
      case damaged
      /// A later program wrote it.
      case laterVersion
    }

    /// The file that holds it.
    public let path: String
    /// Its number, from 1.
    public let line: Int
    /// Why it is not a record.
    public let reason: Reason
  }

  /// The records that began in that time, in the order of their files and lines.
  public internal(set) var records: [PracticeRecord] = []
  /// The lines that are not records; they are left where they are.
  public internal(set) var damage: [Damage] = []

  /// Makes a reading of nothing.
  public init() {}

  /// What all records come to.
  public var totals: PracticeTotals {
    records.reduce(into: PracticeTotals()) { $0.add($1) }
  }
}

/// What some records come to.
public struct PracticeTotals: Hashable, Sendable {
  /// The playing that counts, in milliseconds.
  public private(set) var practiceMilliseconds = 0
  /// The notes that were played.
  public private(set) var noteCount = 0
  /// Those of them that were in tune.
  public private(set) var inTuneCount = 0

  /// Makes the totals of nothing.
  public init() {}

  /// The playing that counts, in minutes.
  public var practiceMinutes: Double { Double(practiceMilliseconds) / 60_000 }

  /// Adds a record.
  ///
  /// - Parameter record: what was heard.
  public mutating func add(_ record: PracticeRecord) {
    practiceMilliseconds += record.practiceMilliseconds
    noteCount += record.noteCount
    inTuneCount += record.inTuneCount
  }
}

extension JournalReading.Damage: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch reason {
    case .damaged:
      "\(path): line \(line) is damaged and was left out. Nothing else is lost"
    case .laterVersion:
      "\(path): line \(line) was written by a later version and was left out. Update the program"
    }
  }
}
