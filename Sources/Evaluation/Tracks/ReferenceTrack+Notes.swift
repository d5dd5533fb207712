// SPDX-License-Identifier: MIT

internal import Acoustics

extension ReferenceTrack {
  /// How far a pitch jumps that is another note, in cents.
  private static let jump = 50.0
  /// How long a note lasts at least, and how long a pause that ends it, in seconds.
  private static let shortest = 0.08
  /// Times are rounded to microseconds.
  private static let slack = 1e-6

  /// The notes that an f0 track holds.
  ///
  /// A note goes on while the pitch moves by at most 50 cents from one voiced moment to the next; a jump
  /// begins another where it stays there for 80 ms, and 80 ms without a voiced moment end it. What is
  /// shorter than that is no note. Moments that are undecided neither carry a note nor end one. A note's
  /// pitch is the median of its moments. The same note struck again without a pause is one note: an f0
  /// track does not tell strokes.
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

  /// Moments of one pitch that goes on.
  private struct Stretch {
    private var first: Double?
    private(set) var last: Double?
    private var hertz: [Double] = []

    /// From the first moment to the last, in seconds.
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
