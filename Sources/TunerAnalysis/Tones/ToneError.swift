// SPDX-License-Identifier: MIT

package import Acoustics
import Terminal
package import Tuning

/// The reason why a reference tone can't be made.
package enum ToneError: UsageError, Equatable {
  /// Chromatic mode has no strings to sound.
  case noStrings
  /// The pitch is half the sample rate or more.
  case tooHigh(Hertz, SampleRate)
  /// The text is no note.
  case unreadableNote(NoteError)
  /// The note lies outside the octaves of strings.
  case farOctave(note: String)
  /// The keyboard mapping leaves the key out, a MIDI note.
  case unmapped(note: String, key: Int)
  /// The ending of the file name is no format.
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
      "\"\(note)\": the keyboard mapping has no pitch for key \(key). Name another note."
    case .unknownEnding(let path):
      "\(path): the ending says no format. Name it .wav, .flac, .aiff, .caf, .au or .ogg."
    }
  }
}
