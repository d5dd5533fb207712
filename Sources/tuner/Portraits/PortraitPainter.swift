// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
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
    let chords = notes.filter(\.isPolyphonic).map {
      $0.start.seconds(at: context.sampleRate)...$0.end.seconds(at: context.sampleRate)
    }
    return Portrait(
      name: context.name, sampleRate: context.sampleRate,
      seconds: duration.seconds(at: context.sampleRate),
      readings: Self.silencing(readings.values, in: chords),
      notes: AudibleNotes.among(notes),
      verdicts: StringVerdicts(context.settings.target, notes).all,
      spectrogram: spectrogram.finished(), sound: sound)
  }

  /// Takes the pitch from readings in chords, where it is no one string's.
  private static func silencing(
    _ readings: [TrackPicture.Reading], in chords: [ClosedRange<Double>]
  ) -> [TrackPicture.Reading] {
    var (result, next) = (readings, 0)
    // Both are in the order of time, and notes do not overlap.
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
