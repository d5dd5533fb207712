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

  /// The totals of all records, with live sound that several programs heard counted once.
  public var totals: PracticeTotals { PracticeTotals(of: records) }
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

  /// Makes the totals of the records of a day.
  ///
  /// Live sound that several programs heard counts once: each moment counts as in the record that
  /// counts most of it. A recording counts in full, because the journal takes none of which live
  /// sound covers half or more.
  public init(of records: [PracticeRecord]) {
    for record in records where record.source != .live { add(record) }
    for group in LivePassages(records).groups {
      if group.count == 1 { add(group[0]) } else { addOnce(group) }
    }
  }

  /// The practice, in minutes.
  public var practiceMinutes: Double { Double(practiceMilliseconds) / 60_000 }

  /// Adds a record.
  public mutating func add(_ record: PracticeRecord) {
    practiceMilliseconds += record.practiceMilliseconds
    noteCount += record.noteCount
    inTuneCount += record.inTuneCount
  }

  /// Adds records that overlap, each moment once.
  ///
  /// - Parameter group: the records in the order of their starts.
  private mutating func addOnce(_ group: [PracticeRecord]) {
    // A record without a length has no moment.
    for record in group where record.milliseconds == 0 { add(record) }
    let records = group.filter { $0.milliseconds > 0 }
    let bounds = Set(records.flatMap { [$0.start, $0.end] }).sorted()
    var (practice, notes, inTune) = (0.0, 0.0, 0.0)
    var present: [PracticeRecord] = []
    var next = 0
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      present.removeAll { $0.end <= start }
      while next < records.count, records[next].start <= start {
        present.append(records[next])
        next += 1
      }
      let largest = { (count: KeyPath<PracticeRecord, Int>) in
        present.map { Double($0[keyPath: count]) / Double($0.milliseconds) }.max() ?? 0
      }
      let length = Double(end.milliseconds(since: start))
      practice += length * largest(\.practiceMilliseconds)
      notes += length * largest(\.noteCount)
      inTune += length * largest(\.inTuneCount)
    }
    practiceMilliseconds += Int(practice.rounded())
    noteCount += Int(notes.rounded())
    inTuneCount += Int(inTune.rounded())
  }
}

/// Records of live sound, in groups that overlap in time.
struct LivePassages {
  /// The groups, in order; a record that overlaps with no other one is a group of its own.
  private(set) var groups: [[PracticeRecord]] = []

  /// Groups the records of live sound among others.
  init(_ records: [PracticeRecord]) {
    var reached: WallTime?
    for record in records.filter({ $0.source == .live }).sorted(by: { $0.start < $1.start }) {
      if let end = reached, record.start < end {
        groups[groups.count - 1].append(record)
        reached = max(end, record.end)
      } else {
        groups.append([record])
        reached = record.end
      }
    }
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
