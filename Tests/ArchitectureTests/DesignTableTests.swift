// SPDX-License-Identifier: MIT

import Testing

@Suite("The tables of the design page")
struct DesignTableTests {
  private static let page = """
    Words before.

    | target | may import | holds |
    |---|---|---|
    | `A` | nothing | `Hertz` |
    | `B` | `A`, `C` | more |

    | what | may be used by |
    |---|---|
    | `Glibc`, `Musl` | every target |
    | unsafe memory | `A` |
    """

  @Test("have a row for each target; the last column is not checked")
  func reads() throws {
    let table = try DesignTable(markdown: Self.page)
    #expect(
      table.rows == [
        "A": .init(mayImport: []), "B": .init(mayImport: ["A", "C"]),
      ])
    #expect(
      table.rights == [
        .module("Glibc"): .everyone, .module("Musl"): .everyone, .unsafeMemory: .targets(["A"]),
      ])
  }

  @Test("grant a right only to the listed targets")
  func grants() throws {
    let table = try DesignTable(markdown: Self.page)
    #expect(table.grants(.unsafeMemory, to: "A"))
    #expect(!table.grants(.unsafeMemory, to: "B"))
    #expect(table.grants(.module("Musl"), to: "B"))
    #expect(!table.grants(.clock, to: "A"))
  }

  @Test(
    "refuse an ambiguous row",
    arguments: [
      ("| `A` | nothing |", "| `A` | what it needs |"),
      ("| `A` | nothing |", "| A | nothing |"),
      ("| `Hertz` |", "|"),
      ("| unsafe memory | `A` |", "| unsafe memory | some |"),
      ("| unsafe memory | `A` |", "| a lot | `A` |"),
    ])
  func refusesVagueRows(row: String, vague: String) {
    let page = Self.page.replacing(row, with: vague)
    #expect(page != Self.page)
    #expect { try DesignTable(markdown: page) } throws: { error in
      guard case DesignTable.ParseError.unreadableRow = error else { return false }
      return true
    }
  }

  @Test("refuse the same name twice, and a page without a table")
  func refusesRepetition() {
    #expect(throws: DesignTable.ParseError.repeatedName("A")) {
      try DesignTable(markdown: Self.page.replacing("| `B` |", with: "| `A` |"))
    }
    #expect(throws: DesignTable.ParseError.noTable(header: "what | may be used by")) {
      try DesignTable(markdown: Self.page.replacing("| what |", with: "| who |"))
    }
  }
}
