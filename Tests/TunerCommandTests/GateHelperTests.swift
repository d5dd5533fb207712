// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner gate section: the part of the gate that needs root")
struct GateHelperTests {
  private let gate: GatePlace

  init() throws { gate = try GatePlace() }

  private func section(_ order: String) throws -> Program.Outcome {
    try gate.run("gate", "section", "--hosts-file", gate.hosts, input: Data(order.utf8))
  }

  @Test("a gate with a helper changes nothing itself, and blocks and unblocks by the helper")
  func helper() throws {
    let log = gate.place.path + "/log"
    let program = try gate.place.writeProgram(
      "echo \"$@\" >> '\(log)'; exec '\(gate.tuner.path)' gate section --hosts-file "
        + "'\(gate.hosts)' \"$@\"", named: "helper")
    try gate.setUp("--helper", "[\"\(program)\"]")
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "--check\n")
    #expect(try gate.run("gate", "apply").status == 0)
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "--check\n\n")
    #expect(try gate.text().contains("0.0.0.0 youtube.com\n"))
    #expect(try section("headstock section 1\nlease 900\nuntil -\n").status == 0)
    #expect(try gate.text() == GatePlace.original)
  }

  @Test("a helper that fails is an error with its message, and nothing is reported as blocked")
  func failure() throws {
    let program = try gate.place.writeProgram(
      "[ \"$1\" = --check ] || { echo 'a password is required' >&2; exit 1; }", named: "helper")
    try gate.setUp("--helper", "[\"\(program)\"]")
    let outcome = try gate.run("gate", "apply")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("a password is required"), "\(outcome.errors)")
  }

  @Test(
    "an invalid order is refused, and the hosts file is unchanged",
    arguments: [
      "", "hello\n", "headstock section 2\nlease 900\nuntil -\ndomain:a.org\n",
      "headstock section 1\nlease 1\nuntil -\ndomain:a.org\n",
      "headstock section 1\nlease 86401\nuntil -\ndomain:a.org\n",
      "headstock section 1\nlease 900\nuntil x\ndomain:a.org\n",
      "headstock section 1\nlease 900\nuntil -\ndomain:localhost\n",
      "headstock section 1\nlease 900\nuntil -\na.org\n",
      "headstock section 1\nlease 900\nuntil -\ndomain:a.org 1.2.3.4\n",
      "headstock section 1\nlease 900\nuntil -\ndomain:a.org",
    ])
  func refused(order: String) throws {
    let outcome = try section(order)
    #expect(outcome.status == 2 && outcome.errors.contains("order"), "\(outcome.errors)")
    #expect(try gate.text() == GatePlace.original)
  }

  /// Not an argument of the test above, because the runner prints all arguments.
  @Test("an order that is too long is refused")
  func tooLong() throws {
    let names = String(repeating: "domain:a.org\n", count: 6000)
    try refused(order: "headstock section 1\nlease 900\nuntil -\n" + names)
  }

  @Test("an end after the lease is ignored, and the block ends with its lease")
  func bounded() throws {
    let order = "headstock section 1\nlease 60\nuntil 9999999999999\ndomain:a.org\n"
    #expect(try section(order).status == 0)
    let end = try #require(
      gate.text().firstMatch(of: /until_ms=(\d+)/).flatMap { Int($0.output.1) })
    #expect(end <= Int(Date().timeIntervalSince1970 * 1000) + 60_000)
    #expect(try gate.run("gate", "restore", "--hosts-file", gate.hosts).status == 0)
  }

  @Test("the help of the section names the default of its hosts file, which no set-up changes")
  func help() throws {
    let help = try gate.run("gate", "section", "--help").output
    #expect(help.contains("(default: /etc/hosts)"), "\(help)")
    #expect(!help.contains("(default: the file"))
    // The lines for sudoers can be copied.
    #expect(help.contains("\n  Cmnd_Alias TUNER = /usr/bin/tuner gate section, \\\n    /usr/bin/"))
    #expect(help.contains("\n    /usr/bin/tuner gate section --check\n  alice ALL="))
    #expect(try gate.run("gate", "status", "--help").output.contains("(default: the file"))
  }
}
