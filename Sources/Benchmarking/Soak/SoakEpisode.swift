// SPDX-License-Identifier: MIT

internal import Foundation

/// The outcome of one episode.
struct SoakEpisode: Sendable {
  let fault: SoakFault
  let tally: SoakTally
  /// The samples that the device lost, and those that the session counted as lost.
  var lost = 0
  var missed = 0
  /// The results that were dropped, and counted, while the reader was stalled.
  var dropped = 0
  /// The samples that were lost because the analysis was too slow.
  var overflowed = 0
  /// The resident memory after the episode, in bytes.
  var resident: Int?
  /// Further deviations from the documented behaviour, one sentence each.
  var remarks: [String] = []

  /// The results that neither arrived nor were counted as dropped.
  var vanished: Int { tally.due - tally.arrived - dropped }

  /// The drift of the sample clock from the wall clock in seconds; `nil` if the run is not paced.
  var drift: Double? {
    guard let first = tally.firstLateness, let last = tally.lastLateness else { return nil }
    return last - first
  }

  /// All deviations from the documented behaviour, one sentence each.
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
