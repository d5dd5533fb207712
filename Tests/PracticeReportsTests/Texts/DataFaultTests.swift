// SPDX-License-Identifier: MIT

import FileStore
import Glibc
import PracticeGate
import PracticeGoals
import PracticeServices
import PracticeTesting
import Testing
import TunerDisplay

@testable import PracticeReports

@Suite("The reasons why practice or health data can't be read")
struct DataFaultTests {
  private static let journal: [JournalError] = [
    .directoryFailed(path: "/x", code: ELOOP), .readFailed(path: "/x", code: ELOOP),
    .writeFailed(path: "/x", code: ELOOP), .directoryFailed(path: "/x", code: EACCES),
    .readFailed(path: "/x", code: EIO), .writeFailed(path: "/x", code: EROFS),
    .writeFailed(path: "/x", code: ENOSPC), .writeFailed(path: "/x", code: EDQUOT),
    .refused(path: "/x", reason: .symbolicLink), .refused(path: "/x", reason: .notAFile),
    .refused(path: "/x", reason: .owner(0)), .held(path: "/x", holder: "y"),
  ]
  private static let export: [HealthExportError] = [
    .readFailed(path: "/x", code: ELOOP), .readFailed(path: "/x", code: ENOENT),
    .notXML(path: "/x", line: 7, reason: "y"), .declaresEntities(path: "/x", line: 7),
    .tagTooLong(path: "/x", line: 7, limit: 9), .notHealthData(path: "/x", root: "y"),
    .tooOld(path: "/x"),
  ]
  private static let others: [PracticeDataError] = [
    .notAvailable, .authorizationDenied, .queryFailed(description: "y"),
  ]
  /// The errors of files whose symbolic links form a loop.
  private static let loops: [any Error] = [
    GateFileError.unusable(path: "/x", code: ELOOP),
    GateFileError.file(.createFailed(path: "/x", code: ELOOP)),
    FileStoreError.directoryFailed(path: "/x", code: ELOOP),
    FileStoreError.readFailed(path: "/x", code: ELOOP),
    FileStoreError.createFailed(path: "/x", code: ELOOP),
    HostsFileError.readFailed(path: "/x", code: ELOOP),
    JournalError.directoryFailed(path: "/x", code: ELOOP),
    HealthExportError.readFailed(path: "/x", code: ELOOP),
  ]
  private static let translations = [
    GateText(language: .german), GateText(language: .spanish),
  ]

  @Test("are the errors of the journal and of the export in English, and differ elsewhere")
  func errorsOfFiles() {
    let errors: [(any Error, PracticeDataError)] =
      Self.journal.map { ($0, PracticeDataError($0)) }
      + Self.export.map { ($0, PracticeDataError($0)) }
    for (error, data) in errors {
      let english = GateText.machine
      #expect(english.sentence(about: error) == "\(error)")
      #expect(english.sentence(about: data) == "\(error)")
      for text in Self.translations {
        let translated = text.sentence(about: error)
        #expect(translated.hasPrefix("/x: ") && translated != "\(error)", "\(translated)")
        #expect(text.sentence(about: data) == translated)
      }
    }
  }

  @Test("name a user that root does not trust, in each language")
  func foreignJournal() {
    let fault = PracticeDataError.Fault.foreignJournal(path: "/x", owner: "nobody")
    for language in Language.allCases {
      let text = GatePhrase.dataFault(.file(fault)).text(in: language)
      #expect(text.hasPrefix("/x: ") && text.contains("nobody"))
    }
  }

  @Test("are the errors without a fault in English, and differ elsewhere")
  func errorsWithoutFault() {
    for error in Self.others {
      #expect(GateText.machine.sentence(about: error) == "\(error)")
      for text in Self.translations { #expect(text.sentence(about: error) != "\(error)") }
    }
  }

  @Test("are safe for a terminal")
  func controlCharacters() {
    let error = PracticeDataError(HealthExportError.notHealthData(path: "/x\u{1b}", root: "\u{7}"))
    let text = GateText.machine.sentence(about: error)
    #expect(text.hasPrefix("/x\\x1b: this holds <\\x07>"))
  }

  @Test("are sentences in the report of a metric, in the language")
  func metrics() {
    let error = PracticeDataError(HealthExportError.tooOld(path: "/x"))
    #expect(
      GateText.machine.dataFailures([(.steps, error)]) == [
        "steps: /x: this was exported before today and knows nothing of it. "
          + "Export the health data again. The blocks stay as they are"
      ])
    let german = GateText(language: .german).dataFailures([(.steps, error)]).first ?? ""
    #expect(german.hasPrefix("Schritte: /x: Der Export ist von einem früheren Tag"), "\(german)")
    #expect(german.contains("erneut. Die "), "\(german)")
  }

  @Test("the report of a blocker and of the gate's file is in the language")
  func reports() {
    let reports: [(PracticeReport, any Error)] = [
      (.blocker(.notAuthorized), BlockerError.notAuthorized),
      (.blocker(.authorizationFailed), BlockerError.authorizationFailed),
      (.gateFile(.unusable(path: "/x", code: ELOOP)), Self.loops[0]),
    ]
    for (report, error) in reports {
      #expect(GateText.machine.text(of: report, .berlin) == "\(error)")
      for text in Self.translations {
        #expect(text.text(of: report, .berlin) != "\(error)")
        #expect(text.text(of: report, .berlin) == text.sentence(about: error))
      }
    }
  }

  @Test("a loop of symbolic links has one sentence, whichever file it concerns")
  func loops() {
    let phrase = GatePhrase.linkLoop(path: "/x")
    for error in Self.loops {
      #expect("\(error)" == phrase.text(in: .english))
      for text in Self.translations + [.machine] {
        #expect(text.sentence(about: error) == phrase.text(in: text.language))
      }
    }
  }

  @Test("an error without a phrase keeps its words")
  func unknownError() {
    let error = GateFileError.held(path: "/x", holder: "y")
    for text in Self.translations { #expect(text.sentence(about: error) == "\(error)") }
  }
}
