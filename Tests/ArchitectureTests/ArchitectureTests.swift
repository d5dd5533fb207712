// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("The repository keeps to docs/design.md")
struct ArchitectureTests {
  @Test(
    "the targets, dependencies, imports, clocks and pointers of the sources are those of the page")
  func keepsToTheDesign() throws {
    let architecture = Architecture(
      design: try DesignTable(markdown: Repository.text("docs/design.md")),
      graph: try PackageGraph(root: Repository.root),
      sources: try Repository.sources())
    let violations = architecture.violations().map(\.description).sorted()
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
  }

  @Test("the check reads every folder of Sources, and finds imports")
  func sawTheSources() throws {
    let sources = try Repository.sources()
    #expect(Set(sources.keys) == Set(try Repository.names(in: "Sources")))
    #expect(sources["Acoustics"]?.isEmpty == false)
    let graph = try PackageGraph(root: Repository.root)
    #expect(graph.targets["tuner"]?.dependencies.contains("ArgumentParser") == true)
    #expect(
      graph.targets["PitchDetection"]?.dependencies
        == ["SignalProcessing", "CMathematics", "Acoustics"])
    #expect(graph.targets["ArchitectureTests"]?.isForTests == true)
  }

  @Test("every script has a line in scripts/README.md, and every line a script")
  func listsScripts() throws {
    let written = Set(
      try Repository.text("scripts/README.md").matches(of: /(?m)^\| `([^`]+)` \|/)
        .map { String($0.output.1) })
    let scripts = Set(try Repository.names(in: "scripts")).subtracting(["README.md"])
    #expect(written == scripts)
  }

  @Test("every decision is listed in docs/decisions/README.md")
  func listsDecisions() throws {
    let list = try Repository.text("docs/decisions/README.md")
    let decisions = try Repository.names(in: "docs/decisions").filter { $0 != "README.md" }
    #expect(!decisions.isEmpty)
    for decision in decisions {
      #expect(list.contains("(\(decision))"), "\(decision) is not listed")
    }
  }

  @Test("a decision has at most 40 lines, and a line of a decision or of their list 160 characters")
  func limitsDecisions() throws {
    let names = try Repository.names(in: "docs/decisions")
    #expect(names.count > 1)
    for name in names {
      var lines = try Repository.text("docs/decisions/\(name)").components(separatedBy: "\n")
      #expect(lines.popLast() == "", "\(name) has no end of its last line")
      if name != "README.md" { #expect(lines.count <= 40, "\(name) has \(lines.count) lines") }
      for (index, line) in lines.enumerated() {
        #expect(line.count <= 160, "\(name):\(index + 1) has \(line.count) characters")
      }
    }
  }

  @Test("a decision that changes or replaces another one is named in the status of that one")
  func namesSuccessors() throws {
    let names = try Repository.names(in: "docs/decisions").filter {
      $0 != "README.md" && !$0.hasPrefix("0000")
    }
    var statuses: [Substring: String] = [:]
    for name in names {
      let paragraphs = try Repository.text("docs/decisions/\(name)").components(separatedBy: "\n\n")
      let status = try #require(paragraphs.first { $0.hasPrefix("*Status: ") }, "\(name)")
      statuses[name.prefix(4)] = status.replacingOccurrences(of: "\n", with: " ")
    }
    var count = 0
    for (number, status) in statuses {
      for part in status.dropFirst("*Status: ".count).split(separator: ";") {
        let isRelation = ["changes ", "replaces ", "changed by ", "replaced by "].contains {
          part.drop { $0 == " " }.hasPrefix($0)
        }
        guard isRelation else { continue }
        for match in part.matches(of: /\b([0-9]{4})\b/) {
          count += 1
          let other = statuses[match.output.1]
          #expect(other?.contains(number) == true, "\(number) names \(match.output.1)")
        }
      }
    }
    #expect(count > 0)
  }

  @Test("each schema that the sources name has a file in docs/schemas")
  func writesSchemas() throws {
    let files = Set(try Repository.names(in: "docs/schemas"))
    let folder = Repository.root.appending(path: "Sources")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    var schemas: Set<String> = []
    for name in names ?? [] where name.hasSuffix(".swift") {
      let text = try Repository.text("Sources/\(name)")
      for match in text.matches(of: /"tuner\.([a-z-]+)\/1\b/) {
        schemas.insert(String(match.output.1))
      }
    }
    // The entries of the cache are read by the program alone, which refuses those of others.
    schemas.remove("cache")
    #expect(schemas.count > 20)
    for schema in schemas.sorted() {
      #expect(files.contains("tuner.\(schema)-1.schema.json"), "\(schema) has no schema")
    }
  }
}
