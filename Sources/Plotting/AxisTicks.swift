// SPDX-License-Identifier: MIT

import Glibc

/// The ticks of notes on an axis of frequencies; A4 is 440 Hz.
enum NoteTicks {
  private static let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]
  /// The pitch classes E and A: strings of the guitar, with enough space between them for five
  /// octaves.
  private static let wide: Set<Int> = [4, 9]
  /// The widest axis, in semitones, that has ticks at every other note.
  private static let narrow = 14

  /// Returns the frequencies of the ticks in `range`, ascending.
  static func frequencies(in range: ClosedRange<Double>) -> [Double] {
    let first = Int(midi(range.lowerBound).rounded(.up))
    let last = Int(midi(range.upperBound).rounded(.down))
    guard first <= last else { return [] }
    let notes = first...last
    let marked =
      notes.count <= narrow
      ? notes.filter { ($0 - first) % 2 == 0 } : notes.filter { wide.contains($0 % 12) }
    return marked.map { 440 * exp2(Double($0 - 69) / 12) }
  }

  /// Returns the name of the note nearest to `frequency`, such as `E2`.
  static func name(of frequency: Double) -> String {
    let note = Int(midi(frequency).rounded())
    let octave = Int((Double(note) / 12).rounded(.down)) - 1
    return names[note - 12 * (octave + 1)] + "\(octave)"
  }

  private static func midi(_ frequency: Double) -> Double { 69 + 12 * log2(frequency / 440) }
}

/// The ticks of an axis of seconds.
enum TimeTicks {
  private static let steps: [Double] = [
    0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400,
  ]

  /// Returns multiples of a round step up to `end`.
  ///
  /// - Parameters:
  ///   - end: the end of the axis, in seconds.
  ///   - count: the most ticks that fit.
  /// - Returns: the times, beginning with 0.
  static func times(to end: Double, count: Int) -> [Double] {
    let step = steps.first { end / $0 <= Double(count) } ?? (end / Double(count)).rounded(.up)
    return (0...Int(end / step + 1e-9)).map { Double($0) * step }
  }

  /// Returns a time in seconds, or in minutes and hours on a long axis.
  static func label(_ time: Double, end: Double) -> String {
    guard end >= 120 else {
      let tenths = Int((time * 100).rounded())
      let (whole, rest) = (tenths / 100, tenths % 100)
      if rest == 0 { return "\(whole)" }
      return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
    let whole = Int(time.rounded())
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return end >= 7200
      ? "\(hours):\(two(minutes))" : "\(hours * 60 + minutes):\(two(seconds))"
  }

  /// Returns the label of the axis.
  static func axis(end: Double) -> String {
    end >= 7200 ? "time, h:min" : end >= 120 ? "time, min:s" : "time, s"
  }
}
