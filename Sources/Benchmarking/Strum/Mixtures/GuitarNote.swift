// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation

/// A recorded note of one string, from shortly before its pluck on.
struct GuitarNote: Sendable {
  /// The recording, and the note in it if there are several.
  let name: String
  /// The instrument and its set.
  let guitar: String
  let sampleRate: SampleRate
  let samples: [Float]
  /// The pluck in samples.
  let onset: Double
  /// The first partial that the manifest gives.
  let firstPartial: Hertz

  /// The time between the pluck and the end of the recording, in seconds.
  var length: Double { (Double(samples.count) - onset) / Double(sampleRate.hertz) }

  /// Returns the root mean square over a time after the pluck; 0 after the end.
  func level(over seconds: ClosedRange<Double>) -> Double {
    let rate = Double(sampleRate.hertz)
    let first = max(0, Int(onset + seconds.lowerBound * rate))
    let last = min(samples.count, Int(onset + seconds.upperBound * rate))
    guard first < last else { return 0 }
    let energy = samples[first..<last].reduce(0.0) { $0 + Double($1) * Double($1) }
    return (energy / Double(last - first)).squareRoot()
  }
}

/// The notes of guitars in a list of recordings.
struct GuitarNotes: Sendable {
  // | name      | unit | source                                                                 |
  // | --------- | ---- | ---------------------------------------------------------------------- |
  // | ringing   | s    | least length of a note: one that is plucked last rings a little longer |
  // |           |      | than the mixture, which ends 1.15 s after it                           |
  // | decay     | dB   | the most that a note falls from its first quarter of a second to its   |
  // |           |      | end                                                                    |
  // | others    |      | names of instruments that are not guitars with ringing strings         |
  // | distorted |      | names of instruments whose sum is not a chord: a distorted chord is    |
  // |           |      | not the sum of distorted notes                                         |
  private static let ringing = 1.2
  private static let decay = 26.0
  private static let others = ["bass", "mute", "harmonic", "ukulele"]
  private static let distorted = ["overdriv", "distort"]

  /// The notes in the order of the list.
  let notes: [GuitarNote]

  /// The instruments with a note, in the order of the list.
  var guitars: [String] {
    notes.reduce(into: []) { if !$0.contains($1.guitar) { $0.append($1.guitar) } }
  }

  /// Reads the notes that can be mixed to strokes.
  ///
  /// - Parameter items: recordings with measured references, and recordings with annotated notes. A
  ///   note counts if its first partial is known to the cent, or can be measured while the note
  ///   sounds alone, and if it rings long enough.
  /// - Throws: `ItemFault` for a recording that can't be read, and for an invalid entry.
  init(_ items: ItemList) throws(ItemFault) {
    var notes: [GuitarNote] = []
    for (item, recording) in try items.recordings() {
      let reference = recording.reference
      guard Self.isRinging(reference) else { continue }
      let places = try Self.places(in: recording)
      guard !places.isEmpty else { continue }
      try recording.verify()
      let (samples, rate) = try recording.samples()
      for place in places {
        let note = place.note(
          named: item.name, of: "\(item.set)/\(reference.instrument)", in: samples, at: rate)
        if let note, Self.rings(note) { notes.append(note) }
      }
    }
    self.notes = notes
  }

  /// Returns true for an instrument and a technique of which strings ring, so that their sum is a
  /// stroke.
  static func isRinging(_ reference: CorpusRecording) -> Bool {
    isSummable(reference) && !others.contains(where: words(of: reference).contains)
  }

  /// Returns true for an instrument whose notes, added, are a chord of it.
  static func isSummable(_ reference: CorpusRecording) -> Bool {
    !distorted.contains(where: words(of: reference).contains)
  }

  private static func words(of reference: CorpusRecording) -> String {
    (reference.instrument + " " + (reference.technique ?? "")).lowercased()
  }

  /// Makes a list of notes.
  init(notes: [GuitarNote]) { self.notes = notes }

  /// Returns the notes of a recording that sound alone, with first partials above −35 dB.
  private static func places(in recording: RecordedItem) throws(ItemFault) -> [NotePlace] {
    let reference = recording.reference
    if reference.kind == .singleNote, let onset = reference.onset, reference.trust != nil {
      guard reference.trust?.allowsCents == true, let partial = reference.firstPartial,
        let level = reference.firstPartialLevel, level > CorpusRecording.weakestPartial
      else { return [] }
      return [.measured(onset: onset, firstPartial: partial)]
    }
    guard reference.kind != .chord, let played = try recording.playedNotes() else { return [] }
    let notes = played.events.sorted { $0.onset < $1.onset }
    var places: [NotePlace] = []
    var end = 0.0
    for (index, note) in notes.enumerated() {
      let next = index + 1 < notes.count ? notes[index + 1].onset : reference.duration
      if note.onset >= end, min(note.offset, next) - note.onset >= ringing {
        places.append(.annotated(onset: note.onset, end: min(note.offset, next), pitch: note.pitch))
      }
      end = max(end, note.offset)
    }
    return places
  }

  private static func rings(_ note: GuitarNote) -> Bool {
    let first = note.level(over: 0.02...0.27)
    let last = note.level(over: (ringing - 0.2)...ringing)
    return note.length >= ringing && first > 0 && last > first * Decibels(-decay).amplitude
  }
}
