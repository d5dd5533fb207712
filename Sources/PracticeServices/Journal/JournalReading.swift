// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The contents of the journal over a stretch of time.
public struct JournalReading: Hashable, Sendable {
  /// A line that is not a record.
  public struct Damage: Hashable, Sendable {
    /// The reason why it is not a record.
    public enum Reason: String, Hashable, Sendable {
      /// The line was cut off or edited by hand.
      case damaged
      /// A later version of the program wrote the line.
      case laterVersion
      /// The line repeats a record that was read before.
      case copied
    }

    /// The file of the line.
    public let path: String
    /// The number of the line, from 1.
    public let line: Int
    /// The reason why it is not a record.
    public let reason: Reason
  }

  /// The records that began in that time, in the order of files and lines.
  public internal(set) var records: [PracticeRecord] = []
  /// The lines that are not records; they stay in their files.
  public internal(set) var damage: [Damage] = []

  /// The moments at which the player took the emergency exit.
  public var exits: [WallTime] { records.filter { $0.source == .exit }.map(\.start) }

  /// The totals of all records.
  public var totals: PracticeTotals {
    records.reduce(into: PracticeTotals()) { $0.add($1) }
  }
}

/// The totals of some records.
public struct PracticeTotals: Hashable, Sendable {
  /// The practice, in milliseconds.
  public private(set) var practiceMilliseconds = 0
  /// The notes that were played.
  public private(set) var noteCount = 0
  /// The number of those notes that were in tune.
  public private(set) var inTuneCount = 0

  /// Makes empty totals.
  public init() {}

  /// The practice, in minutes.
  public var practiceMinutes: Double { Double(practiceMilliseconds) / 60_000 }

  /// Adds a record.
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
    case .copied:
      "\(path): line \(line) repeats an earlier one and counts once. Nothing is lost"
    case .laterVersion:
      "\(path): line \(line) was written by a later version and was left out. Update the program"
    }
  }
}
