// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import Tuning

/// Reference tones, one after the other.
struct ToneSequence {
  let frequencies: [Hertz]
  let tone: Tone
  let sampleRate: SampleRate

  /// Takes a note, or the strings of the target: all, or the locked one.
  ///
  /// - Throws: `ValidationError` for what is no note, for chromatic mode, and for a pitch that the
  ///   sample rate can't carry.
  init(note: String?, target: TargetSettings, tone: Tone, sampleRate: SampleRate) throws {
    let classifier = target.classifier
    if let note {
      frequencies = [try Self.frequency(of: note, by: target)]
    } else if let locked = classifier.locked {
      frequencies = [locked.frequency]
    } else if classifier.strings.isEmpty {
      throw ValidationError("chromatic has no strings to sound. Name a note, or a tuning with -t.")
    } else {
      frequencies = classifier.strings.map(\.frequency)
    }
    if let high = frequencies.first(where: { $0.value >= 0.5 * Double(sampleRate.hertz) }) {
      throw ValidationError(
        "\(TextFigures.number(high.value, places: 1)) Hz needs more than \(sampleRate.hertz) samples "
          + "a second. Give a higher --sample-rate, or a lower note.")
    }
    self.tone = tone
    self.sampleRate = sampleRate
  }

  private static func frequency(of text: String, by target: TargetSettings) throws -> Hertz {
    let note: SpelledNote
    do {
      note = try target.notation.note(in: text)
    } catch {
      throw ValidationError("\(error)")
    }
    guard SpelledNote.stringOctaves.contains(note.octave) else {
      throw ValidationError("\"\(text)\" is in no octave from 0 to 9. Name a nearer note.")
    }
    guard let frequency = target.classifier.system.frequency(of: note) else {
      throw ValidationError(
        "\"\(text)\": the keyboard mapping has no pitch for key \(note.note.midi). Name another note."
      )
    }
    return frequency
  }
}
