// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
internal import Evaluation
internal import FileFormats

/// The row of one recording of a downloaded set in the corpus manifest.
struct DescribedRecording {
  let recording: UnpackedRecording
  /// The subset that the recording belongs to.
  var source: String
  var instrument: String
  var capture: CorpusRecording.Capture
  var kind: CorpusRecording.Kind
  var technique: String
  /// The nominal note with its string, fret and steady part, for single notes.
  var note: NominalNote?
  /// The f0 track, for phrases; `nil` when there is none.
  var track: AnnotatedTrack?
  var remark = ""

  /// A nominal note that was not measured.
  struct NominalNote {
    let midi: Int
    let string: Int
    let fret: Int
    let steady: ClosedRange<Double>

    /// Its pitch in equal temperament with A4 at 440 Hz.
    var pitch: Hertz { Hertz(440).raised(by: Cents(100 * Double(midi - 69))) }
  }

  /// The path of the f0 track in the set's directory.
  var trackPath: String { "tracks/\(recording.steps.joined(separator: "/")).csv" }
}

/// The manifest of a downloaded set, in the format of any directory of recordings.
enum CorpusManifest {
  /// Its name in the set's directory.
  static let name = "manifest.csv"

  private static let columns = [
    "path", "source", "licence", "instrument", "capture", "kind", "technique", "nominal_midi",
    "string",
    "fret",
    "f1_hz", "partial1_hz", "partial1_rel_db", "period_hz", "ref_f0_hz", "ref_spread_cents",
    "inharm_B", "glide_cents", "trust", "onset_s", "steady_t0_s", "steady_t1_s", "sample_rate",
    "duration_s", "clipped_samples", "annotation", "note",
  ]

  /// Returns the table as text.
  static func text(_ recordings: [DescribedRecording], licence: String) -> String {
    let rows = recordings.map { recording in
      let values = values(of: recording, licence: licence)
      return csvRow(columns.map { values[$0] ?? "" })
    }
    return csvRow(columns) + rows.joined()
  }

  private static func values(
    of recording: DescribedRecording, licence: String
  ) -> [String: String] {
    var values = [
      "path": recording.recording.path, "source": recording.source, "licence": licence,
      "instrument": recording.instrument, "capture": recording.capture.rawValue,
      "kind": recording.kind.rawValue,
      "technique": recording.technique, "sample_rate": "\(recording.recording.sampleRate)",
      "duration_s": "\(recording.recording.duration)", "note": recording.remark,
    ]
    if recording.track != nil { values["annotation"] = recording.trackPath }
    if let note = recording.note {
      values["nominal_midi"] = "\(note.midi)"
      values["string"] = "\(note.string)"
      values["fret"] = "\(note.fret)"
      values["ref_f0_hz"] = "\(note.pitch.value)"
      // The pitch was not measured, so the grade allows gross and octave errors only.
      values["trust"] = ReferenceGrade.c.rawValue
      values["steady_t0_s"] = "\(note.steady.lowerBound)"
      values["steady_t1_s"] = "\(note.steady.upperBound)"
    }
    return values
  }
}

/// An unpacked audio file with the data of its header.
struct UnpackedRecording {
  /// The path in the set's directory.
  let path: String
  let sampleRate: Int
  /// The duration in seconds.
  let duration: Double

  /// Reads the header.
  ///
  /// - Throws: `DownloadError.contentsUnexpected` when the file is not a recording.
  init(_ path: String, in directory: String) throws(DownloadError) {
    do throws(AudioFileError) {
      let reader = try AudioFileReader(path: "\(directory)/\(path)")
      let rate = reader.sampleRate.hertz
      guard let frames = reader.promisedFrames, frames > 0 else { throw .empty }
      self.path = path
      sampleRate = Int(rate)
      duration = Double(frames) / Double(rate)
    } catch {
      throw .contentsUnexpected(file: path, reason: "can't be read as a recording: \(error)")
    }
  }

  /// The components of the path from the outermost directory to the name without its extension.
  var steps: [String] {
    var steps = path.split(separator: "/").map(String.init)
    if let name = steps.popLast() { steps.append(String(name.dropLast(".wav".count))) }
    return steps
  }

  /// The name without its extension.
  var stem: String { steps.last ?? path }
}
