// SPDX-License-Identifier: MIT

internal import Acoustics
internal import NoteTracking
internal import OfflineAnalysis
internal import SignalProcessing
internal import Tuning

/// The notes or strokes of a recording, and its spectrum, in addition to the results of the stream.
///
/// They are those of `tuner analyze`. Unlike the rest of the module, it allocates during analysis.
/// A page should use it in a worker that ends with the recording.
final class ModuleRecording {
  /// A note or a stroke that has ended.
  enum Event {
    case note(TrackedNote)
    case stroke(Stroke)
  }

  let rate: SampleRate
  let classifier: PitchClassifier
  private var tracker: NoteTracker
  private var steady: SteadyPart
  private var finder: StrokeFinder
  private var spectrum: ModuleSpectrum
  /// The notes and strokes that the page has not yet read, in order.
  private var waiting: [Event] = []
  /// True once the recording has ended.
  private(set) var isFinished = false

  /// True once the recording has ended and all its notes and strokes were read.
  var isRead: Bool { isFinished && waiting.isEmpty }

  /// Prepares for a recording.
  ///
  /// - Parameters:
  ///   - rate: its samples per second.
  ///   - classifier: compares the pitch of a note with its target.
  ///   - stringCount: the number of strings of strokes; 0 for notes.
  /// - Throws: `SignalProcessingError` if the transform cannot be set up.
  init(
    rate: SampleRate, classifier: PitchClassifier, stringCount: Int
  ) throws(SignalProcessingError) {
    spectrum = try ModuleSpectrum(rate: rate)
    self.rate = rate
    self.classifier = classifier
    tracker = NoteTracker(sampleRate: rate, classifier: classifier)
    steady = SteadyPart(sampleRate: rate, clock: .zero)
    finder = StrokeFinder(stringCount: stringCount)
  }

  /// Appends samples; their results follow.
  func append(_ samples: Span<Float>) {
    steady.append(samples)
    spectrum.append(samples)
  }

  /// Adds the next result of one string.
  func advance(_ result: PitchResult) {
    if let note = tracker.advance(result) { add(note) }
    if let start = tracker.soundingStart { steady.keep(start) }
  }

  /// Adds the next result of every string.
  func advance(_ result: StrumResult) {
    if let stroke = finder.append(result) { waiting.append(.stroke(stroke)) }
  }

  /// Ends the recording: its last note or stroke ends with it.
  func finish() {
    if let note = tracker.finish() { add(note) }
    if let stroke = finder.finish() { waiting.append(.stroke(stroke)) }
    isFinished = true
  }

  /// Returns the next note or stroke; `nil` if all were read.
  func next() -> Event? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Writes the level of each row of the newest window.
  func writeLevels(to levels: UnsafeMutablePointer<Float>) { spectrum.writeLevels(to: levels) }

  private func add(_ note: TrackedNote) {
    var note = note
    steady.measure(&note, classifier)
    waiting.append(.note(note))
  }
}
