// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner-bench soak")
struct SoakCommandTests {
  private let bench = Program("tuner-bench")
  /// Three rounds of nine faults of six seconds.
  private static let hours = "0.046"

  @Test("injects every fault three times, including a stopped process and a full disk")
  func all() throws {
    let outcome = try bench.run(["soak", "--hours", Self.hours])
    // Memory is judged only in runs of hours, because the first minutes are a warm-up.
    let lines = outcome.output.split(separator: "\n").filter { $0.hasSuffix("(counted)") }
    #expect(lines.filter { !$0.hasPrefix("  memory:") } == [], "\(outcome.errors)")
    #expect(outcome.status == (lines.isEmpty ? 0 : 1))
    for fault in ["no fault", "full disk", "stopped process", "device loss", "slow reader"] {
      #expect(outcome.output.contains(fault))
    }
  }

  @Test("ends with 1 for a deliberate defect")
  func canary() throws {
    let outcome = try bench.run(["soak", "--hours", Self.hours, "--defect", "loss"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("updates lost (counted)"))
    #expect(outcome.output.hasSuffix("A limit was missed.\n"))
  }

  @Test(
    "refuses less than three rounds, and an invalid length", arguments: ["0.01", "nan", "0"])
  func refusesLengths(hours: String) throws {
    let outcome = try bench.run(["soak", "--hours", hours])
    #expect(outcome.status == 2 && outcome.errors.contains("--hours is from"))
  }
}
