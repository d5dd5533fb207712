// SPDX-License-Identifier: MIT

import Foundation
import SourceReading
import Testing

@Suite("The boundary between the reducers and the presentation")
struct BoundaryTests {
  /// The names of a presentation, which the reducers may not contain.
  private static var shown: Regex<Substring> {
    #/\w*(?:Presentation|GateLabel|GateReading|Choice|[Rr]ecommend|canLock|canStart|canCancel)\w*/#
  }

  /// The words of decisions and changes, which the mapping may not contain.
  private static var deciding: Regex<Substring> {
    #/\b(?:mutating|inout|reduce|GateAction|GateEffect|GatePolicy|SessionTerms|Practice)\b/#
      .wordBoundaryKind(.simple)
  }

  private func code(in folder: String) throws -> [(name: String, lines: [String])] {
    let path = PurityTests.root.appending(path: "Sources/PracticeGate/\(folder)")
    return try FileManager.default.contentsOfDirectory(atPath: path.path).sorted().map { name in
      let text = try String(contentsOf: path.appending(path: name), encoding: .utf8)
      return (name, SourceText(text).lines)
    }
  }

  @Test("the reducers contain no names of the presentation")
  func contract() throws {
    let files = try code(in: "Blocking")
    #expect(files.contains { $0.name == "Gate.swift" })
    for (name, lines) in files {
      for line in lines { #expect(line.firstMatch(of: Self.shown) == nil, "\(name): \(line)") }
    }
  }

  // The mapping reads state and lists, and decides and changes nothing.
  @Test("the presentation changes no state and repeats no decision")
  func mapping() throws {
    let files = try code(in: "Presentation")
    #expect(files.contains { $0.name == "GatePresentation.swift" })
    for (name, lines) in files {
      for line in lines { #expect(line.firstMatch(of: Self.deciding) == nil, "\(name): \(line)") }
    }
  }

  @Test("the search finds every forbidden pattern")
  func finds() {
    for line in ["var shown: GatePresentation", "let canLock = true", "func recommendations()"] {
      #expect(line.firstMatch(of: Self.shown) != nil, "\(line)")
    }
    for line in ["mutating func open()", "gate.reduce(event)", "case .daily: GatePolicy.daily"] {
      #expect(line.firstMatch(of: Self.deciding) != nil, "\(line)")
    }
  }
}
