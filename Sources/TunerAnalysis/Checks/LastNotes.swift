// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Tuning

/// The last struck note of each string of the tuning in a recording.
///
/// `tuner check` also lists the notes that were struck before these.
struct LastNotes {
  /// The last note of one string.
  struct StringNote {
    /// The string.
    let string: GuitarString
    /// Its last note that was struck and not faint; `nil` when it was not played.
    let note: TrackedNote?
    /// The state by the note's deviation; `nil` without a note.
    let state: TuningState?

    /// The members of the string's object in the JSON document.
    var members: [(key: String, value: Field)] {
      [
        ("string", Field(string.position)), ("note", Field(string.spelling.description)),
        ("cents", Field(note?.cents?.value)), ("sigma_cents", Field(note?.sigma?.value)),
        ("state", Field(state?.rawValue)),
      ]
    }
  }

  /// The last notes of a course: a string, or the strings that have the same target.
  struct CourseNotes {
    /// The strings.
    let course: StrumTarget
    /// Each string of the course that was played, in the order of their notes.
    let played: [StringNote]

    /// The string that is farthest from the target; `nil` when none was played.
    var worst: StringNote? {
      played.max { Self.distance(of: $0) < Self.distance(of: $1) }
    }

    private static func distance(of string: StringNote) -> Double {
      abs(string.note?.cents?.value ?? 0)
    }

    /// The deviations of the strings in cents with their standard errors, and the advice for the
    /// worst one.
    var sentence: String {
      guard let state = worst?.state else { return "not played" }
      let readings = played.compactMap { string in
        string.note.flatMap { note in
          note.cents.map { TextFigures.signed($0) + TextFigures.error(note.sigma) }
        }
      }
      return "\(readings.joined(separator: " and ")) cents, \(state.advice)"
    }
  }

  /// A note with the number of later ones of its course that are at least as loud.
  private struct Kept {
    let note: TrackedNote
    var louderCount = 0
  }

  private let target: TargetSettings
  private let courses: [StrumTarget]
  private var loudest: Decibels?
  /// The notes of each course that may be among its last struck ones, by the place of the course.
  ///
  /// A course of n strings has up to n last notes. A note before n louder ones is not one of them,
  /// whatever the loudest note will be.
  private var notes: [Int: [Kept]] = [:]

  /// Starts without notes.
  init(_ target: TargetSettings) {
    self.target = target
    courses = target.courses
  }

  /// Finds the last ones of these notes.
  init(_ target: TargetSettings, _ notes: [TrackedNote]) {
    self.init(target)
    for note in notes { append(note) }
  }

  /// Adds the next note.
  mutating func append(_ note: TrackedNote) {
    if let level = note.onsetLevel { loudest = max(loudest ?? level, level) }
    guard !note.isPolyphonic, let string = note.target?.string, note.cents != nil, isAudible(note),
      let place = courses.firstIndex(where: { $0.positions.contains(string.position) })
    else { return }
    var notes = notes[place] ?? []
    if let level = note.onsetLevel {
      for index in notes.indices where notes[index].note.onsetLevel.map({ $0 <= level }) == true {
        notes[index].louderCount += 1
      }
      notes.removeAll { $0.louderCount >= courses[place].positions.count }
    }
    notes.append(Kept(note: note))
    self.notes[place] = notes
  }

  /// The number of strings that were played.
  var playedCount: Int { all.count { $0.note != nil } }

  /// The strings from the highest number to string 1; none in chromatic mode.
  ///
  /// The last notes of a unison course belong to its strings in the order of their numbers, because
  /// nothing tells which string was played.
  var all: [StringNote] {
    let strings = target.classifier.selection.tuning?.strings ?? []
    let lasts = courses.indices.map(lastNotes)
    return strings.map { string in
      for (course, notes) in zip(courses, lasts) {
        guard let place = course.positions.firstIndex(of: string.position) else { continue }
        return stringNote(string, place < notes.count ? notes[place] : nil)
      }
      return stringNote(string, nil)
    }
  }

  /// The courses from the highest number to course 1; none in chromatic mode.
  var byCourse: [CourseNotes] {
    courses.indices.map { place in
      CourseNotes(
        course: courses[place],
        played: lastNotes(place).map { stringNote(courses[place].string, $0) })
    }
  }

  /// Returns the last struck notes of a course, at most one for each of its strings.
  private func lastNotes(_ place: Int) -> [TrackedNote] {
    let notes = notes[place, default: []].map(\.note)
    let loudest = notes.compactMap(\.onsetLevel).max()
    return notes.filter { isAudible($0) && StruckNotes.contain($0, loudest: loudest) }
      .suffix(courses[place].positions.count)
  }

  private func stringNote(_ string: GuitarString, _ note: TrackedNote?) -> StringNote {
    StringNote(
      string: string, note: note,
      state: note.map { TuningState(cents: $0.cents, confidence: 1, tolerance: target.tolerance) })
  }

  private func isAudible(_ note: TrackedNote) -> Bool {
    AudibleNotes.contain(note.onsetLevel, loudest: loudest)
  }
}

extension TuningState {
  /// The state of a note in words, with advice.
  var advice: String {
    switch self {
    case .inTune: "in tune"
    case .slightlyFlat: "slightly flat: tune up a little"
    case .veryFlat: "flat: tune up"
    case .slightlySharp: "slightly sharp: tune down a little"
    case .verySharp: "sharp: tune down"
    case .silent, .detecting, .active: "not compared"
    }
  }
}
