// SPDX-License-Identifier: MIT

internal import Evaluation
internal import FileFormats
internal import Foundation

/// The layout of Guitar-TECHS: `midi/midi_CONTENT.mid` annotates
/// `audio/CAPTURE/CAPTURE_CONTENT.wav`, for the captures by cable and by a microphone before the
/// amplifier.
enum GuitarTechsLayout {
  private static let captures: [String: (instrument: String, capture: CorpusRecording.Capture)] = [
    "directinput": ("electric, direct input", .pickup),
    "micamp": ("electric, amplifier by microphone", .microphone),
  ]
  private static let audio = "audio"
  private static let midi = "midi"

  /// The unscored margins at a note's start and end, in seconds: audio and MIDI were aligned by
  /// hand, and an attack has no pitch.
  private static let margins = (start: 0.2, end: 0.15)

  static func wants(_ steps: [String]) -> Bool {
    guard steps.count >= 2, let name = steps.last else { return false }
    let directory = steps[steps.count - 2]
    if directory == midi { return name.hasPrefix("midi_") && name.hasSuffix(".mid") }
    return steps.count >= 3 && steps[steps.count - 3] == audio && captures[directory] != nil
      && name.hasPrefix(directory + "_") && name.hasSuffix(".wav")
  }

  static func describe(
    _ recording: UnpackedRecording, among files: [String], in directory: String
  ) throws(DownloadError) -> DescribedRecording {
    let steps = recording.steps
    guard steps.count >= 3, let described = captures[steps[steps.count - 2]] else {
      throw .contentsUnexpected(file: recording.path, reason: "is not where recordings are kept")
    }
    let capture = steps[steps.count - 2]
    let content = recording.stem.dropFirst(capture.count + 1)
    let name = (steps.dropLast(3) + [midi, "midi_\(content).mid"]).joined(separator: "/")
    guard files.contains(name),
      let data = FileManager.default.contents(atPath: "\(directory)/\(name)")
    else { throw .contentsUnexpected(file: recording.path, reason: "has no annotation \(name)") }
    guard let file = StandardMIDIFile(Array(data)) else {
      throw .contentsUnexpected(file: name, reason: "is no MIDI file that can be read")
    }
    return DescribedRecording(
      recording: recording, source: capture, instrument: described.instrument,
      capture: described.capture, kind: .phrase, technique: "single notes",
      track: track(of: file.notes, duration: recording.duration),
      remark: "pitches are keys, no measurements")
  }

  /// Returns the reference: the key's pitch in the middle of a note that sounds alone, otherwise
  /// undecided.
  ///
  /// The time between notes is undecided because strings may still ring.
  static func track(of notes: [StandardMIDIFile.Note], duration: Double) -> AnnotatedTrack {
    AnnotatedTrack(duration: duration) { seconds in
      let sounding = notes.filter { $0.onset <= seconds && seconds < $0.offset }
      guard let note = sounding.first, sounding.count == 1,
        seconds >= note.onset + margins.start, seconds < note.offset - margins.end
      else { return .undecided }
      return .pitch(440 * exp2(Double(note.key - 69) / 12))
    }
  }
}

/// The layout of EGFxSet: `EFFECT/PICKUP/STRING-FRET.wav`, string 1 the highest, standard tuning.
enum EGFxSetLayout {
  /// The open strings from string 1 on: E4 B3 G3 D3 A2 E2.
  private static let openStrings = [64, 59, 55, 50, 45, 40]
  private static let frets = 0...24
  /// The steady part in seconds: after the pluck, and before high notes have died away.
  private static let steady = 1.0...2.0

  static func describe(_ recording: UnpackedRecording) throws(DownloadError) -> DescribedRecording {
    let steps = recording.steps
    let numbers = recording.stem.split(separator: "-", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard steps.count >= 2, numbers.count == 2, let string = numbers[0], let fret = numbers[1],
      (1...openStrings.count).contains(string), frets.contains(fret)
    else {
      throw .contentsUnexpected(
        file: recording.path, reason: "is not named after a string and a fret, such as 6-0.wav")
    }
    guard recording.duration >= steady.upperBound else {
      throw .contentsUnexpected(
        file: recording.path, reason: "is only \(recording.duration) s long")
    }
    return DescribedRecording(
      recording: recording, source: steps[steps.count - 2],
      instrument: "electric, pickups: \(steps[steps.count - 2])", capture: .pickup,
      kind: .singleNote,
      technique: "pluck",
      note: .init(
        midi: openStrings[string - 1] + fret, string: string, fret: fret, steady: steady),
      remark: "pitch by string and fret, not measured")
  }
}
