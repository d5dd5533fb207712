// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Terminal
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("Screens of the display")
struct MeterPageTests {
  /// A picture in the folder of the tests; `HEADSTOCK_BLESS=1` writes the pictures again.
  struct Snapshot: Sendable, CustomTestStringConvertible {
    var name: String
    var columns = 80
    var rows = 24
    var look = DisplayStyle()
    var testDescription: String { name }
  }

  static let snapshots = [
    Snapshot(name: "flat-40x8", columns: 40, rows: 8),
    Snapshot(name: "flat-60x14", columns: 60, rows: 14),
    Snapshot(name: "flat-80x24"),
    Snapshot(name: "flat-120x40", columns: 120, rows: 40),
    Snapshot(
      name: "flat-ascii-german", look: DisplayStyle(language: .german, hasUnicode: false)),
    Snapshot(name: "tuned-spanish", look: DisplayStyle(language: .spanish)),
    Snapshot(name: "help-80x24"),
    Snapshot(name: "help-40x8", columns: 40, rows: 8),
    Snapshot(name: "tunings"),
    Snapshot(name: "settings"),
    Snapshot(name: "far-away"),
    Snapshot(name: "lost-device"),
    Snapshot(name: "idle"),
    Snapshot(name: "twelve-strings"),
    Snapshot(name: "strum-40x8", columns: 40, rows: 8),
    Snapshot(name: "strum-40x10", columns: 40, rows: 10),
    Snapshot(name: "strum-80x24"),
    Snapshot(name: "strum-120x40", columns: 120, rows: 40),
    Snapshot(name: "strumnames-40x12", columns: 40, rows: 12),
    Snapshot(
      name: "strum-ascii-german", look: DisplayStyle(language: .german, hasUnicode: false)),
    Snapshot(name: "strum-30x3", columns: 30, rows: 3),
    Snapshot(name: "strumtwelve-40x10", columns: 40, rows: 10),
    Snapshot(name: "struminTune-spanish", look: DisplayStyle(language: .spanish)),
    Snapshot(name: "strumsilent-40x10", columns: 40, rows: 10),
    Snapshot(name: "strumbridge-80x24"),
    Snapshot(name: "strumbridge-40x16", columns: 40, rows: 16),
    Snapshot(name: "strumfar-80x24"),
    Snapshot(name: "strumfar-40x16", columns: 40, rows: 16),
    Snapshot(name: "strumfar-spanish", rows: 26, look: DisplayStyle(language: .spanish)),
    Snapshot(name: "strumtwelve-120x20", columns: 120, rows: 20),
    Snapshot(
      name: "strumbridge-ascii-german", look: DisplayStyle(language: .german, hasUnicode: false)),
  ]

  @Test("every name of a note has the chosen octaves, on each page and for a screen reader")
  func octaves() throws {
    let look = DisplayStyle(octaves: .helmholtz)
    var scenes = DisplayScenes()
    try scenes.sound(string: 1, cents: 0)
    let frame = scenes.frame()
    let texts = MeterTexts(frame: frame, look: look)
    #expect(texts.noteName == "e'")
    #expect(texts.figures.last == "string 1 (e')")
    let elements = frame.texts(look: look)
    #expect(elements[.noteName] == "e'" && elements[.string(6)] == "E")
    var spoken = ScreenReaderLine()
    #expect(spoken.next(for: frame, look: look) == "e', in tune")
    let size = TerminalSize(columns: 80, rows: 24)
    let meter = frame.grid(size: size, look: look).text
    for name in ["6 E ", "5 A ", "4 d ", "3 g ", "2 b ", "1 [e']"] {
      #expect(meter.contains(name), "\(meter)")
    }
    let list = scenes.frame { $0.display.page = .tunings(cursor: 0) }
    #expect(list.grid(size: size, look: look).text.contains("E A d g b e'"))
    var strum = DisplayScenes([.setTargetMode(.all)])
    strum.strum([30, 0, 0, 0, 0, 0])
    let strokes = strum.frame().grid(size: size, look: look).text
    #expect(strokes.contains("E is 30 cents sharp") && strokes.contains(" d "), "\(strokes)")
    #expect(MeterTexts(frame: frame, look: DisplayStyle(octaves: .middleC3)).noteName == "E3")
  }

  @Test("far from a locked string the distance is told; in a scale of wide steps the deviation")
  func far() throws {
    var scenes = DisplayScenes([.setTargetMode(.locked(3))])
    try scenes.sound(string: 6, cents: 0)
    let locked = MeterTexts(frame: scenes.frame(), look: DisplayStyle())
    #expect(locked.deviation == "G3: 15.0 semitones flat")
    #expect(scenes.tuner.isFarFromLocked)
    // The fifths of an octave are 240 cents apart, and A2 is one of them.
    var wide = DisplayScenes([.settings(.setTemperament("equal:5"))])
    let heard = Hertz(110).raised(by: Cents(110))
    _ = wide.tuner.reduce(.setTargetMode(.chromatic))
    let result = try wide.tuner.target.classifier().classify(
      PitchEstimate(frequency: heard, confidence: 0.98, sigma: Cents(0.1)), level: Decibels(-23),
      at: SamplePosition(48_000))
    _ = wide.tuner.reduce(.pitchResult(result, at: .seconds(1)))
    let texts = MeterTexts(frame: wide.frame(), look: DisplayStyle())
    #expect(texts.deviation == "110.0 cents sharp")
    #expect(!wide.tuner.isFarFromLocked)
  }

  @Test("the header names the temperament and the offsets in force, as far as there is room")
  func adjustments() throws {
    let plain = MeterTexts(frame: DisplayScenes().frame(), look: DisplayStyle())
    #expect(plain.header == "automatic · A4 440 Hz")
    let sweetened = try #require(InstrumentTuning.presets.first).sweetened(by: [6: Cents(-2)])
    let scenes = DisplayScenes([
      .settings(.loaded([:], tunings: [sweetened])), .settings(.setTemperament("just:B")),
      .setCapo(2),
    ])
    let frame = scenes.frame()
    let german = DisplayStyle(language: .german, hasUnicode: false)
    let header = MeterTexts(frame: frame, look: german).header
    #expect(header == "automatisch, Kapo 2, just:B, Abweichungen, A4 440 Hz")
    func first(_ columns: Int) -> Substring {
      let grid = frame.grid(size: TerminalSize(columns: columns, rows: 14), look: DisplayStyle())
      return grid.text.prefix { $0 != "\n" }
    }
    #expect(first(80).hasSuffix("automatic · capo 2 · just:B · offsets · A4 440 Hz"))
    #expect(first(58).hasSuffix("automatic · capo 2 · just:B · A4 440 Hz"))
    #expect(first(44).hasSuffix("automatic · capo 2 · A4 440 Hz"))
  }

  @Test("the header names a Scala file without its directory")
  func scalaFile() throws {
    let scale = try ScalaScale(scl: Array("!\nfifths\n2\n!\n3/2\n2/1\n".utf8))
    let temperament = Temperament(scale: scale, name: "/home/player/scales/fifths.scl")
    let frame = DisplayScenes([.settings(.useTemperament(temperament))]).frame()
    let header = MeterTexts(frame: frame, look: DisplayStyle()).header
    #expect(header == "automatic · fifths.scl · A4 440 Hz")
  }

  @Test("each screen equals its snapshot", arguments: snapshots)
  func matches(snapshot: Snapshot) throws {
    let size = TerminalSize(columns: snapshot.columns, rows: snapshot.rows)
    let text = try frame(snapshot.name).grid(size: size, look: snapshot.look).text + "\n"
    let place = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Snapshots/\(snapshot.name).txt")
    if ProcessInfo.processInfo.environment["HEADSTOCK_BLESS"] == "1" {
      try text.write(to: place, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: place, encoding: .utf8)
    #expect(text == kept, "\(text)")
  }

  private func frame(_ name: String) throws -> DisplayFrame {
    var scenes = DisplayScenes()
    switch name.prefix(while: { $0 != "-" }) {
    case "tuned": try scenes.sound(string: 5, cents: 2.3)
    case "far": try scenes.sound(string: 6, cents: -280)
    case "lost":
      try scenes.sound(string: 6, cents: -12.3)
      _ = scenes.tuner.reduce(.captureFailed(.deviceUnavailable))
    case "strum":
      _ = scenes.tuner.reduce(.setTargetMode(.all))
      scenes.strum([2, -3, -12.3, 1, 40, -2])
      scenes.strum([nil, -3, -12.3, 30, nil, 140], at: 8)
    case "strumnames":
      _ = scenes.tuner.reduce(.setTargetMode(.all))
      scenes.strum([-21, -32.4, -12.3, 0.04, 40, -0.04])
    case "struminTune":
      _ = scenes.tuner.reduce(.setTargetMode(.all))
      scenes.strum([2, -3, -2.3, 1, 4, -2])
    case "strumtwelve":
      _ = scenes.tuner.reduce(.selectTuning(id: "twelve_string"))
      _ = scenes.tuner.reduce(.setTargetMode(.all))
      scenes.strum([2, -3, -12.3, 1, 40, -2, -70, 11, 0, -9.96])
    case "strumbridge":
      _ = scenes.tuner.reduce(.setTargetMode(.all))
      scenes.turnTwoPegs()
    case "strumfar":
      _ = scenes.tuner.reduce(.setTargetMode(.all))
      scenes.turnTwoPegs(far: 50)
    case "strumsilent": _ = scenes.tuner.reduce(.setTargetMode(.all))
    case "idle": return DisplayFrame(tuner: TunerView())
    case "twelve":
      _ = scenes.tuner.reduce(.selectTuning(id: "twelve_string"))
      try scenes.sound(string: 12, cents: 30)
    default: try scenes.sound(string: 6, cents: -12.3)
    }
    return scenes.frame { frame in
      switch name.prefix(while: { $0 != "-" }) {
      case "help": frame.display.page = .help
      case "tunings": frame.display.page = .tunings(cursor: 5)
      case "settings": frame.display.page = .settings(.a4)
      default: break
      }
    }
  }

  @Test(
    "the deviation can be read without colour and without a needle", arguments: Language.allCases)
  func saysInWords(language: Language) throws {
    let size = TerminalSize(columns: 80, rows: 24)
    var texts: Set<String> = []
    for cents in [-40.0, -15, 3, 15, 40] {
      var scenes = DisplayScenes()
      try scenes.sound(string: 4, cents: cents)
      let words = MeterTexts(frame: scenes.frame(), look: DisplayStyle(language: language))
      let deviation = try #require(words.deviation)
      let picture = scenes.frame().grid(size: size, look: DisplayStyle(language: language))
      #expect(picture.text.contains(deviation))
      texts.insert(deviation)
    }
    #expect(texts.count == 5)
  }

  @Test("a screen reader gets a line for each stroke, the worst string first")
  func speaksStrokes() {
    var scenes = DisplayScenes([.setTargetMode(.all)])
    var spoken = ScreenReaderLine()
    func hear() -> String? { spoken.next(for: scenes.frame(), look: DisplayStyle()) }
    #expect(hear() == "Strum all strings")
    #expect(hear() == nil)
    scenes.strum([2, -3, -12.3, 1, 40, -2])
    #expect(hear() == "B3 is 40 cents sharp, D3 is 12 cents flat; the others are in tune")
    #expect(hear() == nil)
    // The same again is told again.
    scenes.strum([2, -3, -12.3, 1, 40, -2], at: 4)
    #expect(hear() == "B3 is 40 cents sharp, D3 is 12 cents flat; the others are in tune")
    scenes.strum([2, nil, -1, 1, 4, -2], at: 8)
    #expect(hear() == "E2, D3, G3, B3 and E4 are in tune; A2 was not heard")
    scenes.strum([2, 3, -1, 1, 4, -2], at: 12)
    #expect(hear() == "All strings are in tune")
  }

  @Test("a screen reader gets what a turn moved, and the next string, once two strings were turned")
  func speaksCouplings() {
    var scenes = DisplayScenes([.setTargetMode(.all)])
    scenes.turnTwoPegs()
    var spoken = ScreenReaderLine()
    let line = spoken.next(for: scenes.frame(), look: DisplayStyle()) ?? ""
    #expect(line.contains("; B3 by +24.0 cents moved E2 −1.9, A2 −2.4, D3 −2.9, G3 −2.2, E4 −2.4;"))
    // E2 is the farthest off, but D3 falls most when the others are turned up.
    #expect(line.contains("; next, tune D3 to "))
    #expect(line.hasSuffix(" cents sharp"))
    _ = scenes.tuner.reduce(.selectTuning(id: "drop_d"))
    scenes.strum([0, 0, 0, 0, 0, 0], at: 20)
    #expect(spoken.next(for: scenes.frame(), look: DisplayStyle()) == "Drop D")
    #expect(spoken.next(for: scenes.frame(), look: DisplayStyle()) == "All strings are in tune")
  }

  @Test(
    "a far step has its caution, in every language and on every screen",
    arguments: Language.allCases)
  func cautionsFarSteps(language: Language) {
    let look = DisplayStyle(language: language)
    let caution = look.text(.farStep(limit: "60"))
    for (far, isFar) in [(0.0, false), (50, true)] {
      var scenes = DisplayScenes([.setTargetMode(.all)])
      scenes.turnTwoPegs(far: far)
      var spoken = ScreenReaderLine()
      let line = spoken.next(for: scenes.frame(), look: look) ?? ""
      #expect(line.hasSuffix("; \(caution)") == isFar, "\(line)")
      for (columns, rows) in [(40, 16), (80, 24), (120, 40)] {
        let size = TerminalSize(columns: columns, rows: rows)
        let text = scenes.frame().grid(size: size, look: look).text
        let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains(caution) == isFar, "\(text)")
      }
    }
  }

  @Test("a string that is too uncertain to judge is not called unclear")
  func saysUncertain() {
    var scenes = DisplayScenes([.setTargetMode(.all)])
    scenes.strum([2, -3, -2, 1, 4, 2], sigmas: [0.1, 0.1, 0.1, 0.1, 0.1, 12])
    var spoken = ScreenReaderLine()
    let line = spoken.next(for: scenes.frame(), look: DisplayStyle())
    #expect(line == "E2, A2, D3, G3 and B3 are in tune; E4 is too uncertain to judge")
    let text = scenes.frame().grid(
      size: TerminalSize(columns: 80, rows: 24), look: DisplayStyle()
    ).text
    #expect(text.contains("E4 is too uncertain to judge") && text.contains("±"), "\(text)")
    #expect(!text.contains("unclear") && !text.contains("?  "), "\(text)")
  }

  @Test("the standing needle is in its middle row exactly where a string is in tune")
  func standingNeedle() {
    for rows in [1, 3, 5, 17] {
      for cents in stride(from: -150.0, through: 150, by: 0.5) {
        let needle = VerticalNeedle(
          cents: cents, tolerance: 10, isShown: true, style: .plain, look: DisplayStyle())
        let row = needle.row(of: rows)
        #expect((0..<rows).contains(row))
        #expect(rows == 1 || (row == rows / 2) == (abs(cents) <= 10))
        #expect(cents <= 10 || row <= rows / 2)
        #expect(cents >= -10 || row >= rows / 2)
      }
    }
  }

  @Test(
    "the message has the reason why the reference tone can't play; an error of capture has priority"
  )
  func saysWithoutTone() throws {
    var scenes = DisplayScenes()
    try scenes.sound(string: 6, cents: -12.3)
    let silent = scenes.frame { $0.toneFailure = .configurationRefused }
    let reason = AudioError.configurationRefused.description
    #expect(
      MeterTexts(frame: silent, look: DisplayStyle()).message == "No reference tone. \(reason)")
    _ = scenes.tuner.reduce(.captureFailed(.deviceUnavailable))
    let both = scenes.frame { $0.toneFailure = .configurationRefused }
    let message = try #require(MeterTexts(frame: both, look: DisplayStyle()).message)
    #expect(message == AudioError.deviceUnavailable.description)
  }

  @Test("a confirmation names the string that came in tune, also when it has ended")
  func confirms() throws {
    func message(_ scenes: DisplayScenes) -> String? {
      MeterTexts(frame: scenes.frame(), look: DisplayStyle()).message
    }
    var scenes = DisplayScenes()
    try scenes.sound(string: 6, cents: 2)
    #expect(message(scenes) == "E2 is in tune")
    var other = scenes
    try other.sound(string: 5, cents: -35, at: 1.5)
    #expect(message(other) == "E2 is in tune")
    _ = scenes.tuner.reduce(
      .pitchResult(PitchResult(timestamp: SamplePosition(72_000)), at: .seconds(1.5)))
    #expect(message(scenes) == "E2 is in tune")
  }

  @Test("only changed cells are sent: a small step of the needle is a few bytes")
  func sendsLittle() throws {
    var scenes = DisplayScenes()
    try scenes.sound(string: 6, cents: -12.3)
    let size = TerminalSize(columns: 120, rows: 40)
    let old = scenes.frame().grid(size: size, look: DisplayStyle())
    let new = scenes.frame { $0.marker += 0.02 }.grid(size: size, look: DisplayStyle())
    let sequence = ScreenUpdate.sequence(from: old, to: new)
    #expect(!sequence.isEmpty)
    #expect(sequence.utf8.count < 100)
  }

  @Test(
    "the stripes of the strobe move to the right while the phase grows, and stop while it does not")
  func driftsRight() {
    func stripes(_ phase: Double) -> String {
      var grid = CellGrid(columns: 48, rows: 1)
      StrobeBand(phase: phase, style: .plain, hasUnicode: true).draw(
        in: &grid, area: ScreenArea(row: 0, column: 0, rows: 1, columns: 48))
      return grid.text
    }
    // A stripe is twelve cells: a twelfth of a turn is one cell.
    let moved = " " + stripes(0.25)
    #expect(stripes(0.25 + 1.0 / 12).dropFirst(1).prefix(40) == moved.dropFirst(1).prefix(40))
    #expect(stripes(0.25) == stripes(3.25))
    #expect(stripes(0.25) != stripes(0.5))
  }

  @Test("the output for screen readers has each change once, in whole cents")
  func screenReader() throws {
    var scenes = DisplayScenes()
    var spoken = ScreenReaderLine()
    func hear() -> String? { spoken.next(for: scenes.frame(), look: DisplayStyle()) }
    #expect(hear() == "Pluck a string")
    try scenes.sound(string: 6, cents: -12.3)
    #expect(hear() == "E2, 12 cents flat")
    try scenes.sound(string: 6, cents: -12.4, at: 1.1)
    #expect(hear() == nil)
    try scenes.sound(string: 6, cents: -3, at: 1.2)
    #expect(hear() == "E2, in tune")
    try scenes.sound(string: 6, cents: 4, at: 1.3)
    #expect(hear() == nil)
    try scenes.sound(string: 6, cents: -280, at: 1.4)
    #expect(hear() == "E2: 2.8 semitones flat")
  }
}
