// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import PitchDetection
import Plotting
import Tuning

/// A builder of a recording's figure from a stream of samples and results.
final class RecordingFigureBuilder {
  private let context: AnalysisContext
  private var spectrogram: SpectrogramBuilder
  private var readings = ReadingSeries()
  private var notes: [TrackedNote] = []
  /// The readings of each string of strokes; empty if one pitch at a time is read.
  private var lanes: [ReadingSeries]
  private var strokes: [Stroke] = []
  private var sound: SoundExcerpt?

  /// Prepares for a recording.
  ///
  /// - Throws: `SignalProcessingError`.
  init(_ context: AnalysisContext, _ extent: RecordingFigure.Extent) throws {
    self.context = context
    lanes = Array(repeating: ReadingSeries(), count: context.targets.count)
    spectrogram = try SpectrogramBuilder(sampleRate: context.sampleRate)
    if case .withSound(let limit) = extent {
      sound = try SoundExcerpt(sampleRate: context.sampleRate, limit: limit)
    }
  }

  /// Adds the next samples.
  ///
  /// - Throws: `OutputError` when the sound can't be kept.
  func take(_ samples: Span<Float>) throws {
    spectrogram.append(samples)
    try sound?.append(samples)
  }

  /// Adds the next result.
  func take(_ result: PitchResult) {
    let isClear = result.confidence >= TuningState.clearConfidence
    readings.append(
      TrackPicture.Reading(
        time: result.timestamp.seconds(at: context.sampleRate),
        frequency: isClear ? result.estimate?.frequency.value : nil,
        cents: isClear ? result.cents?.value : nil, sigma: result.estimate?.sigma?.value,
        confidence: result.confidence))
  }

  /// Adds the next update of all strings.
  func take(_ update: StrumUpdate) {
    let time = update.position.seconds(at: context.sampleRate)
    for (index, reading) in update.readings.enumerated() {
      let isSounding = reading.state == .sounding
      lanes[index].append(
        TrackPicture.Reading(
          time: time, frequency: isSounding ? reading.frequency?.value : nil,
          cents: isSounding ? reading.deviation?.value : nil, sigma: reading.sigma?.value,
          confidence: reading.confidence))
    }
  }

  /// Adds the next stroke.
  func take(_ stroke: Stroke) { strokes.append(stroke) }

  /// Adds the next note.
  func take(_ note: TrackedNote) { notes.append(note) }

  /// Returns the figure.
  ///
  /// - Parameter summary: the totals of the recording.
  /// - Returns: the data of the figure, without faint notes.
  /// - Throws: `OutputError` when the sound could not be kept.
  func figure(_ summary: RecordingSummary) throws -> RecordingFigure {
    try sound?.finish()
    let chords = notes.filter(\.isPolyphonic).map {
      $0.start.seconds(at: context.sampleRate)...$0.end.seconds(at: context.sampleRate)
    }
    return RecordingFigure(
      name: context.title, timeNote: context.timeNote, sampleRate: context.sampleRate,
      seconds: summary.duration.seconds(at: context.sampleRate),
      readings: Self.silencing(readings.values, in: chords),
      notes: AudibleNotes.among(notes),
      finding: RecordingFinding(notes, tolerance: context.settings.tolerance),
      lastNotes: context.targets.isEmpty
        ? LastNotes(context.settings.target, notes).byCourse : [],
      strum: context.settings.strum.map { strum in
        StrumFigure(
          targets: strum.targets, readings: lanes.map(\.values), strokes: strokes,
          missing: summary.missingStroke)
      }, spectrogram: spectrogram.finished(), sound: sound)
  }

  /// Removes the pitch from readings within chords, where it belongs to no single string.
  private static func silencing(
    _ readings: [TrackPicture.Reading], in chords: [ClosedRange<Double>]
  ) -> [TrackPicture.Reading] {
    var (result, next) = (readings, 0)
    // Readings and chords are in the order of time, and chords do not overlap.
    for index in result.indices {
      while next < chords.count, chords[next].upperBound < result[index].time { next += 1 }
      guard next < chords.count else { break }
      if chords[next].contains(result[index].time) {
        result[index].frequency = nil
        result[index].cents = nil
      }
    }
    return result
  }
}
