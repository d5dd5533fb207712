// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling
import Testing
import Tuning

@testable import OfflineAnalysis
@testable import Plotting
@testable import TunerAnalysis

@Suite("The verdicts on the strings of strokes in every output")
struct StrokeVerdictTests {
  private static let heard: [StrokeScenes.Heard] = [
    .at(0.3, 1.9), .at(-12, 0.1), .unclear, .silent, .at(0.1, 0.1), .at(25, 20),
  ]
  private static let words = ["uncertain", "out", "unclear", "silent", "inTune", "uncertain"]

  private func scenes(_ flags: [SettingSources.Name: String] = [:]) throws -> StrokeScenes {
    try StrokeScenes(flags.merging([.tolerance: "1"]) { $1 })
  }

  @Test("a sentence has other words for a string that is uncertain and one that is unclear")
  func sentence() throws {
    let scenes = try scenes()
    #expect(
      scenes.sentence(about: Self.heard)
        == "E4 is 25 cents sharp, A2 is 12 cents flat; B3 is in tune; "
        + "E2 is too uncertain to judge; D3 is unclear; G3 was not heard.")
    let lines = StrumText(
      target: scenes.settings.target, targets: scenes.targets, sampleRate: SampleRate(48_000)
    ).table(scenes.stroke(Self.heard), number: 1).split(separator: "\n")
    #expect(lines[1].hasSuffix("+0.3 ± 1.9 cents, too uncertain to judge"), "\(lines[1])")
    #expect(lines[3].hasSuffix("  unclear") && lines[4].hasSuffix("  not heard"))
  }

  @Test("only the sentence that begins with a word gets a capital")
  func capitals() throws {
    let scenes = try StrokeScenes([.octaves: "helmholtz"])
    func text(_ heard: [StrokeScenes.Heard]) -> String {
      EnglishStrokeSentence.capitalised(scenes.sentence(about: heard))
    }
    let tuned = [StrokeScenes.Heard](repeating: .at(0, 0.1), count: 6)
    #expect(text(tuned) == "All strings are in tune.")
    var flat = tuned
    flat[2] = .at(-15, 0.1)
    #expect(text(flat) == "d is 15 cents flat; the others are in tune.")
  }

  @Test("a recording whose strokes have no reading names the remedy")
  func unread() throws {
    let scenes = try StrokeScenes()
    func text(_ heard: [StrokeScenes.Heard], read: Int) throws -> String {
      var text: [UInt8] = []
      var sink = OutputSink { text += $0 }
      var writer = TextWriter(scenes.context(.text))
      writer.stroke(scenes.stroke(heard), number: 1, to: &sink)
      var summary = RecordingSummary()
      (summary.strokeCount, summary.readStrokeCount) = (1, read)
      #expect(OutputContent.strokes.hasPitch(summary) == (read > 0))
      try writer.end(summary, failure: nil, to: &sink)
      try sink.finish()
      return String(decoding: text, as: UTF8.self)
    }
    let unread = try text(Array(repeating: .unclear, count: 6), read: 0)
    #expect(
      unread.hasSuffix(
        "  No string was read. A string is found within 150 cents of its target, or halfway to the "
          + "next string if that is nearer. Choose the tuning with -t, and the fret of a capo with "
          + "--capo.\n"), "\(unread)")
    #expect(try !text(Self.heard, read: 1).contains("No string was read"))
  }

  @Test("a pitch is found in notes of one string, and in sounds too short for a note")
  func pitches() {
    func hasPitch(_ content: OutputContent, notes: Int, chords: Int, _ hasPitch: Bool) -> Bool {
      var summary = RecordingSummary()
      (summary.noteCount, summary.chordCount, summary.hasPitch) = (notes, chords, hasPitch)
      return content.hasPitch(summary)
    }
    #expect(hasPitch(.notes, notes: 2, chords: 1, true))
    #expect(!hasPitch(.notes, notes: 1, chords: 1, true))
    #expect(hasPitch(.notes, notes: 0, chords: 0, true))
    #expect(!hasPitch(.notes, notes: 0, chords: 0, false))
    #expect(hasPitch(.frames, notes: 0, chords: 0, true))
    #expect(!hasPitch(.strumFrames, notes: 0, chords: 0, false))
  }

  @Test("records of strokes and of checks have the same verdict, and the state of the sound")
  func records() throws {
    var heard = Self.heard
    heard[5] = .at(1.5, 20)
    let scenes = try scenes()
    let stroke = scenes.stroke(heard)
    let records = scenes.context(.csv).records(stroke, number: 1)
    for (index, record) in records.enumerated() {
      #expect(record.fields.count == StrokeRecord.keys.count)
      let named = Dictionary(uniqueKeysWithValues: zip(StrokeRecord.keys, record.fields))
      #expect(named["verdict"] == .text(Self.words[index]))
      let checked = CheckedString(
        file: "a.wav",
        played: CheckedString.Played(
          number: 1, stroke: stroke, target: scenes.targets[index],
          reading: stroke.readings[index], sampleRate: SampleRate(48_000)),
        tolerance: scenes.settings.tolerance)
      #expect(checked.verdict.rawValue == Self.words[index])
    }
    #expect(
      records.map(\.reading.state.name).prefix(4) == [
        "sounding", "sounding", "unclear", "silent",
      ])
  }

  @Test("strokes in which every string is silent count as no stroke, which is out of tune")
  func silent() throws {
    let scenes = try scenes()
    func checked(_ strokes: [Stroke]) -> [CheckedString] {
      CheckedString.all(
        in: RecordingFile.Strokes(strokes: strokes, sampleRate: SampleRate(48_000), warnings: []),
        targets: scenes.targets, file: "a.wav", tolerance: scenes.settings.tolerance)
    }
    let silent = scenes.stroke([StrokeScenes.Heard](repeating: .silent, count: 6))
    for strokes in [[], [silent], [silent, silent]] {
      let results = checked(strokes)
      #expect(results.map(\.verdict) == [.noStroke] && results.first?.isInTune == false)
    }
    #expect(checked([silent, scenes.stroke(Self.heard)]).count == 12)
  }

  @Test("labels of strokes say which cents are too uncertain to judge")
  func labels() throws {
    let scenes = try scenes()
    let context = scenes.context(.labels)
    #expect(
      context.label(scenes.readings(Self.heard))
        == "6:E2 +0.3 c (too uncertain to judge), 5:A2 -12.0 c, 4:D3 ?, 2:B3 +0.1 c, 1:E4 +25.0 c")
  }

  @Test("a picture draws an unclear string as unclear, and counts strings as a check does")
  func figure() throws {
    let scenes = try scenes()
    let strokes = [
      scenes.stroke(Self.heard),
      scenes.stroke([.silent, .silent, .silent, .silent, .at(0, 0.1), .silent], at: 3),
    ]
    let figure = StrumFigure(
      targets: scenes.targets, readings: scenes.targets.map { _ in [] }, strokes: strokes)
    let rows = figure.rows(scenes.settings.target)
    #expect(rows[0].verdict == "+0.3 ± 1.9 cents, too uncertain to judge" && rows[0].side == nil)
    #expect(rows[1].side == .flat)
    #expect(rows[2].verdict == "unclear" && rows[3].verdict == "not heard")
    // B3 is in tune in both strokes; five strings were played in the first and one in the second.
    #expect(figure.verdict(scenes.settings.tolerance) == "2 of 6")
    let none = StrumFigure(targets: scenes.targets, readings: [], strokes: [])
    #expect(none.verdict(scenes.settings.tolerance) == "–")
  }

  @Test("strings that are measured as one have their numbers in every output")
  func joint() throws {
    let scenes = try scenes([.tuning: "twelve_string"])
    let stroke = scenes.stroke(scenes.targets.map { _ in .at(0, 0.1) })
    let figure = StrumFigure(
      targets: scenes.targets, readings: scenes.targets.map { _ in [] }, strokes: [stroke])
    #expect(figure.rows(scenes.settings.target)[8].name == "4+3  B3")
    #expect(figure.lanes(scenes.settings.target)[8].name == "4+3  B3")
    #expect(scenes.context(.labels).label(stroke.readings).contains("4+3:B3 0.0 c"))
    let text = StrumText(
      target: scenes.settings.target, targets: scenes.targets, sampleRate: SampleRate(48_000))
    #expect(text.table(stroke, number: 1).contains("strings 4+3 (B3)"))
    let checked = CheckedString(
      file: "a.wav",
      played: CheckedString.Played(
        number: 1, stroke: stroke, target: scenes.targets[8], reading: stroke.readings[8],
        sampleRate: SampleRate(48_000)), tolerance: scenes.settings.tolerance)
    #expect(
      checked.line(CheckText(target: scenes.settings.target))
        == "a.wav: stroke 1, strings 4+3 (B3) 0.0 ± 0.1 cents, in tune\n")
    let members = scenes.context(.json).members.filter { $0.key == "joint_strings" }
    #expect(members.map(\.value) == [.text("4+3 2+1")])
  }

  /// Returns the sentence about a stroke of which all strings but the last ones are in tune.
  private func sentence(
    _ flags: [SettingSources.Name: String], last: [StrokeScenes.Heard]
  ) throws -> String {
    let scenes = try StrokeScenes(flags)
    let first = [StrokeScenes.Heard](
      repeating: .at(0, 0.1), count: scenes.targets.count - last.count)
    return EnglishStrokeSentence.capitalised(scenes.sentence(about: first + last))
  }

  @Test("a sentence names strings that are measured as one by their numbers")
  func jointSentence() throws {
    let twelve: [SettingSources.Name: String] = [.tuning: "twelve_string"]
    #expect(
      try sentence(twelve, last: [.at(40, 0.1), .at(0, 0.1)])
        == "Strings 4+3 (B3) are 40 cents sharp; the others are in tune.")
    #expect(
      try sentence(twelve, last: [.at(0, 0.1), .silent]).hasSuffix(
        "G4 and strings 4+3 (B3) are in tune; strings 2+1 (E4) were not heard."))
  }

  @Test("a sentence tells two strings of one note apart by their numbers")
  func sameNote() throws {
    let flags: [SettingSources.Name: String] = [.tuning: "twelve_string", .offsets: "3=-70"]
    #expect(
      try sentence(flags, last: [.at(0, 0.1), .at(15, 0.1), .at(0, 0.1)])
        == "String 3 (B3) is 15 cents sharp; the others are in tune.")
  }

  @Test("the texts on couplings and the headings of a page have the same names")
  func namesOfTables() throws {
    let scenes = try StrokeScenes([.tuning: "twelve_string"])
    let texts = EnglishCouplingTexts(target: scenes.settings.target, targets: scenes.targets)
    #expect(texts.names.all.suffix(3) == ["G4", "strings 4+3 (B3)", "strings 2+1 (E4)"])
    let lines = texts.table(StrokeMemory(stringCount: scenes.targets.count).couplings)
      .split(separator: "\n").dropFirst()
    // The columns are as wide in the heading as in the rows.
    #expect(Set(lines.map(\.count)).count == 1, "\(lines)")
    #expect(lines.first?.hasSuffix("  strings 4+3 (B3)  strings 2+1 (E4)") == true)
  }
}
