// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeServices

/// A record of ten seconds that its number of notes identifies.
func record(
  _ number: Int, at start: WallTime = WallTime(seconds: 1_763_700_000), practice: Int = 5000,
  tuning: String = "standard", origin: UInt64? = nil
) -> PracticeRecord {
  PracticeRecord(
    start: start, milliseconds: 10_000, practiceMilliseconds: practice, noteCount: number,
    inTuneCount: number / 2, tuning: tuning, source: origin == nil ? .live : .recording,
    origin: origin)
}

extension PracticeJournal {
  /// Returns the contents of every journal file.
  func all() throws -> JournalReading {
    try records(from: WallTime(seconds: 0), to: WallTime(seconds: 4_000_000_000))
  }

  /// The files of the journal, by their names.
  func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    return Dictionary(
      uniqueKeysWithValues: try names.filter { $0 != ".lock" }.map { name in
        (name, try Data(contentsOf: URL(fileURLWithPath: directory + "/" + name)))
      })
  }
}
