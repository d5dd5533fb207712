// SPDX-License-Identifier: MIT

import SourceReading
import Testing

@Suite("The imports and uses of a source file")
struct SourceFileTests {
  private func facts(_ source: String) -> SourceFile { SourceFile(path: "A.swift", source: source) }

  @Test(
    "every spelling of an import is found",
    arguments: [
      "import Tuning", "  import Tuning", "public import Tuning", "@testable import Tuning",
      "@_spi(Tests) internal import Tuning", "@preconcurrency\nimport Tuning",
      "import struct Tuning.Note", "import Tuning.Part", "let a = 1; import Tuning",
      "#if os(Linux)\n  private import Tuning\n#endif", "/* why */ import Tuning // because",
    ])
  func seesImports(source: String) {
    #expect(facts(source).imports == ["Tuning"])
  }

  @Test(
    "text that resembles an import is not reported",
    arguments: [
      "// import Tuning", "/* import Tuning */", "/* a /* b */\nimport Tuning */",
      "\"import Tuning\"", "\"\"\"\nimport Tuning\n\"\"\"",
      "#\"\\\"#\nlet x = #\"\nimport Tuning\"#",
      "#if canImport(Tuning)\n#endif", "let important = Tuning", "func importTuning() {}",
    ])
  func overlooksLookalikes(source: String) {
    #expect(facts(source).imports == [])
  }

  @Test(
    "every way to read a clock is found",
    arguments: [
      "Date()", "let d: Date = .now", "ContinuousClock.now", "SuspendingClock()",
      "try await Task.sleep(for: .seconds(1))", "clock_gettime(CLOCK_MONOTONIC, &t)", "time(nil)",
      "time(&now)", "let ticks = clock()", "sleep(1)", "usleep(10)", "DispatchTime.now()",
      "ProcessInfo.processInfo.systemUptime", "\"at \\(Date())\"", "#\"at \\#(Date())\"#",
      "\"\\(\"a\" + \"\\(time(nil))\")\"",
    ])
  func seesClocks(source: String) {
    #expect(facts(source).clocks.count == 1, "\(source)")
  }

  @Test(
    "a name that resembles a clock is not reported",
    arguments: [
      "// Date()", "\"Date()\"", "\"\\\\(Date())\"", "func time(of frame: Int) {}", "time(of: 3)",
      "struct Dateline {}", "ProcessInfo.processInfo.environment", "let update = 1", "clockwise()",
      "var clock: Int", "asleep(3)",
    ])
  func overlooksOtherWords(source: String) {
    #expect(facts(source).clocks == [])
  }

  @Test(
    "pointers, and functions that pass them to a closure, are found",
    arguments: [
      "UnsafeMutablePointer<Float>.allocate(capacity: 1)", "array.withUnsafeBufferPointer { $0 }",
      "unsafeBitCast(a, to: Int.self)", "nonisolated(unsafe) var a = 1", "var file: OpaquePointer?",
      "Unmanaged.passRetained(a)", "withUnsafePointer(to: &a) { _ in }",
      "a.withContiguousStorageIfAvailable { _ in }",
    ])
  func seesPointers(source: String) {
    #expect(facts(source).unsafeWords.count == 1, "\(source)")
  }

  @Test(
    "every spelling of an existential is found",
    arguments: [
      "var a: any Collection", "let a: [any Error] = []", "func f(_: (any P & Q)?) {}",
      "x as? any ~Copyable", "var a: Any", "weak var a: AnyObject?", "let a: [AnyHashable: Int]",
      "func f() -> any\n  Sequence<Int>", "\"\\(a as Any)\"",
    ])
  func seesExistentials(source: String) {
    #expect(facts(source).existentials.count == 1, "\(source)")
  }

  @Test(
    "a name that resembles an existential is not reported",
    arguments: [
      "// any Collection", "\"Any\"", "if any(mask) {}", "var any = 1", "let many: Int",
      "func f(_: some P) {}", "struct AnyThing {}", "let a = all(x) || any (x .< y)",
    ])
  func overlooksOpaqueTypes(source: String) {
    #expect(facts(source).existentials == [])
  }

  @Test(
    "ArgumentParser is found by its module and by its error",
    arguments: ["public import ArgumentParser", "throw ValidationError(\"No.\")"])
  func seesArgumentParser(source: String) {
    #expect(facts(source).parsesArguments)
  }

  @Test(
    "a name that resembles ArgumentParser is not reported",
    arguments: [
      "/// Throws a ValidationError.", "struct MyValidationErrors {}", "\"ValidationError\"",
    ])
  func overlooksOtherErrors(source: String) {
    #expect(!facts(source).parsesArguments)
  }

  @Test("spans, and words such as unsafe in other names, are not reported as pointers")
  func overlooksSpans() {
    let source = "/// Not unsafe.\nfunc f(_: Span<Float>) throws { throw Archive.unsafePath }"
    #expect(facts(source).unsafeWords == [])
  }

  @Test("code after comments and strings is still read, line for line")
  func keepsCode() {
    let source =
      "let a = \"x\\\"y\" // z\n/* 1\n2 */ let b = \"\"\"\n  \" \\(c) \"\"\n  \"\"\"\nlet d = 1"
    #expect(
      SourceText(source).code == "let a = \"\" \n\n  let b = \"\n(c)\n\"\nlet d = 1")
  }
}
