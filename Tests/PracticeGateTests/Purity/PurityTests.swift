// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("The reducer modules are pure")
struct PurityTests {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func files(of module: String) throws -> [(name: String, text: String)] {
    let folder = Self.root.appending(path: "Sources/\(module)")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    return try names.map {
      ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
    }
  }

  /// The modules that a row of the table in docs/design.md names.
  private func mayImport(_ module: String) throws -> Set<String> {
    let design = try String(
      contentsOf: Self.root.appending(path: "docs/design.md"), encoding: .utf8)
    let row = try #require(
      design.split(separator: "\n").first { $0.hasPrefix("| `\(module)` |") })
    let cell = row.split(separator: "|")[1]
    return Set(cell.matches(of: #/`(\w+)`/#).map { String($0.output.1) })
  }

  @Test(
    "contain no clock, input, output, random number, Boolean about blocking, or other import",
    arguments: ["PracticeGoals", "PracticeGate"])
  func scan(module: String) throws {
    let files = try files(of: module)
    #expect(files.count > 10)
    for (name, text) in files {
      let findings = PurityScan.findings(in: text, mayImport: try mayImport(module))
      #expect(findings.isEmpty, "\(module)/\(name): \(findings)")
    }
  }

  @Test(
    "the scan finds every forbidden word",
    arguments: [
      ("let start = Date()", PurityScan.Finding.Kind.clock), ("let t: Instant = .now", .clock),
      ("let t = ContinuousClock.now", .clock), ("clock_gettime(CLOCK_REALTIME, &t)", .clock),
      ("let seconds = time(nil)", .clock),
      ("usleep(10)", .clock), ("let ticks = clock()", .clock), ("time(&now)", .clock),
      ("#\"at \\#(Date())\"#", .clock), ("TimeZone.current", .clock),
      ("let a = \"at \\(Date())\"", .clock), ("let a = \"\"\"\n\\(Date())\n\"\"\"", .clock),
      ("/* a /* b */ c */ let d = Date()", .clock), ("print(state)", .input),
      ("FileManager.default.contents(atPath: path)", .input), ("getenv(\"HOME\")", .input),
      ("Double.random(in: 0...1)", .chance), ("targets.shuffled()", .chance),
      ("targets.hashValue", .chance), ("let a: Dictionary<Int, Int>", .order),
      ("func reduce() async {}", .concurrency), ("static var shared = Gate()", .concurrency),
      ("var isBlocked: Bool { true }", .boolean),
      ("let isUnlocked = !accessible.isEmpty", .boolean),
      ("func canAccess(_ target: TargetID) -> Bool { true }", .boolean),
      ("func isContentBlocked(now: WallTime) -> Bool", .boolean),
      ("public var blocking: Bool", .boolean), ("let shouldBlock: Bool", .boolean),
      ("var hasEnforced: Bool", .boolean), ("import Foundation", .importing),
      ("public import Tuning", .importing), ("@testable import PracticeServices", .importing),
      ("internal import struct Foundation.Date", .importing),
    ])
  func finds(source: String, kind: PurityScan.Finding.Kind) {
    let findings = PurityScan.findings(in: source, mayImport: ["PracticeGoals", "Acoustics"])
    #expect(findings.contains { $0.kind == kind }, "\(findings)")
  }

  @Test(
    "the scan ignores similar words",
    arguments: [
      "// Date()", "/// `isBlocked`", "#\"\\(Date())\"#",
      "let text = \"Date() and isBlocked: Bool\"",
      "/* import Foundation */", "import PracticeGoals", "public import Acoustics",
      "var canLock: Bool", "func blockedTargets(at now: WallTime) -> [TargetID]",
      "case shouldBlock", "let event = Timed(action, now: now)", "let blocked: [TargetID]",
      "keepTime(event.now)", "self.now = now", "let date: LocalDay",
    ])
  func leavesAlone(source: String) {
    #expect(PurityScan.findings(in: source, mayImport: ["PracticeGoals", "Acoustics"]) == [])
  }
}
