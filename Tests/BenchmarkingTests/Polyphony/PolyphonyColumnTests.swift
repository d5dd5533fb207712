// SPDX-License-Identifier: MIT

import Testing

@testable import Benchmarking

@Suite("Columns of polyphony")
struct PolyphonyColumnTests {
  @Test("a reader by names finds every column")
  func columns() throws {
    let outcomes = [
      PolyphonyOutcome(
        name: "a", set: "s", group: .note, noteCount: 1, polyphonicCount: 0, isPolyphonic: false),
      PolyphonyOutcome(
        name: "b", set: "s", group: .phrase, noteCount: 4, polyphonicCount: 1, isPolyphonic: false),
    ]
    let table = try #require(PolyphonyBench.tables(of: outcomes).first)
    let names = table.columns.map(\.name)
    #expect(Set(names).count == names.count)
    let row = try #require(table.rows.last)
    let figures = Dictionary(uniqueKeysWithValues: zip(names, row.figures))
    #expect(figures["single notes, called chords"] == 0)
    #expect(figures["notes of phrases, called chords"] == 0.25)
  }
}
