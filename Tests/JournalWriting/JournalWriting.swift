// SPDX-License-Identifier: MIT

import Glibc
import PracticeGoals
import PracticeServices

/// A program to be killed: it appends records endlessly, and reports each after it is on disk.
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
