// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

/// What is true of one item, and what its readings may be scored for.
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
  }

  /// How far before a measured onset silence ends being certain, in seconds: onsets are measured to
  /// about 10 ms, and a finger on the string is heard before the pluck.
  private static let onsetGuard = 0.05

  /// Returns what is true at `seconds`.
  func state(at seconds: Double) -> ReferenceTrack.State {
    switch self {
    case .synthetic(let truth):
      return truth.firstPartial(at: seconds).map { .pitch($0) } ?? .unvoiced
    case .noise: return .unvoiced
    case .track(let track): return track.state(at: seconds)
    case .note(let note):
      // Behind the steady part the note dies away at a moment nobody measured.
      if seconds > note.steady.upperBound { return .undecided }
      guard let onset = note.onset else {
        return note.steady.contains(seconds) ? .pitch(note.pitch) : .undecided
      }
      if seconds >= onset { return .pitch(note.pitch) }
      return seconds < onset - Self.onsetGuard ? .unvoiced : .undecided
    }
  }

  /// The pluck that settling is timed from; `nil` where it is not timed.
  var pluck: Double? {
    switch self {
    case .synthetic(let truth): truth.signal.plucks.last?.onset
    case .note(let note): note.allowsCents ? note.onset : nil
    case .track, .noise: nil
    }
  }

  /// The steady part; `nil` where there is none.
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

  /// Whether errors in cents say something about the detector.
  var allowsCents: Bool {
    switch self {
    case .synthetic: true
    case .note(let note): note.allowsCents
    case .track, .noise: false
    }
  }
}
