// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Segments a stream: keeps its newest samples and finds where the sounding note begins.
struct StreamState: ~Copyable {
  /// The least confidence of a pitch whose change marks the beginning of another note.
  ///
  /// Fitted on slides and legato notes: a pitch with a lower confidence changes by chance.
  private static let leastConfidence = 0.25

  /// The newest samples at the rate of the analysis.
  private(set) var stream: AnalysisStream
  private var noteStart = NoteStart()
  private var lastTotal = 0

  /// Prepares for a stream.
  init(_ sampleRate: SampleRate) throws(SignalProcessingError) {
    self.init(stream: try AnalysisStream(sampleRate))
  }

  private init(stream: consuming AnalysisStream) { self.stream = stream }

  /// The samples of the note, which may be more than the longest window holds.
  var noteCount: Int { noteStart.count(in: stream) }

  /// Appends samples of the original rate.
  mutating func append(_ samples: Span<Float>) { stream.append(samples) }

  /// Begins an update: finds the segment that belongs to the sounding note.
  ///
  /// - Parameter history: the pitch up to the last update.
  /// - Returns: the segment.
  mutating func beginUpdate(after history: PitchHistory) -> UpdateContext {
    let rate = stream.sizes.rate
    let seconds = Double(stream.totalCount - lastTotal) / rate
    lastTotal = stream.totalCount
    let tracked = history.pitch.flatMap { $0.confidence >= Self.leastConfidence ? $0 : nil }
    let isNewNote = noteStart.locate(
      in: stream, tracked: tracked?.frequency, age: history.stability.unbroken, seconds: seconds)
    let anchor = noteStart.anchor
    return UpdateContext(
      seconds: seconds, isNewNote: isNewNote, age: noteStart.age(in: stream),
      sounding: Double(noteCount) / rate,
      sampleAge: anchor.map { stream.age(ofSample: $0) },
      onset: stream.onset.flatMap { $0.anchor == anchor ? $0 : nil },
      hasOnset: anchor != nil || stream.onset != nil,
      count: min(
        noteStart.steadyCount(in: stream), stream.sizes.spectrumCount, stream.availableCount),
      power: stream.meanSquare)
  }

  /// Returns the highest mean square that the note reached since the last update.
  func highestPower(in update: UpdateContext) -> Double {
    stream.highestMeanSquare(
      of: Int(update.seconds * stream.sizes.rate), ofNote: noteCount, newest: update.power)
  }

  /// Discards the stream.
  mutating func reset() {
    stream.reset()
    noteStart = NoteStart()
    lastTotal = 0
  }
}
