// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// Turns results into notes, one result at a time, without looking ahead.
///
/// A note begins at the detector's onset once clear readings agree after it. Without an onset it
/// begins where the pitch changed. A pitch shorter than an eighth of a second is an error during an
/// attack or an octave error; the previous note continues through it. A pitch that moves step by
/// step, such as a bend or a slide, remains one note. A pitch that jumps is another note. A note
/// ends when another begins, when the string is struck again, or at its last clear reading before
/// 0.8 s without one. A string that still rings after the played note has decayed is not a note.
/// Neither is a part or a multiple of the last pitch that nobody struck: mains hum, or the decay of
/// some partials, hides the pitch of the string.
public struct NoteTracker: Sendable {
  /// The values of a note that decide whether a later pitch is the rest of it.
  private struct Rest {
    let peak: Decibels?
    /// The level of the last reading.
    let level: Decibels?
    /// The pitch; `nil` for a chord.
    let pitch: Hertz?
    let start: SamplePosition
    let end: SamplePosition

    init(of note: SoundingNote) {
      (peak, level) = (note.onsetLevel, note.lastLevel)
      pitch = note.isPolyphonic ? nil : note.pitch
      (start, end) = (note.start, note.lastClear)
    }
  }

  // | name           | unit | source                                                            |
  // | -------------- | ---- | ----------------------------------------------------------------- |
  // | longestUnclear | s    | fitted on recorded phrases: unclear time that ends a note         |
  // | confusion      | s    | age until which a note's pitch may be an error of the attack      |
  // | touch          | s    | age until which a note may restart: the finger touches the string |
  // |                |      | before it plucks                                                  |
  // | ringing        | dB   | level under the previous peak from which a string only rings on   |
  // | remainder      | dB   | the same for a part or multiple of the last pitch: in hum 30 dB   |
  // |                |      | below the peak of a string it is 12 to 23 dB below that peak      |
  // | unchanged      | dB   | change of a decaying level in hum from one reading to the next    |
  // | longestSilence | s    | longest unclear time before a note without a stroke               |
  // | leastChord     | 1    | least mean confidence of a chord: chords of strings have 0.28 or  |
  // |                |      | more, the first readings of a filtered noise 0.001                |
  private static let longestUnclear = 0.8
  private static let confusion = 0.25
  private static let touch = 0.15
  private static let ringing = Decibels(-25)
  private static let remainder = Decibels(-10)
  private static let unchanged = Decibels(1.5)
  private static let longestSilence = 0.25
  private static let leastChord = 0.05

  private let sampleRate: SampleRate
  private let classifier: PitchClassifier
  private var sounding: SoundingNote?
  /// The start of the sounding note; `nil` while no note sounds.
  ///
  /// Stored, so that reading it does not copy the tracker.
  public private(set) var soundingStart: SamplePosition?
  /// True while several strings sound.
  ///
  /// The readings must have the share of a second string: `PitchEstimate.secondString`.
  public var isPolyphonic: Bool { polyphony.isPolyphonic }
  private var emerging: SoundingNote?
  private var strokes: Strokes
  private var polyphony: Polyphony
  private var opening: StreamOpening
  /// The end of the last gap; `nil` for none.
  private var resumption: SamplePosition?
  /// The last note; `nil` for none, and for one without a level.
  private var before: Rest?

  /// Prepares a tracker for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate.
  ///   - classifier: compares the steady pitch of a note with its target.
  public init(sampleRate: SampleRate, classifier: PitchClassifier) {
    self.sampleRate = sampleRate
    strokes = Strokes(sampleRate: sampleRate)
    polyphony = Polyphony(sampleRate: sampleRate)
    opening = StreamOpening(sampleRate: sampleRate)
    self.classifier = classifier
  }

  /// Tracks the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  /// - Returns: a note that has ended by this result.
  public mutating func advance(_ result: PitchResult) -> TrackedNote? {
    defer { soundingStart = sounding?.start }
    opening.advance(result)
    strokes.advance(
      result, struckAt: sounding?.isPastStroke == true ? soundingStart : nil,
      beginning: sounding?.beginning)
    polyphony.advance(result, lastRise: strokes.lastRise)
    // No pitch of a chord stays clear for long, so a chord is one note until the next stroke.
    guard let estimate = reading(in: result) else {
      sounding?.pass(result)
      // A new pitch may be less clear for a moment.
      let goesOn = result.estimate.map { emerging?.isNear($0.frequency) == true } ?? false
      if !goesOn { emerging = nil }
      return endIfSilent(at: result.timestamp)
    }
    strokes.settle(result)
    if !strokes.isPending, continues(sounding, estimate, in: result) {
      moveStart(of: &sounding, to: result.beginning)
      sounding?.extend(with: result, estimate, at: sampleRate)
      setPolyphonic(&sounding)
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
    setPolyphonic(&emerging)
    guard let next = emerging, isConfirmed(next), isPlayed(next) else {
      return endIfSilent(at: result.timestamp)
    }
    return replaceSounding(by: next)
  }

  /// Ends the sounding note before samples that were lost, because the sound after them may be
  /// another one.
  ///
  /// - Parameter position: the end of the lost samples. A pitch in the first readings after it
  ///   begins there.
  /// - Returns: the note that has ended; `nil` for none.
  package mutating func skip(to position: SamplePosition) -> TrackedNote? {
    resumption = position
    emerging = nil
    soundingStart = nil
    strokes = Strokes(sampleRate: sampleRate)
    polyphony = Polyphony(sampleRate: sampleRate)
    return end()
  }

  /// Ends the sounding note at the end of the stream.
  public mutating func finish() -> TrackedNote? {
    defer {
      emerging = nil
      soundingStart = nil
      strokes.discardPending()
    }
    return end()
  }

  /// Returns the reading that counts for notes: a clear one, an unclear one of the sounding pitch,
  /// which a vibrato causes, or any while several strings sound.
  private func reading(in result: PitchResult) -> PitchEstimate? {
    if polyphony.isPolyphonic { return result.estimate ?? result.unclear }
    guard let estimate = result.estimate else { return nil }
    let confidence = estimate.pitchConfidence ?? result.confidence
    if confidence >= TuningState.clearConfidence { return estimate }
    return emerging == nil && sounding?.isNear(estimate.frequency) == true ? estimate : nil
  }

  /// Begins a note of several strings at their stroke, even if they are detected late.
  ///
  /// A note becomes one string's again if later readings show a single string.
  private func setPolyphonic(_ note: inout SoundingNote?) {
    if polyphony.isRevoked, let chord = note, chord.isPolyphonic, isOfStroke(chord) {
      note?.isPolyphonic = false
    }
    guard polyphony.isPolyphonic, note?.isPolyphonic == false else { return }
    note?.isPolyphonic = true
    guard let start = note?.start, let stroke = polyphony.onset, stroke < start,
      stroke > before?.end ?? .start
    else { return }
    note?.start = stroke
  }

  private mutating func replaceSounding(by next: SoundingNote) -> TrackedNote? {
    strokes.discardPending()
    emerging = nil
    if let confused = sounding, next.beginning == confused.beginning, next.beginning != nil,
      seconds(from: confused.start, to: next.firstClear) < Self.confusion
    {
      // Both notes have the same onset: the first pitch was an error during the attack.
      var corrected = next
      corrected.start = confused.start
      sounding = corrected
      return nil
    }
    var played = next
    played.legato = legato(of: next)
    var ended = end()
    // An onset before the last reading of the previous note ends that note.
    if let end = ended?.end, let start = ended?.start, played.start > start, end > played.start {
      ended?.end = played.start
    }
    sounding = played
    return ended
  }

  /// Returns true if a reading belongs to a note: by its pitch, or because both belong to a
  /// chord.
  private func continues(
    _ note: SoundingNote?, _ estimate: PitchEstimate, in result: PitchResult
  ) -> Bool {
    guard let note else { return false }
    return note.accepts(estimate.frequency, in: result, at: sampleRate)
      || polyphony.isPolyphonic && (note.isPolyphonic || isOfStroke(note))
  }

  /// Returns true if a note began together with a chord: its pitch was one string's until
  /// several were detected.
  private func isOfStroke(_ note: SoundingNote) -> Bool {
    guard let onset = polyphony.onset else { return false }
    return note.start >= onset.advanced(by: -samples(Self.touch))
  }

  /// Returns the way in which a note follows another without a gap and without a stroke.
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

  /// Returns the position at which the note of a first clear result began.
  private func start(of result: PitchResult) -> SamplePosition {
    if let beginning = result.beginning, isNew(beginning, in: result) { return beginning }
    // A pitch in the first readings of the stream, or after a gap, began with them, and so did a
    // pitch if the stream begins inside its attack.
    let origin = resumption ?? .start
    if sounding == nil, before.map({ $0.end < origin }) ?? true {
      if seconds(from: origin, to: result.timestamp) <= Self.touch { return origin }
      if resumption == nil, opening.explains(result) { return origin }
    }
    // The start lies between the last reading of the previous note and the first of this one.
    guard let sounding, seconds(from: sounding.lastClear, to: result.timestamp) <= Self.touch else {
      return result.timestamp
    }
    return sounding.lastClear.advanced(
      by: Int(result.timestamp.distance(from: sounding.lastClear) / 2))
  }

  /// Returns true if an onset began another note than the sounding one or the last one.
  private func isNew(_ beginning: SamplePosition, in result: PitchResult) -> Bool {
    let age = seconds(from: beginning, to: result.timestamp)
    guard age <= SoundingNote.longestAttack else { return false }
    if let sounding {
      return seconds(from: sounding.start, to: beginning) > SoundingNote.shortest
        && seconds(from: beginning, to: sounding.lastClear) < SoundingNote.longestPause
    }
    return before.map { beginning > $0.end } ?? true
  }

  /// Restarts a young note at a later onset.
  private func moveStart(of note: inout SoundingNote?, to beginning: SamplePosition?) {
    guard let start = note?.start, let beginning, beginning > start, note?.beginning != beginning,
      seconds(from: start, to: beginning) <= Self.touch
    else { return }
    note?.start = beginning
    note?.beginning = beginning
  }

  /// Returns true if the readings have agreed for long enough.
  private func isConfirmed(_ note: SoundingNote) -> Bool {
    let agreed = seconds(from: note.firstClear, to: note.lastClear)
    let age = seconds(from: note.start, to: note.lastClear)
    guard age >= SoundingNote.confirmation else { return false }
    if note.start == note.beginning { return agreed >= SoundingNote.agreement }
    let isPartial = sounding.map { note.isPartial(of: $0.pitch) } ?? false
    return agreed >= (isPartial ? SoundingNote.partialConfirmation : SoundingNote.confirmation)
  }

  /// Returns true if the note was played; false if the string only rings on.
  private func isPlayed(_ note: SoundingNote) -> Bool {
    // Nothing is known of the notes in a gap, so the last note before it is no measure.
    let previous = before.flatMap { $0.end > resumption ?? .start ? $0.peak : nil }
    guard let peak = sounding?.onsetLevel ?? previous, let level = note.onsetLevel else {
      return true
    }
    let since = sounding?.start.advanced(by: samples(Self.confusion))
    if let rise = strokes.lastRise, rise > since ?? before?.end ?? .start { return true }
    let least = isRemainder(note) ? Self.remainder : Self.ringing
    return level.value - peak.value >= least.value
  }

  /// Returns true if a note may be the rest of the last one: its pitch is a part or a multiple, and
  /// it has no onset, or a part of the pitch has one at which the level does not rise.
  private func isRemainder(_ note: SoundingNote) -> Bool {
    guard let last = sounding.map(Rest.init(of:)) ?? before, let pitch = last.pitch,
      !note.isPolyphonic, note.isPartial(of: pitch)
    else { return false }
    let isBegun =
      note.beginning.map { $0 > last.start.advanced(by: samples(Self.confusion)) } ?? false
    guard isBegun else { return true }
    // While a string decays into hum, the change of the pitch may be taken for an onset.
    guard let level = note.onsetLevel, let before = last.level else { return false }
    return note.pitch < pitch && level.value - before.value < Self.unchanged.value
  }

  private mutating func endIfSilent(at position: SamplePosition) -> TrackedNote? {
    guard let note = sounding, seconds(from: note.lastClear, to: position) > Self.longestUnclear
    else {
      return nil
    }
    strokes.discardPending()
    return end()
  }

  private mutating func end() -> TrackedNote? {
    defer { sounding = nil }
    guard let sounding else { return nil }
    let note = TrackedNote(sounding, classifier: classifier)
    if note.isPolyphonic, note.confidence < Self.leastChord { return nil }
    if sounding.onsetLevel != nil { before = Rest(of: sounding) }
    return note
  }

  private func seconds(from start: SamplePosition, to end: SamplePosition) -> Double {
    Double(end.distance(from: start)) / Double(sampleRate.hertz)
  }

  private func samples(_ seconds: Double) -> Int { Int(seconds * Double(sampleRate.hertz)) }
}
