// SPDX-License-Identifier: MIT

import ProgramRunning
import Testing

/// Wrong arguments of `tuner`, and a part of its complaint.
struct WrongUsage: CustomTestStringConvertible {
  let arguments: [String]
  let complaint: String
  var status: Int32 = 2

  var testDescription: String { arguments.joined(separator: " ") }

  /// Expects that the program refuses the arguments with a message of two lines at most.
  func expectRefusal() throws {
    let outcome = try Program("tuner").run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("tuner: "))
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count <= 2)
  }
}
