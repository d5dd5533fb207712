// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// Turns results into notes, one result at a time, looking at nothing later.
///
/// A note begins where the detector heard the sound begin anew, once clear readings behind that agree;
/// where it heard none, where the pitch changed. What is shorter than an eighth of a second is an
/// attack's confusion or an octave slip, and the note before goes on through it. A pitch that moves
/// step by step, a bend or a slide, stays one note; one that jumps is another. A note ends where
/// another begins, where the string is struck again, or at the last clear reading before most of a
/// second without one. What rings along once a note has died was not played, and is none.
public struct NoteTracker: Sendable {
  /// How long the readings may be unclear before the note is over, in seconds.
  private static let patience = 0.8
  /// How soon behind its beginning a note may still turn out to be another one, in seconds.
  private static let confusion = 0.25
  /// How soon behind its beginning a note may begin anew: a finger touches the string before it
  /// plucks, in seconds.
  private static let touch = 0.15
  /// How far under the peak of the note before a pitch may be that was not struck.
  private static let ringing = Decibels(-25)

  /// The longest that a note which was not struck may be unclear before it, in seconds.
  private static let longestSilence = 0.25

  private let sampleRate: SampleRate
  private let classifier: PitchClassifier
  private var sounding: SoundingNote?
  private var emerging: SoundingNote?
  private var strokes: Strokes
  private var polyphony: Polyphony
  /// The peak of the last note, and where that ended.
  private var before: (peak: Decibels, end: SamplePosition)?

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate.
  ///   - classifier: what the steady pitch of a note is compared with.
  public init(sampleRate: SampleRate, classifier: PitchClassifier) {
    self.sampleRate = sampleRate
    strokes = Strokes(sampleRate: sampleRate)
    polyphony = Polyphony(sampleRate: sampleRate)
    self.classifier = classifier
  }

  /// Takes in the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  /// - Returns: a note that this result shows to be over.
  public mutating func advance(_ result: PitchResult) -> TrackedNote? {
    strokes.advance(result, sounding: sounding)
    polyphony.advance(result, lastRise: strokes.lastRise)
    // In a chord no pitch is clear for long: what is heard of it is one note until the next stroke.
    guard let estimate = reading(in: result) else {
      sounding?.pass(result)
      // What comes up may be less clear for a moment.
      let goesOn = result.estimate.map { emerging?.isNear($0.frequency) == true } ?? false
      if !goesOn { emerging = nil }
      return endIfSilent(at: result.timestamp)
    }
    strokes.settle(result)
    if !strokes.isPending, continues(sounding, estimate, in: result) {
      moveStart(of: &sounding, to: result.beginning)
      sounding?.extend(with: result, estimate, at: sampleRate)
      makePolyphonic(&sounding)
      emerging = nil
      return nil
    }
    if continues(emerging, estimate, in: result) {
      moveStart(of: &emerging, to: result.beginning)
      emerging?.extend(with: result, estimate, at: sampleRate)
    } else {
      let start = start(of: result)
      emerging = SoundingNote(
        result, estimate, from: start, struck: strokes.level(since: start), at: sampleRate)
    }
    makePolyphonic(&emerging)
    guard let next = emerging, isConfirmed(next), isPlayed(next) else {
      return endIfSilent(at: result.timestamp)
    }
    return replaceSounding(by: next)
  }

  /// Ends the note that is still sounding, at the end of the stream.
  public mutating func finish() -> TrackedNote? {
    defer {
      emerging = nil
      strokes.forget()
    }
    return end()
  }

  /// What of a result belongs to notes: a clear reading, one of the pitch that sounds, which is less
  /// clear while a hand shakes it, or any while several strings sound.
  private func reading(in result: PitchResult) -> PitchEstimate? {
    if polyphony.isHeard { return result.estimate ?? result.unclear }
    guard let estimate = result.estimate else { return nil }
    if result.confidence >= TuningState.clearConfidence { return estimate }
    return emerging == nil && sounding?.isNear(estimate.frequency) == true ? estimate : nil
  }

  /// Tells a note of several strings, which begins where they were struck, however late that is known.
  private func makePolyphonic(_ note: inout SoundingNote?) {
    guard polyphony.isHeard, note?.isPolyphonic == false else { return }
    note?.isPolyphonic = true
    guard let start = note?.start, let stroke = polyphony.onset, stroke < start,
      stroke > before?.end ?? .start
    else { return }
    note?.start = stroke
  }

  private mutating func replaceSounding(by next: SoundingNote) -> TrackedNote? {
    strokes.forget()
    emerging = nil
    if let confused = sounding, next.beginning == confused.beginning, next.beginning != nil,
      seconds(from: confused.start, to: next.firstClear) < Self.confusion
    {
      // The same beginning: what was heard first was the attack's confusion.
      var corrected = next
      corrected.start = confused.start
      sounding = corrected
      return nil
    }
    var played = next
    played.legato = legato(of: next)
    var ended = end()
    // Where a beginning lies before the last reading of the note before, that one ended there.
    if let end = ended?.end, let start = ended?.start, played.start > start, end > played.start {
      ended?.end = played.start
    }
    sounding = played
    return ended
  }

  /// Tells whether a reading belongs to a note: by its pitch, or because both are of a chord.
  private func continues(
    _ note: SoundingNote?, _ estimate: PitchEstimate, in result: PitchResult
  ) -> Bool {
    guard let note else { return false }
    return note.accepts(estimate.frequency, in: result, at: sampleRate)
      || polyphony.isHeard && (note.isPolyphonic || isOfStroke(note))
  }

  /// Tells whether a note began with the strings that sound together: what was taken for a note until
  /// it was known that there are several.
  private func isOfStroke(_ note: SoundingNote) -> Bool {
    polyphony.onset.map { note.start >= $0.advanced(by: -samples(Self.touch)) } ?? false
  }

  /// How a note began that follows another without a gap and without a stroke.
  private func legato(of next: SoundingNote) -> Legato? {
    guard let sounding, !sounding.isPolyphonic, !next.isPolyphonic,
      seconds(from: sounding.lastClear, to: next.firstClear) <= Self.longestSilence
    else { return nil }
    let near = next.start.advanced(by: -samples(Self.touch))
    if let rise = strokes.lastRise, rise > near { return nil }
    let interval = next.pitch.interval(above: sounding.pitch)
    guard Legato.reach.contains(interval.magnitude.value) else { return nil }
    return interval.value > 0 ? .hammerOn : .pullOff
  }

  /// Where the note of a first clear result began.
  private func start(of result: PitchResult) -> SamplePosition {
    let isNew = result.beginning.map { beginning in
      let age = seconds(from: beginning, to: result.timestamp)
      guard age <= SoundingNote.longestAttack else { return false }
      if let sounding {
        return seconds(from: sounding.start, to: beginning) > SoundingNote.shortest
          && seconds(from: beginning, to: sounding.lastClear) < SoundingNote.shortest
      }
      return before.map { beginning > $0.end } ?? true
    }
    if isNew == true, let beginning = result.beginning { return beginning }
    // What is heard as soon as anything can be began with the stream.
    if sounding == nil, before == nil, seconds(from: .start, to: result.timestamp) <= Self.touch {
      return .start
    }
    // Between the last reading of the one and the first of the other.
    guard let sounding, seconds(from: sounding.lastClear, to: result.timestamp) <= Self.touch else {
      return result.timestamp
    }
    return sounding.lastClear.advanced(
      by: Int(result.timestamp.distance(from: sounding.lastClear) / 2))
  }

  /// Begins a young note anew where the detector did.
  private func moveStart(of note: inout SoundingNote?, to beginning: SamplePosition?) {
    guard let start = note?.start, let beginning, beginning > start, note?.beginning != beginning,
      seconds(from: start, to: beginning) <= Self.touch
    else { return }
    note?.start = beginning
    note?.beginning = beginning
  }

  /// Tells whether the readings agree for long enough.
  private func isConfirmed(_ note: SoundingNote) -> Bool {
    let agreed = seconds(from: note.firstClear, to: note.lastClear)
    let age = seconds(from: note.start, to: note.lastClear)
    guard age >= SoundingNote.confirmation else { return false }
    if note.start == note.beginning { return agreed >= SoundingNote.agreement }
    let isPartial = sounding.map { note.isPartial(of: $0) } ?? false
    return agreed >= (isPartial ? SoundingNote.partialConfirmation : SoundingNote.confirmation)
  }

  /// Tells whether the note was played, or only rings along.
  private func isPlayed(_ note: SoundingNote) -> Bool {
    let peak = sounding?.onsetLevel ?? before?.peak
    guard let peak, let level = note.onsetLevel else { return true }
    let since = sounding.map { $0.start.advanced(by: samples(Self.confusion)) }
    if let rise = strokes.lastRise, rise > since ?? before?.end ?? .start { return true }
    return level.value - peak.value >= Self.ringing.value
  }

  private mutating func endIfSilent(at position: SamplePosition) -> TrackedNote? {
    guard let note = sounding, seconds(from: note.lastClear, to: position) > Self.patience else {
      return nil
    }
    strokes.forget()
    return end()
  }

  private mutating func end() -> TrackedNote? {
    defer { sounding = nil }
    guard let sounding else { return nil }
    if let peak = sounding.onsetLevel { before = (peak, sounding.lastClear) }
    return TrackedNote(sounding, classifier: classifier)
  }

  private func seconds(from start: SamplePosition, to end: SamplePosition) -> Double {
    Double(end.distance(from: start)) / Double(sampleRate.hertz)
  }

  private func samples(_ seconds: Double) -> Int { Int(seconds * Double(sampleRate.hertz)) }
}
