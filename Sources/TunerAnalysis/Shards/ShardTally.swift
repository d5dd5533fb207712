// SPDX-License-Identifier: MIT

import Terminal

/// The counts of a run.
package struct ShardTally: Sendable {
  /// The recordings of the shard; `nil` until the end of a pipe.
  package var total: Int?
  /// The recordings that were analysed.
  package var analysed = 0
  /// The recordings among them whose results the cache had.
  package var known = 0
  /// The recordings that could not be used.
  package var failed = 0
  /// The entries that needed no analysis: recordings that were done before, and repetitions.
  package var skipped = 0
  /// The entries among them whose recording the list has already named.
  package var repeated = 0
  /// The recordings among them that could not be used then.
  package var failedBefore = 0
  /// The length of the analysed sound, in seconds.
  package var soundSeconds = 0.0
  /// The time since the beginning, in seconds.
  package var seconds = 0.0

  /// The recordings whose analysis has ended.
  package var done: Int { analysed + failed + skipped }

  /// The number of recordings per second, analysed or unusable; `nil` at the beginning.
  package var rate: Double? { seconds > 0 ? Double(analysed + failed) / seconds : nil }

  /// The seconds that are left; `nil` if they are not known.
  package var secondsLeft: Double? {
    guard let total, let rate, rate > 0, seconds >= 1 else { return nil }
    return Double(max(0, total - done)) / rate
  }

  /// The line for a terminal.
  package var line: String {
    let count = total.map { "\(done) of \($0)" } ?? "\(done)"
    let speed = rate.map { ", \(TextFigures.number($0, places: $0 < 10 ? 1 : 0)) a second" } ?? ""
    let left = secondsLeft.map { ", \(BatchProgress.clock($0)) left" } ?? ""
    return count + speed + (failed > 0 ? ", \(failed) could not be used" : "") + left
  }

  /// The line for a program.
  package var record: String {
    NDJSONRendering.object([
      ("schema", Field("tuner.progress/1")), ("done", Field(done)), ("total", Field(total)),
      ("analysed", Field(analysed)), ("failed", Field(failed)), ("skipped", Field(skipped)),
      ("known", Field(known)),
      ("sound_s", Field(soundSeconds)), ("seconds", Field(seconds)),
      ("files_per_s", Field(rate)), ("left_s", Field(secondsLeft)),
    ])
  }

  /// The sentence at the end.
  package func summary(of shard: RecordingShard, errors: String) -> String {
    let speed =
      seconds > 0
      ? " (\(TextFigures.number(soundSeconds / seconds, places: 0)) times real time)" : ""
    var text =
      "shard \(shard.number) of \(shard.count): \(TextFigures.count(analysed, "recording")) analysed, "
      + "\(BatchProgress.clock(soundSeconds)) of sound in \(BatchProgress.clock(seconds))\(speed)"
    if known > 0 { text += "; \(known) of them known to the cache" }
    if skipped > repeated { text += "; \(skipped - repeated) done before" }
    if repeated > 0 { text += "; \(repeated) named again" }
    let failed = failed + failedBefore
    if failed > 0 { text += "; \(failed) could not be used, see \(printable(errors))" }
    return text + "\n"
  }
}
