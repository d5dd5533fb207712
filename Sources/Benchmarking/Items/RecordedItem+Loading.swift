// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioFile
internal import Evaluation
internal import Foundation

extension RecordedItem {
  private static let blockCount = 1 << 16

  /// Checks that the file exists and has the checksum of its manifest.
  ///
  /// - Throws: `ItemFault.unreadable`.
  func verify() throws(ItemFault) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .unreadable(path: path, reason: "the file is missing")
    }
    try ItemFile.check(path, is: sha256, called: "the file")
  }

  /// Returns all samples, mixed to one channel, and their rate.
  ///
  /// - Throws: `ItemFault.unreadable` for a file that is not a complete recording, or has another
  ///   rate or length than the manifest.
  func samples() throws(ItemFault) -> ([Float], SampleRate) {
    let file: (samples: [Float], rate: SampleRate, shortfall: Shortfall?)
    do throws(AudioFileError) {
      file = try read()
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
    if let reason = difference(of: file.samples.count, at: file.rate, file.shortfall) {
      throw .unreadable(path: path, reason: reason)
    }
    return (file.samples, file.rate)
  }

  private func read() throws(AudioFileError) -> ([Float], SampleRate, Shortfall?) {
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
    return (samples, reader.sampleRate, reader.shortfall)
  }

  /// The tolerated difference of the length from the manifest, in seconds: manifests may round, and
  /// coders of lossy formats pad by up to two frames, 52 ms of an MP3 file at 44.1 kHz.
  private static let durationSlack = 0.1

  /// Returns the reason why a file is not the one of the manifest; `nil` if it can be.
  private func difference(
    of count: Int, at rate: SampleRate, _ shortfall: Shortfall?
  ) -> String? {
    if let shortfall { return "\(shortfall)" }
    let remedy = "Correct the manifest, or use the recording that was measured"
    guard rate == reference.sampleRate else {
      return "the file has \(rate.hertz) samples a second, and the manifest says "
        + "\(reference.sampleRate.hertz). \(remedy)"
    }
    let seconds = Double(count) / Double(rate.hertz)
    guard abs(seconds - reference.duration) <= Self.durationSlack else {
      return "the file has \(seconds) s, and the manifest says \(reference.duration) s. \(remedy)"
    }
    return nil
  }

  /// Returns the reference for readings of `meaning`: a single note's measured pitch, otherwise the
  /// annotation.
  ///
  /// - Throws: `ItemFault`.
  func truth(for meaning: PitchMeaning) throws(ItemFault) -> ItemTruth {
    switch reference.kind {
    case .noise: return .noise
    case .chord:
      guard let annotation else {
        throw .unscored(reason: "several notes at once have no one pitch")
      }
      return .track(try annotation.read(lasting: reference.duration))
    case .phrase:
      guard let annotation else { throw .unscored(reason: "it has no f0 track") }
      return .track(try annotation.read(lasting: reference.duration))
    case .singleNote:
      if reference.trust == nil, let annotation {
        return .track(try annotation.read(lasting: reference.duration))
      }
      return .note(try measuredNote(for: meaning))
    }
  }

  /// Returns the reference with the glide of a single note.
  func gliding(_ truth: ItemTruth, in samples: [Float], at rate: SampleRate) -> ItemTruth {
    guard case .note(var note) = truth, let onset = note.onset, note.allowsCents,
      let first = reference.fit?.value
    else { return truth }
    note.glide = StringGlide(
      in: samples, at: rate, string: (first, reference.inharmonicity ?? 0), pluck: onset,
      steady: note.steady)
    return .note(note)
  }

  /// Returns the annotated notes, or the notes of a phrase's f0 track; `nil` without either.
  ///
  /// - Throws: `ItemFault` for an invalid annotation.
  func playedNotes() throws(ItemFault) -> PlayedNotes? {
    guard let annotation else { return nil }
    if let notes = try annotation.readNotes(lasting: reference.duration) {
      return PlayedNotes(events: notes)
    }
    guard reference.kind == .phrase else { return nil }
    let track = try annotation.read(lasting: reference.duration)
    return track.notes.isEmpty ? nil : PlayedNotes(events: track.notes, track: track)
  }

  private func measuredNote(
    for meaning: PitchMeaning
  ) throws(ItemFault) -> ItemTruth.MeasuredNote {
    guard let trust = reference.trust, trust.allowsGross else {
      throw .unscored(reason: "the measurements of its pitch do not agree")
    }
    guard let steady = reference.steady,
      let pitch = reference.reference(for: meaning)
        ?? (trust.allowsCents ? nil : reference.consensus)
    else { throw .unscored(reason: "its \(meaning.rawValue) was not measured") }
    return .init(
      pitch: pitch, onset: reference.onset, steady: steady, allowsCents: trust.allowsCents,
      spread: reference.spread ?? Cents(0))
  }
}
