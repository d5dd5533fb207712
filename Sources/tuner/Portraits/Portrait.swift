// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Plotting
import Tuning

/// What is kept of a recording for pictures and pages: bounded, however long it is, but for its notes.
struct Portrait: Sendable {
  /// How much is kept.
  enum Extent: Sendable {
    /// What a picture shows.
    case picture
    /// The beginning of the sound as well.
    case withSound
  }

  let name: String
  let sampleRate: SampleRate
  let seconds: Double
  let readings: [TrackPicture.Reading]
  let notes: [TrackedNote]
  let verdicts: [StringVerdicts.Verdict]
  let spectrogram: TrackPicture.Spectrogram?
  let sound: SoundExcerpt?

  /// About how many bytes it takes.
  var size: Int {
    readings.count * 64 + notes.count * 200 + (sound?.samples.count ?? 0) * 2 + (1 << 18)
  }

  /// Returns the picture.
  ///
  /// - Parameter target: what the readings were compared with, and the language of its notes.
  /// - Returns: the picture.
  func picture(_ target: TargetSettings) -> TrackPicture {
    let rows = verdicts.compactMap { verdict -> TrackPicture.StringRow? in
      let tuned = target.classifier.strings.first { $0.string == verdict.string }
      return tuned.map { tuned in
        TrackPicture.StringRow(
          "\(verdict.string.position)  \(target.notation.text(of: verdict.string.spelling))",
          target: tuned.frequency.value, cents: verdict.note?.cents?.value,
          sigma: verdict.note?.sigma?.value, side: verdict.side, verdict: verdict.sentence)
      }
    }
    let names = notes.map { note in
      TrackPicture.Note(
        target.notation.text(of: SpelledNote(note.note)),
        note.start.seconds(at: sampleRate)...note.end.seconds(at: sampleRate),
        frequency: note.frequency.value)
    }
    return TrackPicture(
      name, duration: seconds, readings: readings, notes: names, strings: rows,
      spectrogram: spectrogram, tolerance: target.tolerance.inTune.value,
      clearConfidence: TuningState.clearConfidence)
  }
}

extension StringVerdicts.Verdict {
  /// On which side of its target the string was; `nil` when it was not played.
  var side: TrackPicture.StringRow.Side? {
    switch state {
    case .inTune: .inTune
    case .slightlyFlat, .veryFlat: .flat
    case .slightlySharp, .verySharp: .sharp
    case .silent, .detecting, .active, nil: nil
    }
  }

  /// Cents, error and advice.
  var sentence: String {
    guard let note, let cents = note.cents, let state else { return "not played" }
    let error = note.sigma.map { " ± \(TextFigures.number($0.value, places: 1))" } ?? ""
    return "\(TextFigures.signed(cents))\(error) cents, \(state.advice)"
  }
}
