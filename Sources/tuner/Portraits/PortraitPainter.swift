// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Plotting
import Tuning

/// Makes the portrait of a recording while it is heard.
final class PortraitPainter {
  private let context: AnalysisContext
  private var spectrogram: SpectrogramPainter
  private var readings = ReadingSeries()
  private var notes: [TrackedNote] = []
  private var sound: SoundExcerpt?

  /// Prepares for a recording.
  ///
  /// - Throws: `SignalProcessingError`.
  init(_ context: AnalysisContext, _ extent: Portrait.Extent) throws {
    self.context = context
    spectrogram = try SpectrogramPainter(sampleRate: context.sampleRate)
    if extent == .withSound { sound = SoundExcerpt(sampleRate: context.sampleRate) }
  }

  /// Takes in the next samples.
  func take(_ samples: Span<Float>) {
    spectrogram.append(samples)
    sound?.append(samples)
  }

  /// Takes in the next result.
  func take(_ result: PitchResult) {
    let isClear = result.confidence >= TuningState.clearConfidence
    readings.append(
      TrackPicture.Reading(
        time: result.timestamp.seconds(at: context.sampleRate),
        frequency: isClear ? result.estimate?.frequency.value : nil,
        cents: isClear ? result.cents?.value : nil, sigma: result.estimate?.sigma?.value,
        confidence: result.confidence))
  }

  /// Takes in the next note.
  func take(_ note: TrackedNote) { notes.append(note) }

  /// Returns the portrait.
  ///
  /// - Parameter duration: the length of the recording in samples.
  /// - Returns: what was taken in, without faint notes.
  func portrait(duration: SamplePosition) -> Portrait {
    Portrait(
      name: context.name, sampleRate: context.sampleRate,
      seconds: duration.seconds(at: context.sampleRate), readings: readings.values,
      notes: RecordingFile.audible(notes),
      verdicts: StringVerdicts(context.settings.target, notes).all,
      spectrogram: spectrogram.finished(), sound: sound)
  }
}
