// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Plotting
import Tuning

/// The data of a recording's figure and page.
///
/// Only the notes and the strokes grow with the length of the recording.
struct RecordingFigure: Sendable {
  /// The extent of the data.
  enum Extent: Sendable {
    /// The data of a picture.
    case picture
    /// The data of a picture, and at most this number of samples of the sound.
    case withSound(limit: Int)
  }

  let name: String
  /// The start of the times of a part; empty for a whole recording.
  let timeNote: String
  let sampleRate: SampleRate
  let seconds: Double
  let readings: [TrackPicture.Reading]
  let notes: [TrackedNote]
  /// The summary of the notes.
  let finding: RecordingFinding
  let lastNotes: [LastNotes.CourseNotes]
  /// The strings that were measured together; `nil` if one pitch at a time was read.
  let strum: StrumFigure?
  let spectrogram: TrackPicture.Spectrogram?
  let sound: SoundExcerpt?

  /// The approximate size in bytes.
  var size: Int {
    readings.count * 64 + (strum?.size ?? 0) + notes.count * 200 + (1 << 18)
  }

  /// Returns the picture.
  ///
  /// - Parameter target: the targets of the readings, and the notation of the notes.
  /// - Returns: the picture.
  func picture(_ target: TargetSettings) -> TrackPicture {
    if let strum {
      return TrackPicture(
        name, duration: seconds, readings: [], lanes: strum.lanes(target), notes: [],
        strings: strum.rows(target), spectrogram: spectrogram,
        tolerance: target.tolerance.inTune.value, clearConfidence: TuningState.clearConfidence)
    }
    let rows = lastNotes.map { notes in
      let (course, worst) = (notes.course, notes.worst)
      return TrackPicture.StringRow(
        "\(course.numbers)  \(target.notation.text(of: course.string.spelling))",
        target: course.frequency.value, cents: worst?.note?.cents?.value,
        sigma: worst?.note?.sigma?.value, side: worst?.state?.side, verdict: notes.sentence)
    }
    let names = notes.map { note in
      TrackPicture.Note(
        note.isPolyphonic
          ? "chord" : target.notation.text(of: SpelledNote(note.note, for: note.target)),
        note.start.seconds(at: sampleRate)...note.end.seconds(at: sampleRate),
        frequency: note.frequency.value)
    }
    return TrackPicture(
      name, duration: seconds, readings: readings, notes: names, strings: rows,
      spectrogram: spectrogram, tolerance: target.tolerance.inTune.value,
      clearConfidence: TuningState.clearConfidence)
  }
}

extension TuningState {
  /// The side of the target; `nil` without a deviation.
  var side: TrackPicture.StringRow.Side? {
    switch self {
    case .inTune: .inTune
    case .slightlyFlat, .veryFlat: .flat
    case .slightlySharp, .verySharp: .sharp
    case .silent, .detecting, .active: nil
    }
  }
}
