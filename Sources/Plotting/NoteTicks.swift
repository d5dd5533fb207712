// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
