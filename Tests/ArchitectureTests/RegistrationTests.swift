// SPDX-License-Identifier: MIT

import Foundation
import SourceReading
import Testing

/// Tests the promise of CONTRIBUTING.md under "One file and one registration".
@Suite("An addition needs one file and one registration")
struct RegistrationTests {
  /// The code of every file, without comments and strings.
  private static let codes = Result {
    try Repository.sources().values.joined().map(\.path).map { path in
      (path: path, code: SourceText(try Repository.text(path)).code)
    }
  }

  /// Returns the files in whose code a word stands, but for those that declare or register it.
  private func files(saying word: String, besides expected: [String]) throws -> [String] {
    let codes = try Self.codes.get()
    #expect(codes.count > 400)
    return codes.filter { path, code in
      !expected.contains(where: path.hasSuffix) && Self.says(word, in: code)
    }.map(\.path)
  }

  /// Returns true if a word stands in the code, and not as a part of a longer word.
  private static func says(_ word: String, in code: String) -> Bool {
    func isPart(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    return code.containsBytes(of: word)
      && code.ranges(of: word).contains { range in
        // A word that begins with a dot or ends with a parenthesis has no longer one there.
        !(isPart(word.first) && isPart(code[..<range.lowerBound].last))
          && !(isPart(word.last) && isPart(code[range.upperBound...].first))
      }
  }

  @Test(
    "a call with a label, a qualified name and a name alone are found",
    arguments: [
      ("CommandHook(", "CommandHook(onBlock: command)"),
      ("CommandHook(", "let hook = CommandHook()"),
      (".meantone", "HistoricalScale.meantone.degrees"), (".meantone", "scale = .meantone"),
      ("CSVWriter", "[CSVWriter.self]"),
    ])
  func finds(word: String, code: String) {
    #expect(Self.says(word, in: code))
  }

  @Test(
    "a part of a longer word is not found",
    arguments: [
      ("CommandHook(", "OldCommandHook(onBlock: command)"), (".kirnberger", "case .kirnberger2: 1"),
      ("CSVWriter", "FramesCSVWriter"), ("CSVWriter", "CSVWriter_2"),
    ])
  func leavesOut(word: String, code: String) {
    #expect(!Self.says(word, in: code))
  }

  /// Returns the captures of a regular expression in a file.
  private func names(_ pattern: String, in path: String) throws -> [String] {
    try Repository.text(path).matches(of: Regex(pattern, as: (Substring, Substring).self))
      .map { String($0.output.1) }
  }

  @Test("only the list of formats names a format's writer")
  func formats() throws {
    let list = "Sources/TunerAnalysis/Analysis/AnalysisFormat.swift"
    let writers = try names(#"case \.\w+: (\w+)\.self"#, in: list)
    #expect(writers.count >= 8)
    for writer in writers {
      let others = try files(saying: writer, besides: [list, "/Writers/\(writer).swift"])
      #expect(others.isEmpty, "\(writer) also in \(others)")
    }
  }

  @Test("only the list of detector kinds makes a detector")
  func detectors() throws {
    let list = "Sources/PitchDetection/DetectorKind.swift"
    let detectors = try names(#"case \w+\(Storage<(?:FramedDetector<)?(\w+)>+\)"#, in: list)
    #expect(detectors.count >= 3)
    for detector in detectors {
      let others = try files(saying: detector, besides: [list, "/\(detector).swift"])
        // Measurements of the default detector name it, and its parts lie in its own folder. A web
        // page loads no other.
        .filter { other in
          !["PitchDetection/Engine/", "/ServiceLevels/", "/Soak/", "/WebTuner/"]
            .contains { other.contains($0) }
        }
      #expect(others.isEmpty, "\(detector) also in \(others)")
    }
  }

  @Test("only the list of temperaments names a temperament")
  func temperaments() throws {
    let list = "Sources/Tuning/Temperaments/HistoricalScale.swift"
    let scales = try names(#"(?m)^  case (\w+)$"#, in: list)
    #expect(scales.count >= 6)
    for scale in scales {
      let others = try files(saying: ".\(scale)", besides: [list])
      #expect(others.isEmpty, "\(scale) also in \(others)")
    }
  }

  @Test("only the assembly of the gate's services makes a blocker")
  func blockers() throws {
    let world = "Sources/tuner/Practice/GateWorld.swift"
    for blocker in ["CommandHook", "HostsBlocker"] {
      let others = try files(saying: "\(blocker)(", besides: [world, "/\(blocker).swift"])
      #expect(others.isEmpty, "\(blocker) is also made in \(others)")
    }
  }

  @Test("CONTRIBUTING.md names the files")
  func told() throws {
    let page = try Repository.text("CONTRIBUTING.md")
    for path in [
      "Sources/TunerAnalysis/Analysis/AnalysisFormat.swift",
      "Sources/TunerAnalysis/Formats/Writers",
      "Sources/PitchDetection/DetectorKind.swift", "Sources/tuner/Practice/GateWorld.swift",
      "Sources/Tuning/Temperaments/HistoricalScale.swift", "Sources/PracticeServices/Blocking",
    ] {
      #expect(page.contains("](\(path))"), "\(path) is not linked")
      #expect(FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path))
    }
    #expect(
      try Repository.text("README.md").contains("CONTRIBUTING.md#one-file-and-one-registration"))
  }
}
