// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Locates the start of the sounding note: only samples after it belong to its pitch.
struct NoteStart {
  // | name          | unit    | source                                                          |
  // | ------------- | ------- | --------------------------------------------------------------- |
  // | leastKnown    | s       | a rise before this time is the start of the stream              |
  // | movingSeconds | s       | window of a moving pitch; older samples had another pitch       |
  // | movingPeriods | periods | least window of a moving pitch, for the partials of low strings |
  private static let leastKnown = 0.03
  private static let movingSeconds = 0.05
  private static let movingPeriods = 6.0

  /// The first sample of the note; `nil` if neither an onset nor a pitch change was detected.
  private(set) var anchor: Int?
  private var breakAnchor: Int?
  /// The first sample of the present pitch.
  private var moved = 0
  private var pitchChange = PitchChangeDetector()

  /// Searches for an onset or a pitch change since the last update.
  ///
  /// - Parameters:
  ///   - stream: the samples.
  ///   - tracked: the pitch of the last update, in hertz.
  ///   - age: the time for which that pitch has lasted, in seconds.
  ///   - seconds: the time since the last update.
  /// - Returns: true if another note sounds than at the last update.
  mutating func locate(
    in stream: borrowing AnalysisStream, tracked: Double?, age: Double, seconds: Double
  ) -> Bool {
    let rate = stream.sizes.rate
    if tracked == nil { pitchChange.rest() }
    if let tracked,
      let ago = pitchChange.samplesAgo(
        in: stream.assembler.frame, available: min(stream.availableCount, count(in: stream)),
        period: rate / tracked, age: age, seconds: seconds, rate: rate)
    {
      breakAnchor = stream.totalCount - ago
    }
    if let tracked, pitchChange.isGliding {
      moved =
        stream.totalCount - Int(rate * max(Self.movingSeconds, Self.movingPeriods / tracked))
    }
    var newest: Int?
    if let onset = stream.onset, onset.known > Int(Self.leastKnown * rate) {
      newest = onset.anchor
    }
    if let breakAnchor, breakAnchor > newest ?? -1 { newest = breakAnchor }
    guard newest != anchor else { return false }
    anchor = newest
    pitchChange.reset()
    return true
  }

  /// Returns the number of samples of the note; all of the stream if its start was not detected.
  func count(in stream: borrowing AnalysisStream) -> Int {
    stream.totalCount - (anchor ?? 0)
  }

  /// Returns the number of samples of the note at its present pitch.
  func steadyCount(in stream: borrowing AnalysisStream) -> Int {
    min(count(in: stream), stream.totalCount - moved)
  }

  /// Returns the time since the start of the note, in seconds; `nil` if it was not detected.
  func age(in stream: borrowing AnalysisStream) -> Double? {
    anchor.map { Double(stream.totalCount - $0) / stream.sizes.rate }
  }
}
