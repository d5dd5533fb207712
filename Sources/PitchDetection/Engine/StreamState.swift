// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// What a detector of streams follows from update to update: the stream, where its note began, and the
/// pitch that it runs at.
struct StreamState: ~Copyable {
  /// What was heard.
  private(set) var stream: AnalysisStream
  /// How long the pitch has stayed.
  private(set) var constancy = PitchStability()
  private var noteStart = NoteStart()
  private var running: TrackedPitch?
  private var residual = ResidualRinging()
  private var lastTotal = 0
  /// How sure an update must be of its pitch to notice where that ends.
  private static let believed = 0.25

  /// Prepares for a stream.
  init(_ sampleRate: SampleRate) throws(SignalProcessingError) {
    self.init(stream: try AnalysisStream(sampleRate))
  }

  private init(stream: consuming AnalysisStream) { self.stream = stream }

  /// The pitch of the last update, where there was one.
  var pitch: TrackedPitch? { running }
  /// Whether a beginning of the note was heard.
  var isNote: Bool { noteStart.anchor != nil }
  /// Whether something was heard to begin, be it with the stream.
  var hasBegun: Bool { isNote || stream.onset != nil }
  /// The note's age in seconds; `nil` where no beginning was heard.
  var age: Double? { noteStart.age(in: stream) }
  /// The note's age in seconds, or that of the stream where no beginning was heard.
  var sounding: Double { Double(noteStart.count(in: stream)) / stream.sizes.rate }
  /// How many samples of the original stream ago the note began; `nil` where no beginning was heard.
  var sampleAge: Int? {
    noteStart.anchor.map { (stream.totalCount - $0) * stream.sizes.factor + stream.delay }
  }
  /// How many of the newest samples are the note at the pitch that it has now, up to the longest window.
  var count: Int {
    min(noteStart.steadyCount(in: stream), stream.sizes.spectrumCount, stream.availableCount)
  }

  /// Takes in samples of the original rate.
  mutating func append(_ samples: Span<Float>) { stream.append(samples) }

  /// Starts an update.
  ///
  /// - Returns: the seconds since the last one, and whether another note sounds than then.
  mutating func beginUpdate() -> (seconds: Double, isNewNote: Bool) {
    let seconds = Double(stream.totalCount - lastTotal) / stream.sizes.rate
    lastTotal = stream.totalCount
    let believed = running.flatMap { $0.confidence >= Self.believed ? $0 : nil }
    let isNewNote = noteStart.locate(
      in: stream, running: believed?.frequency, age: constancy.unbroken, seconds: seconds)
    if isNewNote {
      fallSilent()
      residual.noteBegan()
    }
    return (seconds, isNewNote)
  }

  /// Takes in the mean square of the newest samples, which an update starts with.
  mutating func hear(power: Double, after seconds: Double) {
    let highest = stream.highestMeanSquare(
      of: Int(seconds * stream.sizes.rate), ofNote: noteStart.count(in: stream), newest: power)
    residual.hear(power: power, highest: highest, after: seconds)
  }

  /// Takes in the pitch of this update, in hertz.
  mutating func hear(_ frequency: Double, after seconds: Double) {
    constancy.add(frequency, after: seconds)
    running = TrackedPitch(frequency: frequency, confidence: 0, unbroken: constancy.unbroken)
  }

  /// Takes in how sure this update is of its pitch, 0…1.
  mutating func trust(_ confidence: Double) { running?.confidence = confidence }

  /// Returns how sure an update may be that the pitch it reads with `confidence` is that of the note.
  mutating func confidenceInNote(_ confidence: Double, at frequency: Double) -> Double {
    residual.weigh(confidence, in: frequency)
  }

  /// Hears no pitch in this update.
  mutating func fallSilent() {
    running = nil
    constancy.forget()
  }

  /// Forgets the stream.
  mutating func reset() {
    stream.reset()
    noteStart = NoteStart()
    lastTotal = 0
    fallSilent()
    residual = ResidualRinging()
  }
}
