// SPDX-License-Identifier: MIT

internal import Foundation

/// The reference of a phrase at regular times, made from notes and contours.
struct AnnotatedTrack: Hashable {
  /// The reference at one moment.
  enum State: Hashable {
    /// One pitch sounds, in hertz.
    case pitch(Double)
    /// Nothing sounds.
    case silent
    /// Several pitches sound, or the annotation is unclear.
    case undecided
  }

  /// The interval between moments in milliseconds: shorter than any reading, longer than in a
  /// contour.
  static let hopInMilliseconds = 10

  /// One state for each moment, the first at 0 s.
  let states: [State]

  /// Evaluates `state` at each moment of `duration` seconds.
  init(duration: Double, state: (Double) -> State) {
    let count = Int(duration * 1000) / Self.hopInMilliseconds
    states = (0..<max(count, 1)).map { state(Double($0 * Self.hopInMilliseconds) / 1000) }
  }

  /// The track as a table for `TrackTable` of Evaluation.
  var text: String {
    var text = "time_s,f0_hz,voiced\n"
    for (index, state) in states.enumerated() {
      let milliseconds = index * Self.hopInMilliseconds
      text += "\(milliseconds / 1000).\(Self.thousandths(milliseconds % 1000)),"
      switch state {
      case .pitch(let hertz):
        let rounded = Int((hertz * 1000).rounded())
        text += "\(rounded / 1000).\(Self.thousandths(rounded % 1000)),1\n"
      case .silent: text += ",0\n"
      case .undecided: text += ",-1\n"
      }
    }
    return text
  }

  private static func thousandths(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: 3 - digits.utf8.count) + digits
  }
}
