// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState
internal import Tuning

// Texts and rules of the display, for readings that the page shows.
nonisolated(unsafe) private var spoken = SpokenPitchFilter()
/// The verdicts of the next sentence about a stroke.
nonisolated(unsafe) private var verdicts: [StringVerdict] = []

/// Returns 1 for a deviation at the end of the range of the locked string, which is shown as a
/// distance in semitones; 0 for any other.
@_cdecl("headstock_web_is_far")
func headstockWebIsFar(_ cents: Double) -> Int32 {
  module.view.isFarFromLocked(Cents(cents)) ? 1 : 0
}

/// Writes the distance from a string with its name, such as "E2: 2.8 semitones flat", and returns
/// the length.
@_cdecl("headstock_web_way")
func headstockWebWay(_ string: Int32, _ cents: Double) -> Int32 {
  guard let guidance = guidance(to: string, cents) else { return 0 }
  return memory.write(module.view.way(guidance))
}

/// Adds a string to the next sentence about a stroke.
///
/// - Parameters:
///   - state: its state: 0 silent, 1 unclear, 2 sounding, 3 too uncertain to judge.
///   - isInTune: 1 for a string in tune.
///   - cents: its deviation; NaN for none.
@_cdecl("headstock_web_stroke_string")
func headstockWebStrokeString(_ state: Int32, _ isInTune: Int32, _ cents: Double) {
  // A page that never asks for the sentence would fill the memory.
  guard verdicts.count <= ModuleMemory.stringCount else { return }
  verdicts.append(StringVerdict(state: Int(state), isInTune: isInTune == 1, cents: cents))
}

/// Writes the sentence about the strings that were added since the last one, such as "D3 is 12
/// cents flat; the others are in tune.", and returns the length; 0 for another number of strings
/// than a stroke measures.
@_cdecl("headstock_web_stroke_sentence")
func headstockWebStrokeSentence() -> Int32 {
  defer { verdicts.removeAll(keepingCapacity: true) }
  return module.view.strokeSentence(verdicts).map(memory.write) ?? 0
}

/// Forgets the last line of a screen reader, so that the next reading has one.
@_cdecl("headstock_web_spoken_reset")
func headstockWebSpokenReset() { spoken.reset() }

/// Writes the line of a screen reader about a reading, if one is due.
///
/// - Parameters:
///   - seconds: the time of the reading.
///   - state: its state.
///   - letter: the letter of its note.
///   - accidental: the accidental of its note.
///   - octave: the octave of its note.
///   - cents: its deviation; NaN for none.
///   - string: the string of its guidance; 0 for none.
///   - distance: the distance from that string in cents.
/// - Returns: the length; 0 while the last line holds.
@_cdecl("headstock_web_spoken")
func headstockWebSpoken(
  _ seconds: Double, _ state: Int32, _ letter: Int32, _ accidental: Int32, _ octave: Int32,
  _ cents: Double, _ string: Int32, _ distance: Double
) -> Int32 {
  guard seconds.magnitude < 1e9, let state = TuningState(number: Int(state)),
    let letter = NoteLetter(rawValue: Int(letter)),
    let accidental = Accidental(rawValue: Int(accidental))
  else { return 0 }
  let view = module.view
  let note = SpelledNote(letter, accidental, octave: Int(octave))
  let reading = ShownReading(
    state: state, note: note, cents: cents.isFinite ? Cents(cents) : nil,
    guidance: guidance(to: string, distance))
  guard let pitch = view.spokenPitch(of: reading) else {
    spoken.reset()
    return memory.write(view.settings.values.notation.text(of: note))
  }
  let window = view.settings.values.tolerance.inTune
  guard spoken.takes(pitch, window: window, at: .microseconds(Int64(seconds * 1e6))) else {
    return 0
  }
  return memory.write(view.line(about: pitch))
}

private func guidance(to string: Int32, _ cents: Double) -> StringGuidance? {
  guard cents.isFinite, let string = module.view.target.tuning.string(at: Int(string)) else {
    return nil
  }
  return StringGuidance(string: string, interval: Cents(cents))
}
