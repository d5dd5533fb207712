// SPDX-License-Identifier: MIT

extension ReferenceTrack {
  /// The longest distance of neighbouring labels, as a median, in seconds.
  ///
  /// A label holds for half of that to each side, so a longer one would hold through whole notes.
  public static let longestHop = 0.5
  /// The time by which a label may lie after the end of its recording, in seconds: trackers pad the
  /// last frame, and annotators round.
  public static let endSlack = 0.1

  /// Checks that the labels can be those of a recording.
  ///
  /// - Parameter duration: the length of the recording in seconds.
  /// - Throws: `AnnotationError.afterEnd` for a label after the end, `.labelsFarApart` for a track
  ///   with too few labels.
  public func check(lasting duration: Double) throws(AnnotationError) {
    if let last = moments.last { try Self.check(last.seconds, lasting: duration) }
    guard hop <= Self.longestHop else {
      throw .labelsFarApart(seconds: hop, limit: Self.longestHop)
    }
  }

  /// Checks that a label lies in a recording.
  static func check(_ seconds: Double, lasting duration: Double) throws(AnnotationError) {
    guard seconds <= duration + endSlack else {
      throw .afterEnd(seconds: seconds, duration: duration)
    }
  }

  /// Returns the share of a recording in which the reference is decided, in steps of 10 ms.
  ///
  /// - Parameter duration: the length of the recording in seconds.
  /// - Returns: the decided steps, of all steps.
  /// - Complexity: O(n log m), n steps and m labels.
  public func decidedShare(lasting duration: Double) -> Rate {
    var rate = Rate()
    for step in 0..<max(0, Int(duration * 100)) {
      rate.count(state(at: Double(step) / 100) != .undecided)
    }
    return rate
  }
}
