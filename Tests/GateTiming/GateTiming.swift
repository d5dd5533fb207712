// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Measures the gate's services and the settings, and compares them with their limits.
///
/// `scripts/gate.py` runs the optimised program.
/// Prints a line for each figure, and ends with 1 when one is missed. `--quick` leaves out the
/// export, which takes a minute.
@main
struct GateTiming {
  static func main() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    var measures: [(String) throws -> Figure] = [
      JournalTiming.measure, HostsTiming.measure, TickTiming.measure, SettingsTiming.measure,
    ]
    if !CommandLine.arguments.contains("--quick") { measures.append(ExportTiming.measure) }
    var isMet = true
    for measure in measures {
      let figure = try measure(scratch.path)
      print(figure.line)
      fflush(nil)
      isMet = isMet && figure.isMet
    }
    exit(isMet ? 0 : 1)
  }
}

/// One figure and its limit.
struct Figure {
  /// The measured quantity.
  let name: String
  /// The result, in the unit of the limit.
  let value: Double
  /// The limit.
  let limit: Double
  let unit: String
  /// A further condition.
  var holds = true

  var isMet: Bool { holds && value < limit }

  var line: String {
    let rounded = (value * 10).rounded() / 10
    return "\(name): \(rounded) \(unit), limit \(limit) \(unit): \(isMet ? "ok" : "MISSED")"
  }
}

/// A directory of its own.
struct Scratch {
  let path: String

  init() throws {
    var name = Array("/tmp/gate-timing-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw TimingError(code: errno) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes what was made.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// The reason why nothing can be measured.
struct TimingError: Error, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }
}

/// Returns the shortest of some runs in milliseconds, which contains the least delay by other
/// programs.
func milliseconds(of runs: Int, _ work: (Int) throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  var best = Duration.seconds(1_000_000)
  for run in 0..<runs { best = min(best, try clock.measure { try work(run) }) }
  return best / .milliseconds(1)
}
