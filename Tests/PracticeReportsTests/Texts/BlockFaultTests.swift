// SPDX-License-Identifier: MIT

import Glibc
import PracticeGate
import PracticeServices
import Testing
import TunerDisplay

@testable import PracticeReports

@Suite("The reasons why targets are not blocked")
struct BlockFaultTests {
  private static let hostsFile: [HostsFileError] = [
    .missing(path: "/x"), .notPermitted(path: "/x"), .notAFile(path: "/x"),
    .readFailed(path: "/x", code: ELOOP),
    .readFailed(path: "/x", code: EIO), .writeFailed(path: "/x", code: EROFS),
    .writeFailed(path: "/x", code: ENOSPC), .writeFailed(path: "/x", code: EBUSY),
    .changedMeanwhile(path: "/x"), .watcherFailed(path: "/x", code: ECHILD),
    .watcherFailed(path: "/x", code: EAGAIN),
  ]
  private static let blockers: [BlockerError] = [
    .authorizationFailed, .updateFailed(description: "y"), .notAuthorized,
  ]

  private func text(_ fault: GatePhrase.BlockFault, in language: Language) -> String {
    GatePhrase.blockFault(fault).text(in: language)
  }

  @Test("are the errors of the hosts file in English, and have other words elsewhere")
  func errorsOfTheHostsFile() {
    for error in Self.hostsFile {
      #expect(text(.init(error), in: .english) == "\(error)")
      for language in [Language.german, .spanish] {
        let translated = text(.init(error), in: language)
        #expect(translated.hasPrefix("/x: ") && translated != "\(error)")
      }
    }
  }

  @Test("are the errors of a blocker in English, and have other words elsewhere")
  func errorsOfABlocker() {
    for error in Self.blockers {
      #expect(text(.init(error), in: .english) == "\(error)")
      for language in [Language.german, .spanish] {
        #expect(text(.init(error), in: language) != "\(error)")
      }
    }
  }
}
