// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@Suite("Update rate")
struct UpdateRateTests {
  struct Row: CustomTestStringConvertible {
    let text: String
    let sampleRate: Int
    let index: Int64
    let position: Int64
    var testDescription: String { "update \(index) at \(text) Hz of \(sampleRate) Hz" }
  }

  /// ⌊k·fs / rate⌋ worked out by hand.
  static let rows = [
    Row(text: "20", sampleRate: 48000, index: 1, position: 2400),
    Row(text: "60", sampleRate: 44100, index: 1, position: 735),
    Row(text: "7", sampleRate: 44100, index: 1, position: 6300),
    Row(text: "59.94", sampleRate: 48000, index: 1, position: 800),
    Row(text: "59.94", sampleRate: 48000, index: 2997, position: 2_400_000),
    Row(text: "1000", sampleRate: 44100, index: 3, position: 132),
    Row(text: "0.5", sampleRate: 8000, index: 2, position: 32000),
    Row(text: "30", sampleRate: 192_000, index: 1_080_000_000, position: 6_912_000_000_000),
  ]

  @Test("update k is due at ⌊k·fs / rate⌋, exactly", arguments: rows)
  func duePosition(row: Row) throws {
    let rate = try #require(UpdateRate(decimal: row.text))
    let position = rate.position(ofUpdate: row.index, at: SampleRate(row.sampleRate))
    #expect(position == SamplePosition(row.position))
  }

  @Test(
    "refuses text that is not a decimal above zero",
    arguments: ["", "0", "0.0", "-1", "1e3", "nan", ".5", "5.", "1.2.3", "1,5", "２０", "1.0000001"])
  func refuses(text: String) {
    #expect(UpdateRate(decimal: text) == nil)
  }
}
