// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Datasets
internal import Evaluation
package import TestSignals

/// One sound of a benchmark, described but not yet loaded.
package struct BenchItem: Sendable {
  /// The origin of a sound and its reference.
  package enum Source: Sendable {
    /// Rendered from a formula.
    case synthetic(SignalCase)
    /// Read from a file.
    case recording(RecordedItem)
    /// An invalid entry of a manifest, which is the file.
    case fault(file: String, reason: String)
  }

  /// The name, unique in its list: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  package let name: String
  /// The set that the item belongs to.
  package let set: String
  /// The origin of the sound and its reference.
  package let source: Source

  /// The nominal note as a MIDI number; `nil` when there is none.
  package var note: Int? {
    switch source {
    case .synthetic(let signal): signal.note?.midi
    case .recording(let item): item.reference.nominalNote
    case .fault: nil
    }
  }

  /// The signal-to-noise ratio in decibels; `nil` without added noise.
  package var signalToNoise: Int? {
    guard case .synthetic(let signal) = source,
      case .note(_, signalToNoiseInDecibels: let ratio) = signal.content
    else { return nil }
    return ratio
  }
}

extension BenchItem {
  /// Returns the sound as input of a contestant.
  ///
  /// - Parameter settings: the rates of the run.
  /// - Returns: all samples, at the rate of the run for synthetic sounds, else at the rate of the
  ///   file.
  /// - Throws: `ItemFault` when the file is missing, has another checksum, or is not the complete
  ///   recording that the manifest describes.
  func input(by settings: RunSettings) throws(ItemFault) -> ContestantInput {
    switch source {
    case .fault(let file, let reason): throw .unreadable(path: file, reason: reason)
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
  func playedNotes(at rate: SampleRate) throws(ItemFault) -> PlayedNotes? {
    switch source {
    case .fault: return nil
    case .synthetic(let signal):
      let sound = signal.signal(at: rate)
      guard !sound.plucks.isEmpty else { return nil }
      return PlayedNotes(
        events: sound.plucks.compactMap { pluck in
          try? NoteEvent(
            onset: pluck.onset, offset: pluck.stop ?? sound.duration,
            pitch: pluck.string.settledFrequency(ofPartial: 1))
        })
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
    case .fault(let file, let reason): throw .unreadable(path: file, reason: reason)
    case .synthetic(let signal):
      return .synthetic(SignalTruth(of: signal.signal(at: rate), at: rate))
    case .recording(let item):
      return item.gliding(try item.truth(for: meaning), in: input.samples, at: rate)
    }
  }
}

/// A file that an item needs.
enum ItemFile {
  /// Compares a file with its checksum.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the current directory.
  ///   - expected: 64 hexadecimal digits; `nil` when the manifest has none and the check is
  ///     skipped.
  ///   - name: the file's name in errors.
  /// - Throws: `ItemFault.unreadable`.
  static func check(
    _ path: String, is expected: String?, called name: String
  ) throws(ItemFault) {
    guard let expected else { return }
    let actual: String?
    do throws(DatasetError) {
      actual = try Checksum.sha256(of: [path])[path]
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
    guard actual == expected else {
      throw .unreadable(
        path: path, reason: "\(name) is not the one that was measured (wrong SHA-256)")
    }
  }
}

/// The reasons why an item is not scored.
enum ItemFault: Error, CustomStringConvertible {
  /// The item is invalid and counts as failed.
  case failed(reason: String)
  /// A file of the item is missing or is not the one of its manifest; the item counts as failed.
  case unreadable(path: String, reason: String)
  /// The item is valid and has no reference to score against.
  case unscored(reason: String)

  /// One sentence for a person, with the file for a command that ends at the first fault.
  var description: String {
    switch self {
    case .failed(let reason), .unscored(let reason): reason
    case .unreadable(let path, let reason): "\(path): \(reason)"
    }
  }
}
