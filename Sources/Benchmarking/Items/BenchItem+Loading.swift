// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

extension BenchItem {
  /// Returns the sound as input of a contestant.
  ///
  /// - Parameter settings: the rates of the run.
  /// - Returns: all samples, at the rate of the run or of the file.
  /// - Throws: `ItemFault.failed` when the file is missing, has another checksum, or is not a
  ///   complete recording.
  func input(by settings: RunSettings) throws(ItemFault) -> ContestantInput {
    switch source {
    case .fault(let reason): throw .failed(reason: reason)
    case .synthetic(let signal):
      return ContestantInput(
        item: name, sampleRate: settings.sampleRate,
        samples: signal.signal(at: settings.sampleRate).render(at: settings.sampleRate),
        updateRate: settings.updateRate)
    case .recording(let item):
      try item.verify()
      let (samples, rate) = try item.samples()
      return ContestantInput(
        item: name, sampleRate: rate, samples: samples, updateRate: settings.updateRate)
    }
  }

  /// Returns the notes that were played; `nil` when they are unknown.
  ///
  /// A synthetic sound's notes are its strings. A recording's notes come from its JAMS annotation,
  /// or from the f0 track of a phrase without one.
  ///
  /// - Throws: `ItemFault.failed` for an invalid annotation.
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

  /// Returns the reference of this item for readings of `meaning`.
  ///
  /// - Parameters:
  ///   - meaning: the pitch that the contestant reads.
  ///   - input: the sound, in which the glide of a recorded note is measured.
  /// - Returns: the reference.
  /// - Throws: `ItemFault` when there is no reference, or the annotation is invalid.
  func truth(
    for meaning: PitchMeaning, in input: ContestantInput
  ) throws(ItemFault) -> ItemTruth {
    let rate = input.sampleRate
    switch source {
    case .fault(let reason): throw .failed(reason: reason)
    case .synthetic(let signal):
      return .synthetic(SignalTruth(of: signal.signal(at: rate), at: rate))
    case .recording(let item):
      return item.gliding(try item.truth(for: meaning), in: input.samples, at: rate)
    }
  }
}
