// SPDX-License-Identifier: MIT

internal import Acoustics

extension ReferenceTrack {
  /// The change of pitch that begins another note, in cents.
  private static let jump = 50.0
  /// The shortest note, and the shortest pause that ends a note, in seconds.
  private static let shortest = 0.08
  /// The tolerance for times that are rounded to microseconds, in seconds.
  private static let slack = 1e-6

  /// The notes of an f0 track.
  ///
  /// A note continues while the pitch moves by at most 50 cents between voiced moments. A larger
  /// jump begins another note if the new pitch lasts 80 ms. A pause of 80 ms without a voiced
  /// moment ends the note. Shorter notes are dropped. Undecided moments neither continue nor end a
  /// note. A note's pitch is the median of its moments. A note that is plucked again without a
  /// pause remains one note, because an f0 track does not show plucks.
  ///
  /// - Complexity: O(n·log n).
  public var notes: [NoteEvent] {
    var finished: [Stretch] = []
    var current = Stretch()
    var departing = Stretch()
    for (seconds, state) in moments {
      switch state {
      case .undecided: continue
      case .unvoiced:
        guard let last = current.last, seconds - last >= Self.shortest - Self.slack else {
          continue
        }
        finished.append(current)
        (current, departing) = (Stretch(), Stretch())
      case .pitch(let pitch):
        if current.goesOn(to: pitch) {
          current.append(pitch, at: seconds)
          departing = Stretch()
          continue
        }
        if !departing.goesOn(to: pitch) { departing = Stretch() }
        departing.append(pitch, at: seconds)
        guard departing.duration >= Self.shortest - Self.slack else { continue }
        finished.append(current)
        (current, departing) = (departing, Stretch())
      }
    }
    finished.append(current)
    return finished.compactMap { $0.duration >= Self.shortest - Self.slack ? $0.note : nil }
  }

  /// Consecutive moments of one pitch.
  private struct Stretch {
    private var first: Double?
    private(set) var last: Double?
    private var hertz: [Double] = []

    /// The time from the first moment to the last, in seconds.
    var duration: Double {
      guard let first, let last else { return 0 }
      return last - first
    }

    func goesOn(to pitch: Hertz) -> Bool {
      guard let before = hertz.last else { return true }
      return pitch.interval(above: Hertz(before)).magnitude.value <= jump
    }

    mutating func append(_ pitch: Hertz, at seconds: Double) {
      first = first ?? seconds
      last = seconds
      hertz.append(pitch.value)
    }

    var note: NoteEvent? {
      guard let first, let last, let median = Measurements(hertz).distribution()?.median
      else { return nil }
      return try? NoteEvent(onset: first, offset: last, pitch: Hertz(median))
    }
  }
}
