// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner-bench tremolo")
struct TremoloCommandTests {
  private let bench = Program("tuner-bench")

  private func rows(_ arguments: String...) throws -> [String: [Double]] {
    let directory = try TemporaryDirectory()
    let outcome = try bench.run(
      ["tremolo", "--json", directory.path + "/t.json"] + arguments)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    let data = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/t.json"))
    let document = try JSONSerialization.jsonObject(with: data)
    let tables = try #require((document as? [String: Any])?["tables"] as? [[String: Any]])
    let rows = try #require(tables.first?["rows"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: try rows.map { row in
        (
          try #require(row["name"] as? String),
          try #require(row["figures"] as? [Any]).compactMap { $0 as? Double }
        )
      })
  }

  @Test("guitars that are off as a whole need at most half the turns, fewer when they are known")
  func half() throws {
    let rows = try rows("--guitars", "40", "--seed", "5")
    #expect(rows.count == 6)
    for (name, figures) in rows {
      try #require(figures.count == 8)
      let (share, kept, known, least) = (figures[4], figures[5], figures[6], figures[7])
      #expect(kept < share, "\(name): \(figures)")
      #expect(known < share, "\(name): \(figures)")
      #expect(least <= known, "\(name): \(figures)")
      #expect(figures[1] < 200 && figures[3] < 200, "every guitar is tuned")
      if name.hasPrefix("off as a whole") { #expect(share <= 0.5, "\(name): \(figures)") }
    }
  }

  @Test("the same seed gives the same turns")
  func repeats() throws {
    #expect(try rows("--guitars", "5") == rows("--guitars", "5"))
  }
}
