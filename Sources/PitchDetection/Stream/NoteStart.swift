// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Where the note began that sounds now: only samples behind it say something about its pitch.
struct NoteStart {
  /// A rise this soon after the stream's first sample may be the stream's own beginning, in seconds.
  private static let leastKnown = 0.03
  /// What is looked at while the pitch moves, in seconds and in periods, whichever is longer: what is
  /// older rang elsewhere.
  private static let movingWindow = (seconds: 0.05, periods: 6.0)

  /// The first sample of the note; `nil` where no beginning was heard.
  private(set) var anchor: Int?
  private var breakAnchor: Int?
  /// The first sample to be looked at since the pitch moved.
  private var moved = 0
  private var periodBreak = PitchChangeDetector()

  /// Looks for a beginning since the last update.
  ///
  /// - Parameters:
  ///   - stream: what was heard.
  ///   - tracked: the pitch of the last update, in hertz.
  ///   - age: how long that pitch has been heard, in seconds.
  ///   - seconds: the time since the last update.
  /// - Returns: whether another note sounds than at the last update.
  mutating func locate(
    in stream: borrowing AnalysisStream, tracked: Double?, age: Double, seconds: Double
  ) -> Bool {
    let rate = stream.sizes.rate
    if tracked == nil { periodBreak.rest() }
    if let tracked,
      let ago = periodBreak.samplesAgo(
        in: stream.assembler.frame, available: min(stream.availableCount, count(in: stream)),
        period: rate / tracked, age: age, seconds: seconds, rate: rate)
    {
      breakAnchor = stream.totalCount - ago
    }
    if let tracked, periodBreak.glides {
      let window = Self.movingWindow
      moved = stream.totalCount - Int(rate * max(window.seconds, window.periods / tracked))
    }
    var newest: Int?
    if let onset = stream.onset, onset.known > Int(Self.leastKnown * rate) {
      newest = onset.anchor
    }
    if let breakAnchor, breakAnchor > newest ?? -1 { newest = breakAnchor }
    guard newest != anchor else { return false }
    anchor = newest
    periodBreak.forget()
    return true
  }

  /// Samples of the note so far; all of the stream where no beginning was heard.
  func count(in stream: borrowing AnalysisStream) -> Int {
    stream.totalCount - (anchor ?? 0)
  }

  /// Samples of the note since its pitch moved.
  func steadyCount(in stream: borrowing AnalysisStream) -> Int {
    min(count(in: stream), stream.totalCount - moved)
  }

  /// The note's age in seconds; `nil` where no beginning was heard.
  func age(in stream: borrowing AnalysisStream) -> Double? {
    anchor.map { Double(stream.totalCount - $0) / stream.sizes.rate }
  }
}
