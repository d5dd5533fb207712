// SPDX-License-Identifier: MIT

import SourceReading
import Testing

@Suite("Concurrency is checked by the compiler")
struct ConcurrencyTests {
  // In the language mode of Swift 6 a data race is an error.
  @Test("every target uses the Swift 6 language mode")
  func languageMode() throws {
    // Optimisation, exported names for tests and linker flags do not weaken the check.
    let harmless = [
      ".unsafeFlags([\"-O\"]", ".unsafeFlags([\"-Onone\"]",
      ".unsafeFlags([\"-Xfrontend\", \"-O\"]",
      ".unsafeFlags([\"-Xfrontend\", \"-enable-default-cmo\"]",
      ".unsafeFlags([\"-enable-testing\"]",
      ".unsafeFlags([\"-Xclang-linker\", \"-fsanitize=fuzzer\"]",
    ]
    let text = harmless.reduce(try Repository.text("Package.swift")) { $0.replacing($1, with: "(") }
    let package = SourceText(text).code
    #expect(package.contains("swiftLanguageModes: [.v6]"))
    for way in [".swiftLanguageMode(", "swiftLanguageVersions", "unsafeFlags", ".v5"] {
      #expect(!package.contains(way), "\(way)")
    }
    for file in try Repository.sources().values.joined() {
      let text = try Repository.text(file.path)
      // Only a comment or a string may have the word.
      guard text.containsBytes(of: "@preconcurrency") else { continue }
      #expect(!SourceText(text).code.contains("@preconcurrency"), "\(file.path)")
    }
  }

  // The services and the store of the state are actors.
  @Test(
    "the types of services are actors",
    arguments: [
      ("Health/PracticeDataSource.swift", "protocol PracticeDataSource: Actor"),
      ("Health/PracticeDataSource.swift", "actor JournalSource"),
      ("Blocking/Blocker.swift", "protocol Blocker: Actor"),
      ("Store/PracticeStore.swift", "actor PracticeStore"),
      ("Monitoring/PracticeMonitor.swift", "actor PracticeMonitor"),
    ])
  func actors(file: String, declaration: String) throws {
    let code = SourceText(try Repository.text("Sources/PracticeServices/\(file)")).code
    #expect(code.contains(declaration))
  }
}
