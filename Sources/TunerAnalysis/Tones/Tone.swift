// SPDX-License-Identifier: MIT

package import Acoustics
import Glibc
import Terminal
package import Tuning

/// The kinds of reference tones.
package enum ToneWave: String, CaseIterable, Sendable {
  /// A tone of harmonic partials that decay like those of a string, the high ones faster.
  case pluck
  /// A tone of one partial that does not decay.
  case sine
}

/// The sound of a reference tone, at any pitch.
package struct Tone: Sendable {
  /// The length of the onset and of the end, in seconds.
  ///
  /// A shorter one would be an audible click.
  private static let ramp = 0.005
  /// The number of partials of a pluck, and the plucking point as a fraction of the string.
  private static let (partials, pluckPoint) = (24, 0.18)
  /// The time in which the first partial of a pluck falls to 1/e, in seconds.
  static let decay = 1.5

  let wave: ToneWave
  let seconds: Double
  let level: Decibels

  /// Makes a tone.
  ///
  /// - Parameters:
  ///   - wave: the kind of tone.
  ///   - seconds: its length.
  ///   - level: its peak, relative to full scale.
  package init(wave: ToneWave, seconds: Double, level: Decibels) {
    self.wave = wave
    self.seconds = seconds
    self.level = level
  }

  /// Returns the partials that fit under half the sample rate.
  func amplitudes(
    of frequency: Hertz, at rate: SampleRate
  ) -> [(number: Int, amplitude: Double)] {
    guard wave == .pluck else { return [(1, 1)] }
    let limit = 0.5 * Double(rate.hertz)
    return (1...Self.partials).filter { Double($0) * frequency.value < limit }.map { number in
      (number, abs(sin(Double(number) * .pi * Self.pluckPoint)) / Double(number))
    }
  }

  /// Returns the gain of a sample: raised cosines at both ends, but no rise for a pluck, whose
  /// partials begin at zero.
  func envelope(at index: Int, of count: Int, _ rate: SampleRate) -> Double {
    let length = Self.ramp * Double(rate.hertz)
    let rise = wave == .pluck ? 1 : min(1, Double(index) / length)
    let fall = min(1, Double(count - 1 - index) / length)
    let ramp = { (share: Double) in (1 - cos(.pi * share)) / 2 }
    return ramp(rise) * ramp(fall)
  }
}

/// The reason why a reference tone can't be made.
package enum ToneError: UsageError, Equatable {
  /// Chromatic mode has no strings to play.
  case noStrings
  /// The pitch is half the sample rate or more.
  case tooHigh(Hertz, SampleRate)
  /// The text is not a note.
  case unreadableNote(NoteError)
  /// The note lies outside the octaves of strings.
  case farOctave(note: String)
  /// The scale does not reach the note, or the keyboard mapping omits its key, a MIDI note.
  case unmapped(note: String, key: Int)
  /// The extension of the file names no format.
  case unknownEnding(path: String)

  /// One or two sentences that end in the remedy.
  package var description: String {
    switch self {
    case .noStrings: "chromatic has no strings to sound. Name a note, or a tuning with -t."
    case .tooHigh(let frequency, let rate):
      "\(TextFigures.number(frequency.value, places: 1)) Hz needs more than \(rate.hertz) samples "
        + "a second. Give a higher --sample-rate, or a lower note."
    case .unreadableNote(let error): "\(error)"
    case .farOctave(let note): "\"\(note)\" is in no octave from 0 to 9. Name a nearer note."
    case .unmapped(let note, let key):
      "\"\(note)\": the scale has no pitch near it, or the keyboard mapping omits its key, \(key). "
        + "Name another note."
    case .unknownEnding(let path):
      "\(path): the ending says no format. Name it .wav, .flac, .aiff, .caf, .au or .ogg."
    }
  }
}
