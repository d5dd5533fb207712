// SPDX-License-Identifier: MIT

import Glibc
import PracticeGoals
import PracticeServices

/// Appends records for ever, and says after each that it is on disk: a program to be killed.
@main
struct JournalWriting {
  static func main() throws {
    guard CommandLine.arguments.count == 3, let first = Int(CommandLine.arguments[2]) else {
      exit(2)
    }
    let journal = PracticeJournal(directory: CommandLine.arguments[1])
    for number in first... {
      try journal.append([Self.record(number)])
      print(number)
      fflush(nil)
    }
  }

  static func record(_ number: Int) -> PracticeRecord {
    PracticeRecord(
      start: WallTime(seconds: 1_763_700_000), milliseconds: 10_000, practiceMilliseconds: 5_000,
      noteCount: number, inTuneCount: 0, tuning: "standard", source: .live)
  }
}
