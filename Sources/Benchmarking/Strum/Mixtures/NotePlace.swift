// SPDX-License-Identifier: MIT

internal import Acoustics

/// A note in a recording.
enum NotePlace: Hashable, Sendable {
  /// The only note of a recording, with a first partial that a manifest gives.
  case measured(onset: Double, firstPartial: Hertz)
  /// A note among others, with the times of an annotation, in seconds.
  case annotated(onset: Double, end: Double, pitch: Hertz)

  // | name   | unit | source                                                                    |
  // | ------ | ---- | ------------------------------------------------------------------------- |
  // | before | s    | of an annotated onset, in which the pluck may lie: annotations omit       |
  // |        |      | up to 0.2 s of an attack                                                  |
  // | after  | s    | the same                                                                  |
  // | frame  | s    | of the search for the pluck                                               |
  // | steady | s    | after the pluck, over which an annotated note's first partial is measured |
  private static let before = 0.3
  private static let after = 0.1
  private static let frame = 0.01
  private static let steady = 0.3...1.0

  /// Returns the note.
  ///
  /// - Parameters:
  ///   - name: the recording.
  ///   - guitar: the instrument with its set.
  ///   - samples: the whole recording.
  ///   - rate: its rate.
  /// - Returns: `nil` if an annotated note has no measurable first partial.
  func note(
    named name: String, of guitar: String, in samples: [Float], at rate: SampleRate
  ) -> GuitarNote? {
    let hertz = Double(rate.hertz)
    switch self {
    case .measured(let onset, let firstPartial):
      return GuitarNote(
        name: name, guitar: guitar, sampleRate: rate, samples: samples, onset: onset * hertz,
        firstPartial: firstPartial)
    case .annotated(let onset, let end, let pitch):
      let pluck = Self.pluck(near: onset, in: samples, rate: hertz)
      let last = min(samples.count, Int(end * hertz))
      let first = Int((pluck + Self.steady.lowerBound) * hertz)
      let stop = min(last, Int((pluck + Self.steady.upperBound) * hertz))
      guard first < stop,
        let partial = LinePeak(samples[first..<stop], rate: hertz).frequency(near: pitch.value)
      else { return nil }
      return GuitarNote(
        name: "\(name) at \(onset) s", guitar: guitar, sampleRate: rate,
        samples: Array(samples[..<last]), onset: pluck * hertz, firstPartial: Hertz(partial))
    }
  }

  /// Returns the start of the frame with the largest rise of the level over the previous one.
  private static func pluck(near onset: Double, in samples: [Float], rate: Double) -> Double {
    let count = Int(frame * rate)
    let first = max(1, Int((onset - before) / frame))
    let last = min(samples.count / count - 1, Int((onset + after) / frame))
    guard first < last else { return onset }
    func energy(_ index: Int) -> Double {
      samples[(index * count)..<((index + 1) * count)]
        .reduce(1e-9) { $0 + Double($1) * Double($1) }
    }
    let rises = (first...last).map { (frame: $0, factor: energy($0) / energy($0 - 1)) }
    let best = rises.max { $0.factor < $1.factor }
    return best.map { Double($0.frame * count) / rate } ?? onset
  }
}
