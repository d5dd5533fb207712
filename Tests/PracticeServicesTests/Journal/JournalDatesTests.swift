// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing

@Suite("Dates of the journal")
struct JournalDatesTests {
  @Test("has records before a moment if a file has an earlier date")
  func before() throws {
    let place = try TemporaryDirectory()
    let journal = PracticeJournal(directory: place.path + "/journal")
    let midnight = moment("2026-11-21T00:00:00Z")
    #expect(try !journal.hasRecords(before: midnight))
    for name in ["notes.jsonl", "1999-01-01.txt"] {
      try place.write(Data("x".utf8), to: "journal/" + name)
    }
    #expect(try !journal.hasRecords(before: midnight))
    try journal.append([record(1, at: midnight.advanced(bySeconds: -60))])
    #expect(try journal.hasRecords(before: midnight))
    // A record of the same date is not counted, even if it is earlier.
    #expect(try !journal.hasRecords(before: midnight.advanced(bySeconds: -1)))
    try place.write(Data("x".utf8), to: "file")
    #expect(throws: JournalError.self) {
      try PracticeJournal(directory: place.path + "/file").hasRecords(before: midnight)
    }
  }
}
