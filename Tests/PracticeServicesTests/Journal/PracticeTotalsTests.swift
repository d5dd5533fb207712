// SPDX-License-Identifier: MIT

import PracticeGoals
import PracticeServices
import Testing

@Suite("The totals of the journal")
struct PracticeTotalsTests {
  @Test("live sound that several programs heard counts once")
  func heardTwice() {
    let start = WallTime(seconds: 1_763_700_000)
    let at = { (seconds: Int) in start.advanced(bySeconds: seconds) }
    // Three programs, of which one is half a record later and one hears little.
    var records: [PracticeRecord] = []
    for index in 0..<6 {
      records += [
        record(4, at: at(10 * index), practice: 8000),
        record(4, at: at(10 * index + 5), practice: 8000),
        record(1, at: at(10 * index), practice: 500),
      ]
    }
    // Of 65 s that somebody heard, 8 of 10 s count, and 4 notes in each of them.
    let totals = PracticeTotals(of: records)
    #expect(totals.practiceMilliseconds == 52_000)
    #expect(totals.noteCount == 26 && totals.inTuneCount == 13)
    // Sound that only one of two programs hears counts too.
    let later = [record(0, at: at(100), practice: 0), record(6, at: at(100), practice: 9000)]
    #expect(PracticeTotals(of: later).practiceMilliseconds == 9000)
    // Neither a recording nor what follows is heard at the same time.
    let apart = [
      record(1, at: start), record(2, at: at(10)), record(3, at: start, origin: 7),
      record(4, at: start, origin: 8),
    ]
    #expect(PracticeTotals(of: apart).practiceMilliseconds == 20_000)
    #expect(PracticeTotals(of: apart).noteCount == 10)
  }
}
