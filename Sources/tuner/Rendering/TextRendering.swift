// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import NoteTracking
import Terminal
import Tuning

/// Renders what was heard for a person.
struct TextRendering {
  /// Notes this far below the loudest one are other strings ringing along, or the room.
  static let faint = Decibels(-30)

  let classifier: PitchClassifier
  let tolerance: TuningTolerance
  let sampleRate: SampleRate

  /// Returns the summary of one file.
  ///
  /// - Parameters:
  ///   - name: the file, as it is shown.
  ///   - duration: its length in samples.
  ///   - notes: the notes heard, in order.
  ///   - hasPitch: whether any reading was clear, be it too short for a note.
  /// - Returns: one line for the file and one for each note.
  func summary(of name: String, duration: SamplePosition, notes: [TrackedNote], hasPitch: Bool)
    -> String
  {
    let loudest = notes.compactMap(\.onsetLevel).max()
    let heard = notes.filter { note in
      guard let level = note.onsetLevel, let loudest else { return true }
      return level.value >= loudest.value + Self.faint.value
    }
    let kilohertz = decimal(Double(sampleRate.hertz) / 1000)
    let seconds = number(duration.seconds(at: sampleRate), places: 1)
    var lines = ["\(printable(name)): \(seconds) s at \(kilohertz) kHz"]
    lines += heard.map(line)
    if heard.isEmpty {
      lines.append(
        hasPitch
          ? "  Something with a pitch was heard, too short for a note. Try --frames."
          : "  No note was heard.")
    }
    let faintCount = notes.count - heard.count
    if faintCount > 0 {
      let sounds = faintCount == 1 ? "1 fainter sound" : "\(faintCount) fainter sounds"
      lines.append("  (\(sounds), more than \(decimal(-Self.faint.value)) dB below, not listed)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the readable line of one update.
  func frame(_ result: PitchResult, state: TuningState) -> String {
    let time = pad(number(result.timestamp.seconds(at: sampleRate), places: 3), to: 9)
    guard let estimate = result.estimate, state != .silent, let note = result.note else {
      return "\(time) s  -\n"
    }
    let heard = "\(pad(number(estimate.frequency.value, places: 2), to: 8)) Hz"
    let sure = "\(pad(number(100 * estimate.confidence, places: 0), to: 3)) % sure"
    return "\(time) s  \(fill("\(note)", to: 4)) \(heard)  \(sure)  \(place(result))\n"
  }

  private func place(_ result: PitchResult) -> String {
    guard let target = result.target, let cents = result.cents else { return "" }
    return "\(name(of: target)) \(signed(cents)) cents"
  }

  private func line(_ note: TrackedNote) -> String {
    let from = pad(number(note.start.seconds(at: sampleRate), places: 2), to: 7)
    let to = pad(number(note.end.seconds(at: sampleRate), places: 2), to: 7)
    let heard = pad(number(note.frequency.value, places: 2), to: 8)
    let sure = number(100 * note.confidence, places: 0)
    return "  \(from) to \(to) s  \(fill(note.note.description, to: 4)) \(heard) Hz  "
      + "\(verdict(note))  (\(sure) % sure)"
  }

  private func verdict(_ note: TrackedNote) -> String {
    guard let target = note.target, let cents = note.cents else { return distance(note) }
    let error = note.sigma.map { " ± \(number($0.value, places: 1))" } ?? ""
    let word =
      switch TuningState(
        cents: cents, confidence: TuningState.clearConfidence, tolerance: tolerance)
      {
      case .inTune: "in tune"
      case .slightlyFlat: "slightly flat"
      case .veryFlat: "flat"
      case .slightlySharp: "slightly sharp"
      case .verySharp: "sharp"
      case .silent, .detecting, .active: "not compared"
      }
    return "\(name(of: target)): \(signed(cents))\(error) cents, \(word)"
  }

  /// The way to the nearest string when none is near enough to be meant.
  private func distance(_ note: TrackedNote) -> String {
    guard let guidance = classifier.guidance(to: note.frequency) else { return "" }
    return "no string near: \(guidance.distance) of string \(guidance.string.position) "
      + "(\(guidance.string.spelling))"
  }

  private func name(of target: PitchTarget) -> String {
    switch target {
    case .string(let string): "string \(string.position) (\(string.spelling))"
    case .note, .degree: target.description
    }
  }

  private func signed(_ cents: Cents) -> String {
    let rounded = (10 * cents.value).rounded() / 10
    return (rounded > 0 ? "+" : "") + number(rounded == 0 ? 0 : rounded, places: 1)
  }

  private func number(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", locale: Locale(identifier: "en_US_POSIX"), value)
  }

  private func pad(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private func fill(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
