// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import NoteTracking
import OfflineAnalysis
import PitchDetection
import Plotting
import Tuning

/// The section of one recording on a page, and its row of the summary.
struct PageSection {
  /// The largest number of notes in the table.
  private static let noteLimit = 500
  /// The largest number of rows of a table that is initially open.
  private static let shortCount = 40

  let name: String
  let number: Int
  let seconds: Double
  /// The number of notes, or of strokes.
  let noteCount: Int
  /// The cells of the summary: the loudest note and the verdict, or the strings in tune of strokes.
  let cells: [String]
  /// The length of the sound that the player has; `nil` if it has all of the recording.
  let heldSeconds: Double?
  private let target: TargetSettings
  /// The source of the player; `nil` for a recording without samples.
  private let sound: String?

  /// The placeholder of a sound inside the page.
  static let inside = "#sound"

  /// Makes the row of the summary from a figure.
  ///
  /// - Parameters:
  ///   - figure: the recording.
  ///   - number: its number on the page, from 1.
  ///   - target: the targets, and the notation of notes.
  ///   - sound: the source of the player.
  ///   - soundLimit: the largest number of samples that the player has.
  init(
    _ figure: RecordingFigure, number: Int, target: TargetSettings, sound: String, soundLimit: Int
  ) {
    name = figure.name
    self.number = number
    seconds = figure.seconds
    noteCount = figure.strum?.strokes.count ?? figure.notes.count
    self.target = target
    let count = figure.sound?.count ?? 0
    self.sound = count > 0 ? sound : nil
    let isCut = figure.sound?.isCut ?? false || count > soundLimit
    heldSeconds =
      isCut ? Double(min(count, soundLimit)) / Double(figure.sampleRate.hertz) : nil
    cells =
      figure.strum.map { [$0.verdict(target.tolerance)] }
      ?? FindingCells(figure.finding, in: target.notation).all
  }

  /// Returns the section.
  ///
  /// - Parameters:
  ///   - figure: the recording.
  ///   - picture: its picture.
  /// - Returns: heading, player, picture and notes.
  func markup(_ figure: RecordingFigure, _ picture: TrackPicture) -> Markup {
    let rate = decimal(Double(figure.sampleRate.hertz) / 1000)
    return .tag(
      "section", ["id": "recording\(number)", "data-seconds": decimal(max(seconds, 0.001))],
      [
        .tag("h2", [:], name),
        .tag(
          "p", ["class": "quiet"],
          "\(BatchProgress.clock(seconds)) at \(rate) kHz\(figure.timeNote)"),
      ] + player + [
        .tag(
          "div", ["class": "picture"],
          [picture.markup(), .tag("div", ["class": "playhead"], [Markup]())])
      ] + (figure.strum.map { strokes($0, figure) } ?? notes(figure)))
  }

  private var player: [Markup] {
    guard let sound else { return [] }
    let audio = Markup.tag(
      "audio", ["controls": "", "preload": "metadata", "src": sound], [Markup]())
    guard let heldSeconds else { return [audio] }
    let note = "The player has the first \(BatchProgress.clock(heldSeconds))."
    return [audio, .tag("p", ["class": "quiet"], note)]
  }

  /// The notation of the notes.
  private var notation: NoteStyle { target.notation }

  private func strokes(_ strum: StrumFigure, _ figure: RecordingFigure) -> [Markup] {
    guard noteCount > 0 else { return [.tag("p", [:], strum.missing.sentence)] }
    let rows = strum.strokes.prefix(Self.noteLimit).map { stroke in
      Markup.tag(
        "tr", [:],
        [
          .tag("td", ["class": "number"], [time(stroke.start.seconds(at: figure.sampleRate))]),
          .tag("td", [:], target.sentence(about: stroke.readings, of: strum.targets)),
        ]
          + stroke.readings.map { .tag("td", ["class": "number"], cell($0)) })
    }
    let names = target.names(of: strum.targets).all
    let title = TextFigures.count(noteCount, "stroke")
    let isRead = strum.strokes.flatMap(\.readings).contains { $0.state == .sounding }
    return (isRead ? [] : [.tag("p", [:], StrumText.unread)])
      + folding(title, ["from", "stroke"] + names, rows)
  }

  /// Returns the cents of a string, with ± if they do not decide; a question mark for an unclear
  /// string, and a dash for a silent one.
  private func cell(_ reading: StringReading) -> String {
    switch StringVerdict(reading, target.tolerance) {
    case .inTune(let cents), .out(let cents): TextFigures.signed(cents)
    case .uncertain(let cents): TextFigures.signed(cents) + TextFigures.error(reading.sigma)
    case .unclear: "?"
    case .silent: "–"
    }
  }

  private func notes(_ figure: RecordingFigure) -> [Markup] {
    guard noteCount > 0 else {
      return [.tag("p", [:], "No note was found.")]
    }
    let rows = figure.notes.prefix(Self.noteLimit).map { row($0, figure) }
    let title = TextFigures.count(noteCount, "note")
    return folding(title, ["from", "to", "note", "frequency", "target", "off by"], rows)
  }

  /// Returns a table that the reader can open.
  ///
  /// A short table is initially open.
  private func folding(_ title: String, _ names: [String], _ rows: [Markup]) -> [Markup] {
    let heads = names.map { Markup.tag("th", [:], $0) }
    let table = Markup.tag(
      "div", ["class": "wide"],
      [
        .tag(
          "table", [:], [.tag("thead", [:], [.tag("tr", [:], heads)]), .tag("tbody", [:], rows)])
      ])
    let more =
      noteCount > Self.noteLimit
      ? [Markup.tag("p", ["class": "quiet"], "And \(noteCount - Self.noteLimit) more.")] : []
    let folding = Markup.Attribute("open", "")
    return [
      .element(
        "details", noteCount <= Self.shortCount ? [folding] : [],
        [.tag("summary", [:], title), table] + more)
    ]
  }

  /// Returns a time at which a click starts the player.
  private func time(_ seconds: Double) -> Markup {
    let text = "\(TextFigures.number(seconds, places: 2)) s"
    guard sound != nil else { return .text(text) }
    return .tag("button", ["type": "button", "data-time": decimal(seconds)], text)
  }

  /// The cells of several strings at once.
  private static let chord: [Markup] = [
    .tag("td", [:], "chord"), .tag("td", ["class": "number"], "–"),
    .tag("td", [:], "several strings at once"), .tag("td", ["class": "number"], "–"),
  ]

  private func pitch(of note: TrackedNote, _ error: String) -> [Markup] {
    [
      .tag("td", [:], notation.text(of: SpelledNote(note.note, for: note.target))),
      .tag("td", ["class": "number"], "\(TextFigures.number(note.frequency.value, places: 2)) Hz"),
      .tag("td", [:], note.target.map { target.name(of: $0) } ?? "–"),
      .tag(
        "td", ["class": "number"],
        note.cents.map { "\(TextFigures.signed($0))\(error) cents" } ?? "–"),
    ]
  }

  private func row(_ note: TrackedNote, _ figure: RecordingFigure) -> Markup {
    let (start, end) = (
      note.start.seconds(at: figure.sampleRate), note.end.seconds(at: figure.sampleRate)
    )
    let text = TextFigures.number
    let error = TextFigures.error(note.sigma)
    return .tag(
      "tr", [:],
      [
        .tag("td", ["class": "number"], [time(start)]),
        .tag("td", ["class": "number"], "\(text(end, 2)) s"),
      ] + (note.isPolyphonic ? Self.chord : pitch(of: note, error)))
  }
}
