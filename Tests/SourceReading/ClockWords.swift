// SPDX-License-Identifier: MIT

/// The words of Swift source that read a clock or wait for one.
package enum ClockWords {
  /// The words that are found anywhere.
  private static let words = [
    "Date", "ContinuousClock", "SuspendingClock", "DispatchTime", "DispatchWallTime",
    "systemUptime", "CFAbsoluteTimeGetCurrent", "clock_gettime", "clock_nanosleep",
    "gettimeofday", "timespec_get", "mach_absolute_time", "nanosleep", "usleep", "asyncAfter",
  ]

  /// The functions, and what follows the name in a call that is found: `time(nil)`, `time(&t)`,
  /// `clock()`, and every `sleep(…)`.
  private static let functions = [
    "time": #"\s*\(\s*(?:nil|&)"#, "clock": #"\s*\(\s*\)"#, "sleep": #"\s*\("#,
  ]

  /// Returns true if some bytes of a word occur in the code: a quick search before the pattern.
  package static func mayOccur(in code: String) -> Bool {
    words.contains(where: code.containsBytes) || functions.keys.contains(where: code.containsCall)
  }

  /// The pattern of all words; it needs the simple kind of word boundary.
  package static var pattern: Regex<(Substring, Substring)> {
    let calls = functions.map { name, call in "\(name)(?=\(call))" }
    let pattern = #"\b((?:\#(words.joined(separator: "|")))\b|\#(calls.joined(separator: "|")))"#
    do {
      return try Regex(pattern, as: (Substring, Substring).self)
    } catch {
      preconditionFailure("\(pattern): \(error)")
    }
  }
}
