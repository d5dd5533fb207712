// SPDX-License-Identifier: MIT

package import Acoustics
import Tuning

/// Reference tones, one after the other.
package struct ToneSequence {
  /// The first partial of each tone.
  package let frequencies: [Hertz]
  /// The sound of all tones.
  package let tone: Tone
  /// The number of samples a second.
  package let sampleRate: SampleRate

  /// Makes the tone of a note, or of the target's strings: all, or the locked one.
  ///
  /// - Parameters:
  ///   - note: a note with its octave, as the target's notation writes it; `nil` for the strings.
  ///   - target: the strings, the reference pitch and the temperament.
  ///   - tone: the sound of the tones.
  ///   - sampleRate: the number of samples a second.
  /// - Throws: `ToneError` for a text that is no note, for chromatic mode, and for a pitch that the
  ///   sample rate can't carry.
  package init(
    note: String?, target: TargetSettings, tone: Tone, sampleRate: SampleRate
  ) throws(ToneError) {
    let classifier = target.classifier
    if let note {
      frequencies = [try Self.frequency(of: note, by: target)]
    } else if let locked = classifier.locked {
      frequencies = [locked.frequency]
    } else if classifier.strings.isEmpty {
      throw .noStrings
    } else {
      frequencies = classifier.strings.map(\.frequency)
    }
    if let high = frequencies.first(where: { $0.value >= 0.5 * Double(sampleRate.hertz) }) {
      throw .tooHigh(high, sampleRate)
    }
    self.tone = tone
    self.sampleRate = sampleRate
  }

  private static func frequency(
    of text: String, by target: TargetSettings
  ) throws(ToneError) -> Hertz {
    let note: SpelledNote
    do {
      note = try target.notation.note(in: text)
    } catch {
      throw .unreadableNote(error)
    }
    guard SpelledNote.stringOctaves.contains(note.octave) else { throw .farOctave(note: text) }
    guard let frequency = target.classifier.system.frequency(of: note) else {
      throw .unmapped(note: text, key: note.note.midi)
    }
    return frequency
  }
}
