// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeServices

/// A million records in the journal, asked for those of today.
enum JournalTiming {
  /// 200 dates of 5000 records: playing from morning to night, every day.
  static func measure(in directory: String) throws -> Figure {
    let journal = PracticeJournal(directory: directory + "/journal")
    let today = PracticeDay(at: WallTime(seconds: 1_795_262_400), calendar: .utc)
    let records = (0..<5000).map { index in
      PracticeRecord(
        start: today.start.advanced(bySeconds: index * 17), milliseconds: 10_000,
        practiceMilliseconds: 5000, noteCount: 7, inTuneCount: 5, tuning: "standard",
        source: .live)
    }
    try journal.append(records)
    var day = today.day
    for _ in 1..<200 {
      day = day.previous
      let start = LocalCalendar.utc.start(of: day)
      let distance = today.start.milliseconds - start.milliseconds
      try journal.append(
        records.map { record in
          PracticeRecord(
            start: record.start.advanced(byMilliseconds: -distance),
            milliseconds: record.milliseconds, practiceMilliseconds: 5000, noteCount: 7,
            inTuneCount: 5, tuning: "standard", source: .live)
        })
    }
    var count = 0
    let best = try milliseconds(of: 7) { _ in count = try journal.records(of: today).records.count }
    let all = try journal.records(from: LocalCalendar.utc.start(of: day), to: today.end)
    return Figure(
      name: "journal of \(all.records.count) records, those of today (\(count))", value: best,
      limit: 50, unit: "ms", holds: count == 5000 && all.records.count == 1_000_000)
  }
}
