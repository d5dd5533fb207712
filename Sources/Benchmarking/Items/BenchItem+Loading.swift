// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
internal import Datasets
internal import Evaluation
internal import Foundation
internal import TestSignals

extension BenchItem {
  /// Returns the sound as a contestant hears it.
  ///
  /// - Parameter settings: the rates of the run.
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

extension RecordedItem {
  private static let blockCount = 1 << 16

  fileprivate func verify() throws(ItemFault) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .failed(reason: "the file is missing")
    }
    guard let sha256 else { return }
    guard try digest() == sha256 else {
      throw .failed(reason: "the file is not the one that was measured (wrong SHA-256)")
    }
  }

  private func digest() throws(ItemFault) -> String? {
    do throws(DatasetError) {
      return try Checksum.sha256(of: [path])[path]
    } catch {
      throw .failed(reason: error.description)
    }
  }

  fileprivate func samples() throws(ItemFault) -> ([Float], SampleRate) {
    do throws(AudioFileError) {
      var reader = try AudioFileReader(path: path)
      var samples: [Float] = []
      samples.reserveCapacity(Int(reference.duration * Double(reader.sampleRate.hertz)) + 1)
      var block = [Float](repeating: 0, count: Self.blockCount)
      while true {
        var span = block.mutableSpan
        let count = try reader.read(into: &span)
        if count == 0 { break }
        samples.append(contentsOf: block[..<count])
      }
      return (samples, reader.sampleRate)
    } catch {
      throw .failed(reason: error.description)
    }
  }

  fileprivate func truth(for meaning: PitchMeaning) throws(ItemFault) -> ItemTruth {
    switch reference.kind {
    case .noise: return .noise
    case .chord: throw .unscored(reason: "several notes at once have no one pitch")
    case .phrase: return .track(try readTrack())
    case .singleNote:
      guard let trust = reference.trust, trust.allowsGross else {
        throw .unscored(reason: "the measurements of its pitch do not agree")
      }
      guard let steady = reference.steady,
        let pitch = reference.reference(for: meaning)
          ?? (trust.allowsCents ? nil : reference.consensus)
      else { throw .unscored(reason: "its \(meaning.rawValue) was not measured") }
      return .note(
        .init(
          pitch: pitch, onset: reference.onset, steady: steady, allowsCents: trust.allowsCents))
    }
  }

  private func readTrack() throws(ItemFault) -> ReferenceTrack {
    guard let track else { throw .unscored(reason: "it has no f0 track") }
    guard let data = FileManager.default.contents(atPath: track) else {
      throw .failed(reason: "the f0 track \(track) is missing")
    }
    do throws(AnnotationError) {
      return try TrackTable.parse(String(decoding: data, as: UTF8.self))
    } catch {
      throw .failed(reason: "the f0 track: \(error)")
    }
  }
}
