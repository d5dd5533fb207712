// SPDX-License-Identifier: MIT

import Testing

/// A correct sample package, which each test breaks in one place.
private struct Sample {
  var design = """
    | target | may import | holds |
    |---|---|---|
    | `Values` | nothing | numbers |
    | `CMath` | nothing | C |
    | `Detector` | `Values`, `CMath` | pitch |
    | `Store` | `Values` | files |
    | `tool` | `Detector`, `Values` | commands |

    | what | may be used by |
    |---|---|
    | `Glibc` | every target |
    | `Foundation` | `tool` |
    | a clock | `tool` |
    | unsafe memory | `Detector` |
    | existentials | `tool` |
    """
  var graph = PackageGraph(targets: [
    "Values": .init(dependencies: [], isForTests: false),
    "CMath": .init(dependencies: [], isForTests: false),
    "Detector": .init(dependencies: ["Values", "CMath"], isForTests: false),
    "Store": .init(dependencies: ["Values"], isForTests: false),
    "tool": .init(dependencies: ["Detector"], isForTests: false),
    "Probe": .init(dependencies: [], isForTests: true),
    "DetectorTests": .init(dependencies: ["Detector", "Probe"], isForTests: true),
  ])
  /// The folder of each source file inside its target.
  var folder = ""
  var sources = [
    "Values": "import Glibc\n/// Not a Date().\nstruct Value {}",
    "Detector":
      "internal import CMath\npublic import Values\nfunc read(_: UnsafePointer<Float>) {}",
    "tool": "import Detector\nimport Foundation\nlet start = Date()",
  ]

  func violations() throws -> Set<Violation> {
    try Architecture(
      design: DesignTable(markdown: design), graph: graph,
      sources: sources.reduce(into: [:]) { files, source in
        files[source.key] = [
          SourceFile(path: "\(source.key)/\(folder)A.swift", source: source.value)
        ]
      }
    ).violations()
  }
}

@Suite("The check of the architecture")
struct ArchitectureViolationTests {
  @Test("accepts a package that agrees with its page")
  func passes() throws {
    #expect(try Sample().violations() == [])
  }

  @Test("finds an import that the page does not allow, even when Package.swift does")
  func forbiddenImport() throws {
    var sample = Sample()
    sample.sources["Values"]?.append("\nprivate import CMath")
    #expect(
      try sample.violations() == [
        .forbiddenImport("CMath", path: "Values/A.swift", target: "Values")
      ])
    sample.graph.targets["Values"]?.dependencies.insert("CMath")
    #expect(
      try sample.violations() == [
        .forbiddenImport("CMath", path: "Values/A.swift", target: "Values"),
        .forbiddenDependency(of: "Values", on: "CMath"),
      ])
  }

  @Test("finds an import of a module that only another target depends on")
  func undeclaredImport() throws {
    var sample = Sample()
    sample.sources["tool"]?.append("\nimport Values")
    #expect(
      try sample.violations() == [
        .undeclaredImport("Values", path: "tool/A.swift", target: "tool")
      ])
  }

  @Test("finds a toolchain module outside the targets that may use it, known or not")
  func forbiddenModule() throws {
    var sample = Sample()
    sample.sources["Detector"]?.append("\nimport Foundation\nimport Dispatch")
    #expect(
      try sample.violations() == [
        .forbiddenImport("Foundation", path: "Detector/A.swift", target: "Detector"),
        .forbiddenImport("Dispatch", path: "Detector/A.swift", target: "Detector"),
      ])
  }

  @Test("finds a dependency that nothing imports")
  func forbiddenDependency() throws {
    var sample = Sample()
    sample.graph.targets["Values"]?.dependencies.insert("Detector")
    #expect(try sample.violations() == [.forbiddenDependency(of: "Values", on: "Detector")])
  }

  @Test("finds a product that depends on a target for tests")
  func testSupport() throws {
    var sample = Sample()
    sample.graph.targets["tool"]?.dependencies.insert("Probe")
    #expect(try sample.violations() == [.testSupportInProduct(of: "tool", on: "Probe")])
  }

  @Test("finds a target without a row, and a row without its target")
  func presence() throws {
    var sample = Sample()
    sample.graph.targets["Extra"] = .init(dependencies: [], isForTests: false)
    sample.graph.targets["Store"] = nil
    #expect(
      try sample.violations() == [
        .undocumentedTarget("Extra"), .missingTarget("Store"),
      ])
  }

  @Test("finds a clock and a pointer in targets that may not use them")
  func clocksAndPointers() throws {
    var sample = Sample()
    sample.sources["Values"]?.append("\nlet now = ContinuousClock.now\nvar p: OpaquePointer?")
    #expect(
      try sample.violations() == [
        .forbiddenUse(
          .clock, words: ["ContinuousClock"], path: "Values/A.swift", target: "Values"),
        .forbiddenUse(
          .unsafeMemory, words: ["OpaquePointer"], path: "Values/A.swift", target: "Values"),
      ])
  }

  @Test("finds an existential in a target that may not use them")
  func existentials() throws {
    var sample = Sample()
    sample.sources["Detector"]?.append("\nvar listeners: [any Listener] = []")
    sample.sources["tool"]?.append("\nvar listeners: [any Listener] = []")
    #expect(
      try sample.violations() == [
        .forbiddenUse(.existentials, words: ["any"], path: "Detector/A.swift", target: "Detector")
      ])
  }

  @Test(
    "finds ArgumentParser and its ValidationError outside Commands",
    arguments: [
      "internal import ArgumentParser", "func f() throws { throw ValidationError(\"\") }",
    ])
  func parserOutsideCommands(line: String) throws {
    var sample = Sample()
    sample.design.replace("| a clock |", with: "| `ArgumentParser` | `tool` |\n| a clock |")
    sample.sources["tool"]?.append("\n\(line)")
    #expect(try sample.violations() == [.parserOutsideCommands(path: "tool/A.swift")])
    sample.folder = "Commands/"
    #expect(try sample.violations() == [])
  }

  @Test("finds a cycle of imports, and names without a row")
  func brokenPage() throws {
    var sample = Sample()
    sample.design.replace("`Store` | `Values`", with: "`Store` | `Store`, `Values`, `Nowhere`")
    sample.design.replace("| a clock | `tool` |", with: "| a clock | `tool`, `Nobody` |")
    #expect(
      try sample.violations() == [
        .cycle(["Store", "Store"]), .unknownName("Nowhere", row: "Store"),
        .unknownName("Nobody", row: "a clock"),
      ])
  }

  @Test("finds a cycle of three imports")
  func longCircle() throws {
    var sample = Sample()
    sample.design.replace("`CMath` | nothing", with: "`CMath` | `tool`")
    #expect(try sample.violations() == [.cycle(["CMath", "tool", "Detector", "CMath"])])
  }
}
