// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import Testing

@Suite("An error of practice or health data")
struct PracticeDataErrorTests {
  /// The form that the first releases stored and read.
  private enum Former: Hashable, Codable {
    case notAvailable, authorizationDenied
    case queryFailed(description: String)
  }

  private let former = #"[{"queryFailed":{"description":"torn"}}]"#

  private func read<Value: Decodable>(_ text: String) throws -> [Value] {
    try JSONDecoder().decode([Value].self, from: Data(text.utf8))
  }

  private func text(_ errors: [PracticeDataError]) throws -> String {
    String(decoding: try JSONEncoder().encode(errors), as: UTF8.self)
  }

  @Test("without a fault is read and written as before faults were stored")
  func withoutFault() throws {
    let errors: [PracticeDataError] = try read(former)
    #expect(errors == [.queryFailed(description: "torn")])
    #expect(try text(errors) == former)
  }

  @Test("keeps its fault, which a release that knows no faults ignores")
  func withFault() throws {
    let error = PracticeDataError.queryFailed(
      description: "torn", fault: .notXML(path: "/x", line: 7, reason: "y"))
    let text = try text([error])
    let errors: [PracticeDataError] = try read(text)
    #expect(errors == [error])
    let formerErrors: [Former] = try read(text)
    #expect(formerErrors == [.queryFailed(description: "torn")])
  }

  @Test("loses a fault that only a later release knows, and keeps its description")
  func laterFault() throws {
    let errors: [PracticeDataError] = try read(
      #"[{"queryFailed":{"description":"torn","fault":{"rusty":{"path":"/x"}}}}]"#)
    #expect(errors == [.queryFailed(description: "torn", fault: nil)])
  }

  @Test("has the description as its text, with or without a fault")
  func description() {
    for fault in [nil, PracticeDataError.Fault.exportTooOld(path: "/x")] {
      #expect(
        "\(PracticeDataError.queryFailed(description: "torn", fault: fault))"
          == "The data could not be read (torn). Try again.")
    }
  }
}
