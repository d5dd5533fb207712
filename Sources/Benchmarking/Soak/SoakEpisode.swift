// SPDX-License-Identifier: MIT

internal import Foundation

/// What became of one episode.
struct SoakEpisode: Sendable {
  let fault: SoakFault
  let tally: SoakTally
  /// Samples that the device lost, and that the session counted as lost.
  var lost = 0
  var missed = 0
  /// Results that were dropped because their reader stood still, and were counted.
  var dropped = 0
  /// Samples that the analysis was too slow for.
  var overflowed = 0
  /// Bytes in RAM after it.
  var resident: Int?
  /// What else was not as documented, in a sentence each.
  var remarks: [String] = []

  /// Results that neither came nor were counted as dropped.
  var vanished: Int { tally.due - tally.arrived - dropped }

  /// By how much the samples' clock left the wall's, in seconds; `nil` without a pace.
  var drift: Double? {
    guard let first = tally.firstLateness, let last = tally.lastLateness else { return nil }
    return last - first
  }

  /// Everything that was not as documented, in a sentence each.
  var problems: [String] {
    var problems = remarks
    func expect(_ count: Int, _ what: String) {
      if count != 0 { problems.append("\(count) \(what)") }
    }
    expect(vanished, "updates lost")
    if fault != .slowReader { expect(dropped, "updates dropped") }
    expect(tally.late, "updates late")
    expect(tally.malformed, "results out of place or not numbers")
    expect(tally.broken, "states that no listening tuner has")
    expect(tally.wrong, "of \(tally.readings) readings wrong")
    expect(lost - missed, "lost samples not counted")
    expect(overflowed, "samples overflowed")
    if let drift, abs(drift) > 0.005 {
      problems.append(String(format: "the clocks part by %.1f ms", 1000 * drift))
    }
    return problems
  }
}
