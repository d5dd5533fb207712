// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import NoteTracking
import OfflineAnalysis
import PitchDetection
import Terminal
import Tuning

/// The context of every record of one recording: its name, its rate and the settings.
struct AnalysisContext {
  let settings: AnalysisSettings
  let content: OutputContent
  let format: AnalysisFormat
  let name: String
  /// The name of the recording and of its part in files that people share, without the directories
  /// of this machine.
  let title: String
  let sampleRate: SampleRate
  /// The part of the recording; `nil` for the whole.
  let part: RecordingPart?
  /// True if the rows of csv belong to a table of many recordings.
  let sharesTable: Bool

  /// Makes the context of a recording.
  ///
  /// - Parameters:
  ///   - settings: the settings of the analysis.
  ///   - content: the records.
  ///   - format: their format.
  ///   - name: the name of the recording.
  ///   - title: its name in files that people share; `nil` for the last part of `name`.
  ///   - sampleRate: its rate.
  ///   - part: the part that is analysed; `nil` for the whole.
  ///   - sharesTable: true if the rows of csv belong to a table of many recordings.
  init(
    settings: AnalysisSettings, content: OutputContent, format: AnalysisFormat, name: String,
    title: String? = nil, sampleRate: SampleRate, part: RecordingPart? = nil,
    sharesTable: Bool = false
  ) {
    self.settings = settings
    self.content = content
    self.format = format
    self.name = name
    self.title = RecordingPart.name(
      of: title ?? name.split(separator: "/").last.map(String.init) ?? name, part)
    self.sampleRate = sampleRate
    self.part = part
    self.sharesTable = sharesTable
  }

  /// The name of the recording and of its part, for a person.
  var heading: String { RecordingPart.name(of: name, part) }

  /// The start of the times of a part; empty for a whole recording.
  var timeNote: String { part.map { "; times count from \(decimal($0.start)) s" } ?? "" }

  /// Returns the record of one update.
  func record(_ result: PitchResult, _ state: TuningState) -> FrameRecord {
    FrameRecord(result: result, state: state, sampleRate: sampleRate)
  }

  /// Returns the record of one note.
  func record(_ note: TrackedNote) -> NoteRecord {
    NoteRecord(
      note: note, sampleRate: sampleRate,
      isHarmonic: note.harmonic(by: settings.classifier) != nil,
      target: settings.target.frequency(ofTargetOf: note))
  }

  /// Returns the label of a target, in the notation of the settings; without a target, the note.
  func label(of target: PitchTarget?, else note: Note) -> String {
    target.map { settings.target.label(of: $0) } ?? settings.target.notation.text(of: note)
  }

  /// The name and version of the program, for the files that it writes.
  static let program = "tuner \(Release.version)"

  /// The context as keys and values.
  var members: [(key: String, value: Field)] {
    let members = settings.members(name: name, sampleRate: sampleRate)
    guard let part else { return members }
    // Times of records count from the beginning of the part.
    let times = [("from_s", Field(part.start)), ("to_s", Field(part.end))]
    return Array(members.prefix(1) + times + members.dropFirst())
  }
}

extension AnalysisSettings {
  /// Returns the context of a stream's records.
  ///
  /// - Parameters:
  ///   - name: the recording; `nil` for a device.
  ///   - sampleRate: the rate of the stream.
  /// - Returns: keys and values in the order that they are written.
  func members(name: String?, sampleRate: SampleRate) -> [(key: String, value: Field)] {
    let tuned: [(key: String, value: Field)] = [
      ("file", Field(name)),
      ("sample_rate_hz", Field(sampleRate.hertz)),
      ("rate_hz", Field(rate.hertz)),
      ("a4_hz", Field(classifier.reference.a4.value)),
      ("tuning", Field(classifier.selection.id)),
      ("strings", Field(strings)),
      ("temperament", Field(classifier.system.temperament.name)),
      ("capo", Field(target.capo)),
      ("tolerance_cents", Field(tolerance.inTune.value)),
    ]
    let read: [(key: String, value: Field)] = [
      ("targets_hz", Field(targetFrequencies)),
      ("pitch", Field(pitch.rawValue)),
      ("engine", Field(engine + (isSmoothed ? " smoothed" : ""))),
    ]
    // Strokes have no locked string, and their strings may be measured as one.
    let last =
      strum.map { [(key: "joint_strings", value: Field($0.jointStrings))] }
      ?? [(key: "string", value: Field(classifier.locked?.string.position))]
    return tuned + target.adjustmentMembers + read + last
  }

  /// The detector, or the engine of strokes, with the version of the program.
  var engine: String {
    "headstock-\(strum == nil ? detector.rawValue : "strum") \(Release.version)"
  }

  /// The frequencies in tune of the strings in the order of the instrument; `nil` in chromatic
  /// mode.
  private var targetFrequencies: [Double]? {
    classifier.selection.tuning.map { _ in classifier.strings.map(\.frequency.value) }
  }

  /// The notes of the strings in the order of the instrument; `nil` in chromatic mode.
  private var strings: String? {
    classifier.selection.tuning?.strings.map { $0.spelling.description }.joined(separator: " ")
  }
}
