// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import NoteTracking
import OfflineAnalysis
import Terminal
import Tuning

/// The text of an analysis for a person.
struct TextRendering {
  let target: TargetSettings
  let sampleRate: SampleRate

  /// The level of an update that a player calls loud; the noise of a microphone stays below it.
  private static let audible = Decibels(-40)

  /// Returns the summary of one file.
  ///
  /// - Parameters:
  ///   - recording: the file, and the part of it.
  ///   - duration: the length of the part in samples.
  ///   - notes: the notes in their order.
  ///   - hasPitch: true if any reading was clear, even if it was too short for a note.
  ///   - loudest: the level of the loudest update; `nil` for silence.
  /// - Returns: a line for the file and one for each note that is not faint; then the number of
  ///   faint ones, the state of each string and the suggestions, where there are any.
  func summary(
    of recording: AnalysisContext, duration: SamplePosition, notes: [TrackedNote], hasPitch: Bool,
    loudest: Decibels? = nil
  ) -> String {
    let heard = AudibleNotes.among(notes)
    var lines = [Self.heading(of: recording, duration: duration)]
    lines += heard.map(line)
    if heard.isEmpty {
      lines.append(
        hasPitch
          ? "  Something with a pitch was heard, too short for a note. Try --frames."
          : loudest.map { $0 >= Self.audible } == true
            ? "  No note was heard, but sound. If it is a chord, read its strings with --strum."
            : "  No note was heard.")
    } else if heard.allSatisfy(\.isPolyphonic) {
      lines.append("  No single note was heard. Read the strings of a chord with --strum.")
    }
    let faintCount = notes.count - heard.count
    if faintCount > 0 {
      let sounds = faintCount == 1 ? "1 fainter sound" : "\(faintCount) fainter sounds"
      lines.append(
        "  (\(sounds), more than \(decimal(-AudibleNotes.faint.value)) dB below, not listed)")
    }
    lines += strings(LastNotes(target, notes))
    lines += target.suggestions(for: heard.filter { !$0.isPolyphonic }.map(\.frequency)).map {
      "  " + $0
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the heading of a file: its name, its length and its rate.
  ///
  /// - Parameters:
  ///   - recording: the file, and the part of it.
  ///   - duration: the length of the part in samples.
  /// - Returns: such as `take.wav, 5.2 to 9 s: 3.8 s at 48 kHz; times count from 5.2 s`.
  static func heading(of recording: AnalysisContext, duration: SamplePosition) -> String {
    let kilohertz = decimal(Double(recording.sampleRate.hertz) / 1000)
    let seconds = TextFigures.number(duration.seconds(at: recording.sampleRate), places: 1)
    return "\(printable(recording.heading)): \(seconds) s at \(kilohertz) kHz\(recording.timeNote)"
  }

  /// Returns a line for each string or unison course; empty if only one string was played.
  private func strings(_ lastNotes: LastNotes) -> [String] {
    guard lastNotes.playedCount > 1 else { return [] }
    let courses = lastNotes.byCourse
    let names = courses.map { TextFigures.name(of: $0.course, in: target.notation) }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, courses).map { name, course in
      let string = filled(name, to: width)
      guard let state = course.worst?.state else { return "    \(string)        not played" }
      let cents = course.played.compactMap(\.note?.cents).map(signed)
      let column = pad("", to: 6 - (cents.first?.count ?? 0)) + cents.joined(separator: " and ")
      return "    \(string)  \(column) cents, \(state.advice)"
    }
    return ["  The strings, as each was played last:"] + lines
  }

  /// Returns the readable line of one update.
  func frame(_ result: PitchResult, state: TuningState) -> String {
    let time = pad(number(result.timestamp.seconds(at: sampleRate), places: 3), to: 9)
    guard let estimate = result.estimate, state != .silent, let note = result.note else {
      return "\(time) s  -\n"
    }
    let heard = "\(pad(number(estimate.frequency.value, places: 2), to: 8)) Hz"
    let sure = "\(pad(number(100 * estimate.confidence, places: 0), to: 3)) % sure"
    let name = filled(text(SpelledNote(note, for: result.target)), to: 4)
    return "\(time) s  \(name) \(heard)  \(sure)  \(place(result))\n"
  }

  private func place(_ result: PitchResult) -> String {
    guard let target = result.target, let cents = result.cents else { return "" }
    if let guidance = guidanceBeyondScale(result) {
      return "\(guidance.distance) of \(name(of: .string(guidance.string)))"
    }
    return "\(name(of: target)) \(signed(cents)) cents"
  }

  /// Returns the interval to the locked string; `nil` if no string is locked, and on the scale of
  /// cents.
  func guidanceBeyondScale(_ result: PitchResult) -> StringGuidance? {
    guard let cents = result.cents, target.classifier.isFarFromLocked(cents),
      let frequency = result.estimate?.frequency
    else { return nil }
    return target.classifier.guidance(to: frequency)
  }

  private func line(_ note: TrackedNote) -> String {
    let from = pad(number(note.start.seconds(at: sampleRate), places: 2), to: 7)
    let to = pad(number(note.end.seconds(at: sampleRate), places: 2), to: 7)
    if note.isPolyphonic {
      return "  \(from) to \(to) s  chord: several strings at once, so no one pitch to tune by"
    }
    let heard = pad(number(note.frequency.value, places: 2), to: 8)
    let sure = number(100 * note.confidence, places: 0)
    let name = filled(text(SpelledNote(note.note, for: note.target)), to: 4)
    return "  \(from) to \(to) s  \(name) \(heard) Hz  "
      + "\(verdict(note))\(articulation(of: note))  (\(sure) % sure)"
  }

  /// Returns the articulations of a note, to append to its verdict.
  private func articulation(of note: TrackedNote) -> String {
    var parts: [String] = []
    if let legato = note.legato { parts.append(legato.rawValue) }
    if let glide = note.glide {
      let semitones = number(abs(glide.interval.value) / 100, places: 1)
      let way = glide.interval.value < 0 ? "down" : "up"
      parts.append("\(glide.kind.rawValue) \(way) by \(semitones) semitones")
    }
    if let vibrato = note.vibrato {
      let (rate, depth) = (
        number(vibrato.rate.value, places: 1), number(vibrato.depth.value, places: 0)
      )
      parts.append("vibrato, \(rate) a second, \(depth) cents to either side")
    }
    return parts.map { "; \($0)" }.joined()
  }

  private func verdict(_ note: TrackedNote) -> String {
    // The deviation of a locked string is in cents on the scale, and in semitones beyond it.
    guard let target = note.target, let cents = note.cents,
      !self.target.classifier.isFarFromLocked(cents)
    else {
      return distance(note)
    }
    let error = TextFigures.error(note.sigma)
    let state = TuningState(
      cents: cents, confidence: TuningState.clearConfidence, tolerance: self.target.tolerance)
    return "\(name(of: target)): \(signed(cents))\(error) cents, \(state.advice)"
  }

  /// Returns the distance to the nearest string when the note is too far from every string.
  private func distance(_ note: TrackedNote) -> String {
    if let harmonic = note.harmonic(by: target.classifier) {
      return "12th-fret harmonic of \(name(of: .string(harmonic.string))): "
        + "\(signed(harmonic.cents)) cents"
    }
    guard let guidance = target.classifier.guidance(to: note.frequency) else { return "" }
    let finding = target.classifier.locked == nil ? "no string near: " : ""
    return "\(finding)\(guidance.distance) of \(name(of: .string(guidance.string)))"
  }

  private func name(of target: PitchTarget) -> String { self.target.name(of: target) }

  private func text(_ note: SpelledNote) -> String { target.notation.text(of: note) }

  private func signed(_ cents: Cents) -> String { TextFigures.signed(cents) }

  private func number(_ value: Double, places: Int) -> String {
    TextFigures.number(value, places: places)
  }

  private func pad(_ text: String, to width: Int) -> String { TextFigures.pad(text, to: width) }
}
