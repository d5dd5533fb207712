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

  /// ⌈(p + 1)·rate / fs⌉ worked out by hand.
  static let firstRows = [
    Row(text: "20", sampleRate: 48000, index: 1, position: -1),
    Row(text: "20", sampleRate: 48000, index: 1, position: 2399),
    Row(text: "20", sampleRate: 48000, index: 2, position: 2400),
    Row(text: "59.94", sampleRate: 48000, index: 2997, position: 2_399_999),
    Row(text: "59.94", sampleRate: 48000, index: 2998, position: 2_400_000),
    Row(text: "0.5", sampleRate: 8000, index: 3, position: 32000),
    Row(text: "30", sampleRate: 192_000, index: 1_080_000_001, position: 6_912_000_000_000),
    // Two updates share a position.
    Row(text: "16000", sampleRate: 8000, index: 4, position: 1),
    Row(text: "123456789.654321", sampleRate: 192_000, index: 1, position: -100_000),
  ]

  @Test("the first update after a position is exact, even after a year", arguments: firstRows)
  func firstAfter(row: Row) throws {
    let rate = try #require(UpdateRate(decimal: row.text))
    let position = SamplePosition(row.position)
    #expect(rate.firstUpdate(after: position, at: SampleRate(row.sampleRate)) == row.index)
  }

  @Test(
    "the first update after a position is later than it, and the one before is not",
    arguments: ["0.5", "7", "20", "59.94", "999.9"])
  func inverse(text: String) throws {
    let rate = try #require(UpdateRate(decimal: text))
    let sampleRate = SampleRate(11_025)
    for samples in stride(from: Int64(0), to: 200_000, by: 37) {
      let position = SamplePosition(samples)
      let index = rate.firstUpdate(after: position, at: sampleRate)
      #expect(rate.position(ofUpdate: index, at: sampleRate) > position)
      #expect(rate.position(ofUpdate: index - 1, at: sampleRate) <= position)
    }
  }

  @Test(
    "refuses text that is not a decimal above zero",
    arguments: ["", "0", "0.0", "-1", "1e3", "nan", ".5", "5.", "1.2.3", "1,5", "２０", "1.0000001"])
  func refuses(text: String) {
    #expect(UpdateRate(decimal: text) == nil)
  }
}
