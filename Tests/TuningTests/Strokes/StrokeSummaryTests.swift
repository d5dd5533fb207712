// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Summary of a stroke")
struct StrokeSummaryTests {
  private static let right = StringVerdict.inTune(Cents(1))

  @Test("names the strings that are out of tune, the worst first")
  func worstFirst() {
    let summary = StrokeSummary([
      .out(Cents(-3)), Self.right, .unclear, .out(Cents(12)), .silent, .out(Cents(3)),
      .uncertain(Cents(-20)),
    ])
    #expect(summary.out.map(\.string) == [3, 0, 5])
    #expect(summary.out.map(\.cents) == [Cents(12), Cents(-3), Cents(3)])
    #expect(summary.uncertain == [6])
    #expect(summary.unclear == [2])
    #expect(summary.silent == [4])
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let verdicts: [StringVerdict]
    let mention: StrokeSummary.InTuneMention

    init(_ name: String, _ verdicts: [StringVerdict], _ mention: StrokeSummary.InTuneMention) {
      (testDescription, self.verdicts, self.mention) = (name, verdicts, mention)
    }
  }

  static let rows = [
    Row("no string", [], .none),
    Row("none in tune", [.out(Cents(20)), .silent], .none),
    Row("all in tune", [right, right], .all),
    Row("several in tune, the others out", [right, .out(Cents(20)), right], .others),
    Row("one in tune, the other out", [right, .out(Cents(20))], .these([0])),
    Row("one is unclear", [right, .out(Cents(20)), right, .unclear], .these([0, 2])),
    Row("one is silent, none is out", [right, right, .silent], .these([0, 1])),
  ]

  @Test("mentions the strings that are in tune", arguments: rows)
  func inTune(row: Row) {
    #expect(StrokeSummary(row.verdicts).inTune == row.mention)
  }
}
