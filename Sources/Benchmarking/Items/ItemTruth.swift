// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

/// The reference of one item, which determines the scores that apply to it.
enum ItemTruth {
  /// A synthetic string or noise.
  case synthetic(SignalTruth)
  /// A recorded note whose steady part was measured.
  case note(MeasuredNote)
  /// A recorded phrase with its f0 track.
  case track(ReferenceTrack)
  /// A recording without a pitch.
  case noise

  /// A recorded note.
  struct MeasuredNote {
    let pitch: Hertz
    let onset: Double?
    let steady: ClosedRange<Double>
    let allowsCents: Bool
    /// The spread of the measurements of `pitch`.
    let spread: Cents
    /// The glide of its first quarter of a second; `nil` if it was not measured.
    var glide: StringGlide?
  }

  /// The beginning of a note, which a player sees first, in seconds after the pluck.
  static let beginning = 0.05...0.25

  /// The time before a measured onset in which silence is uncertain, in seconds.
  ///
  /// Onsets are measured to about 10 ms, and the finger makes a sound on the string before the
  /// pluck.
  private static let onsetGuard = 0.05

  /// Returns the reference at `seconds`.
  func state(at seconds: Double) -> ReferenceTrack.State {
    switch self {
    case .synthetic(let truth):
      if let pitch = truth.firstPartial(at: seconds) { return .pitch(pitch) }
      return truth.isSung(at: seconds) ? .undecided : .unvoiced
    case .noise: return .unvoiced
    case .track(let track): return track.state(at: seconds)
    case .note(let note):
      // It was not measured when the note ends after its steady part.
      if seconds > note.steady.upperBound { return .undecided }
      guard let onset = note.onset else {
        return note.steady.contains(seconds) ? .pitch(note.pitch) : .undecided
      }
      if seconds >= onset { return .pitch(note.pitch) }
      return seconds < onset - Self.onsetGuard ? .unvoiced : .undecided
    }
  }

  /// Returns the pitch at `seconds` in the beginning of a note, while the string still glides;
  /// `nil` at other times.
  func beginning(at seconds: Double) -> Hertz? {
    guard let pluck, allowsCents, Self.beginning.contains(seconds - pluck) else { return nil }
    switch self {
    case .synthetic(let truth): return truth.firstPartial(at: seconds)
    case .note(let note):
      return note.glide.map { note.pitch.raised(by: Cents($0.cents(at: seconds))) }
    case .track, .noise: return nil
    }
  }

  /// Returns the reference at `seconds` with which settling is measured.
  ///
  /// A recorded string glides after its pluck, as a synthetic one does, so its pitch is that of the
  /// steady part times the measured glide, up to the end of the measurement. Before the first
  /// measurement the glide is taken to be the first one.
  func settling(at seconds: Double) -> ReferenceTrack.State {
    let state = state(at: seconds)
    guard case .note(let note) = self, let glide = note.glide, let onset = note.onset,
      seconds <= onset + StringGlide.reach.upperBound, case .pitch(let pitch) = state
    else { return state }
    return .pitch(pitch.raised(by: Cents(glide.cents(at: seconds))))
  }

  /// The pluck from which settling is timed; `nil` when settling is not timed.
  var pluck: Double? {
    switch self {
    case .synthetic(let truth): truth.signal.plucks.last?.onset
    case .note(let note): note.allowsCents ? note.onset : nil
    case .track, .noise: nil
    }
  }

  /// The distance by which measurements of the reference disagree.
  var spread: Cents {
    if case .note(let note) = self { note.spread } else { Cents(0) }
  }

  /// The steady part; `nil` when there is none.
  var steady: ClosedRange<Double>? {
    switch self {
    case .synthetic(let truth):
      truth.signal.plucks.last.map { pluck in
        let window = SignalTruth.steadyWindow
        return (pluck.onset + window.lowerBound)...(pluck.onset + window.upperBound)
      }
    case .note(let note): note.steady
    case .track: 0...Double.greatestFiniteMagnitude
    case .noise: nil
    }
  }

  /// True when the reference is accurate enough for errors in cents.
  var allowsCents: Bool {
    switch self {
    case .synthetic: true
    case .note(let note): note.allowsCents
    case .track, .noise: false
    }
  }
}
