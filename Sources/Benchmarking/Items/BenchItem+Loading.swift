// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

extension BenchItem {
  /// Returns the sound as a contestant hears it.
  ///
  /// - Parameter settings: the rates of the run.
  /// - Returns: all samples, at the rate of the run or of the file.
  /// - Throws: `ItemFault.failed` for a file that is missing, not the one that was measured, or no
  ///   whole recording.
  func hearing(by settings: RunSettings) throws(ItemFault) -> Hearing {
    switch source {
    case .fault(let reason): throw .failed(reason: reason)
    case .synthetic(let signal):
      return Hearing(
        item: name, sampleRate: settings.sampleRate,
        samples: signal.signal(at: settings.sampleRate).render(at: settings.sampleRate),
        updateRate: settings.updateRate)
    case .recording(let item):
      try item.verify()
      let (samples, rate) = try item.samples()
      return Hearing(
        item: name, sampleRate: rate, samples: samples, updateRate: settings.updateRate)
    }
  }

  /// Returns the notes that were played; `nil` where nobody wrote them down.
  ///
  /// A synthetic sound's notes are its strings; a recording's are the notes of its JAMS annotation, and a
  /// phrase's without them those of its f0 track.
  ///
  /// - Throws: `ItemFault.failed` for an annotation that can't be right.
  func playedNotes(at rate: SampleRate) throws(ItemFault) -> [NoteEvent]? {
    switch source {
    case .fault: return nil
    case .synthetic(let signal):
      let sound = signal.signal(at: rate)
      guard !sound.plucks.isEmpty else { return nil }
      return sound.plucks.compactMap { pluck in
        try? NoteEvent(
          onset: pluck.onset, offset: pluck.stop ?? sound.duration,
          pitch: pluck.string.settledFrequency(ofPartial: 1))
      }
    case .recording(let item): return try item.playedNotes()
    }
  }

  /// Returns what is true of this item for readings of `meaning`.
  ///
  /// - Throws: `ItemFault` where nothing is known, or what is written can't be right.
  func truth(for meaning: PitchMeaning, at rate: SampleRate) throws(ItemFault) -> ItemTruth {
    switch source {
    case .fault(let reason): throw .failed(reason: reason)
    case .synthetic(let signal):
      return .synthetic(SignalTruth(of: signal.signal(at: rate), at: rate))
    case .recording(let item): return try item.truth(for: meaning)
    }
  }
}
