// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation

/// The layout of GuitarSet: `PLAYER_STYLE-TEMPO-KEY_MODE.jams` annotates
/// `PLAYER_STYLE-TEMPO-KEY_MODE_mic.wav` string by string.
enum GuitarSetLayout {
  private static let audioEnd = "_mic.wav"
  private static let annotationEnd = ".jams"

  /// The time that a string may ring after the end of its annotated note, in seconds.
  private static let decay = 0.3

  /// Excerpts with known errors in their annotation.
  private static let known = [
    "04_BN3-154-E_comp", "04_Jazz1-200-B_comp", "02_Funk2-119-G_comp",
  ]

  static func wants(_ name: String) -> Bool {
    name.hasSuffix(audioEnd) || name.hasSuffix(annotationEnd)
  }

  static func describe(
    _ recording: UnpackedRecording, among files: [String], in directory: String
  ) throws(DownloadError) -> DescribedRecording {
    let excerpt = String(recording.stem.dropLast("_mic".count))
    guard let mode = excerpt.split(separator: "_").last, mode == "solo" || mode == "comp" else {
      throw .contentsUnexpected(
        file: recording.path, reason: "is neither a solo nor a comp excerpt")
    }
    let name = excerpt + annotationEnd
    guard let file = files.first(where: { $0 == name || $0.hasSuffix("/" + name) }) else {
      throw .contentsUnexpected(file: recording.path, reason: "has no annotation \(name)")
    }
    var described = DescribedRecording(
      recording: recording, source: String(mode), instrument: "acoustic steel, microphone",
      capture: .microphone, kind: .phrase, technique: mode == "solo" ? "melody" : "chords")
    if known.contains(excerpt) {
      described.remark = "known to be annotated wrongly: not scored"
    } else {
      described.track = try track(
        of: "\(directory)/\(file)", named: file, duration: recording.duration)
    }
    return described
  }

  /// Returns the reference: a pitch when exactly one string is annotated, silence some time after
  /// the last annotated note, undecided otherwise.
  private static func track(
    of path: String, named name: String, duration: Double
  ) throws(DownloadError) -> AnnotatedTrack {
    let strings = try strings(of: path, named: name)
    return AnnotatedTrack(duration: duration) { seconds in
      var pitches: [Double] = []
      var sounding = 0
      var ringing = false
      for string in strings {
        let note = string.note(at: seconds)
        let pitch = string.pitch(at: seconds)
        if note == .sounding || pitch != nil { sounding += 1 }
        if note == .ended { ringing = true }
        if let pitch { pitches.append(pitch) }
      }
      if sounding == 1, pitches.count == 1 { return .pitch(pitches[0]) }
      return sounding == 0 && !ringing ? .silent : .undecided
    }
  }

  private static func strings(
    of path: String, named name: String
  ) throws(DownloadError) -> [AnnotatedString] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .contentsUnexpected(file: name, reason: "can't be read")
    }
    let document: JAMSDocument
    do {
      document = try JSONDecoder().decode(JAMSDocument.self, from: data)
    } catch {
      throw .contentsUnexpected(file: name, reason: "is no JAMS document")
    }
    do throws(AnnotationError) {
      let contours = try document.pitchTracks()
      let notes = try document.notes()
      let names = Set(contours.map(\.source) + notes.map(\.source))
      return names.map { name in
        AnnotatedString(
          contours: contours.filter { $0.source == name }.flatMap(\.labels.points),
          notes: notes.filter { $0.source == name }.flatMap(\.labels), decay: decay)
      }
    } catch {
      throw .contentsUnexpected(file: name, reason: "can't be scored against: \(error)")
    }
  }
}

/// The contours and notes of one string.
private struct AnnotatedString {
  enum Note { case sounding, ended, none }

  /// The points of contours; an unvoiced point marks the end of each contour.
  let contours: [PitchTrack.Point]
  let notes: [NoteEvent]
  let decay: Double

  /// Returns the pitch of the contour at `seconds`; `nil` outside contours.
  ///
  /// - Complexity: O(log n).
  func pitch(at seconds: Double) -> Double? {
    var (low, high) = (0, contours.count)
    while low < high {
      let middle = (low + high) / 2
      if contours[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
    }
    guard low > 0, contours[low - 1].voicing > 0 else { return nil }
    return contours[low - 1].frequency?.value
  }

  /// Returns true if a note is annotated at `seconds`, or has just ended.
  func note(at seconds: Double) -> Note {
    var state = Note.none
    for note in notes where note.onset <= seconds {
      if seconds < note.offset { return .sounding }
      if seconds < note.offset + decay { state = .ended }
    }
    return state
  }
}
