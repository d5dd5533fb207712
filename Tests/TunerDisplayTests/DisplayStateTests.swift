// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TestSignals
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("Keys of the display")
struct DisplayStateTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var key: Key
    var effects: [DisplayEffect]
    var testDescription: String { "\(key)" }
  }

  // The documented keys, and the request of each.
  static let rows = [
    Row(key: .character("1"), effects: [.act(.setTargetMode(.locked(1)))]),
    Row(key: .character("9"), effects: [.act(.setTargetMode(.locked(9)))]),
    Row(key: .character("0"), effects: []),
    Row(key: .character("a"), effects: [.act(.setTargetMode(.nearest))]),
    Row(key: .character("e"), effects: [.act(.setTargetMode(.all))]),
    Row(key: .character("c"), effects: [.act(.setTargetMode(.chromatic))]),
    Row(key: .up, effects: [.act(.settings(.setA4(Hertz(441))))]),
    Row(key: .down, effects: [.act(.settings(.setA4(Hertz(439))))]),
    Row(key: .character("r"), effects: [.toggleTone]),
    Row(key: .character("q"), effects: [.quit]),
    Row(key: .control("c"), effects: [.quit]),
    Row(key: .control("l"), effects: [.redraw]),
    Row(key: .pasted("q1r"), effects: []),
    Row(key: .character("ü"), effects: []),
    Row(key: .character("٣"), effects: []),
    Row(key: .unknown, effects: []),
  ]

  @Test("each key requests its action", arguments: rows)
  func asks(row: Row) {
    var display = DisplayState()
    #expect(display.press(row.key, tuner: DisplayScenes().tuner) == row.effects)
    #expect(display == DisplayState())
  }

  @Test("left and right lock the neighbour of the locked string, as far as there is one")
  func neighbours() throws {
    func locked(_ key: Key, after actions: [TunerAction]) -> [DisplayEffect] {
      var display = DisplayState()
      return display.press(key, tuner: DisplayScenes(actions).tuner)
    }
    func lock(_ position: Int) -> [DisplayEffect] { [.act(.setTargetMode(.locked(position)))] }
    let twelve = TunerAction.selectTuning(id: "twelve_string")
    #expect(locked(.right, after: []) == lock(6))
    #expect(locked(.left, after: [.setTargetMode(.locked(5))]) == lock(6))
    #expect(locked(.right, after: [.setTargetMode(.locked(5))]) == lock(4))
    #expect(locked(.left, after: [.setTargetMode(.locked(6))]) == lock(6))
    #expect(locked(.left, after: [twelve, .setTargetMode(.locked(9))]) == lock(10))
    #expect(locked(.right, after: [.setTargetMode(.chromatic)]) == [])
    #expect(locked(.right, after: [.setTargetMode(.all)]) == [])
    let settings: StoredSettings = [.leftHanded: .flag(true)]
    let hands = TunerAction.settings(.loaded(settings, tunings: InstrumentTuning.presets))
    #expect(locked(.left, after: [hands, .setTargetMode(.locked(5))]) == lock(4))
    var scenes = DisplayScenes()
    try scenes.sound(string: 3, cents: 4)
    var display = DisplayState()
    #expect(display.press(.right, tuner: scenes.tuner) == lock(3))
  }

  @Test("any key goes back from the help, also the one that quits elsewhere")
  func helpGoesBack() {
    for mode in [TargetMode.nearest, .all] {
      let tuner = DisplayScenes([.setTargetMode(mode)]).tuner
      for key in [Key.character("q"), .character("x"), .escape, .up] {
        var display = DisplayState()
        _ = display.press(.character("?"), tuner: tuner)
        #expect(display.page == .help)
        #expect(display.press(key, tuner: tuner) == [])
        #expect(display == DisplayState())
      }
      var display = DisplayState(page: .help)
      #expect(display.press(.control("c"), tuner: tuner) == [.quit])
    }
  }

  @Test("strobe and history can be hidden and shown")
  func toggles() {
    let tuner = DisplayScenes().tuner
    var display = DisplayState()
    _ = display.press(.character("s"), tuner: tuner)
    _ = display.press(.character("g"), tuner: tuner)
    #expect(!display.showsStrobe && !display.showsHistory)
    _ = display.press(.character("s"), tuner: tuner)
    _ = display.press(.character("g"), tuner: tuner)
    #expect(display == DisplayState())
  }

  @Test("space freezes the display until space or a choice, which a frozen picture would hide")
  func freezes() throws {
    var scenes = DisplayScenes()
    try scenes.sound(string: 6, cents: 3)
    var display = DisplayState()
    _ = display.press(.character(" "), tuner: scenes.tuner)
    try scenes.sound(string: 1, cents: -40, at: 2)
    let frame = DisplayFrame(tuner: scenes.tuner, display: display)
    #expect(MeterTexts(frame: frame, look: DisplayStyle()).noteName == "E2")
    for key in [Key.character("?"), .escape, .character("s"), .character("r"), .character("t")] {
      _ = display.press(key, tuner: scenes.tuner)
      #expect(display.held != nil)
    }
    #expect(display.press(.escape, tuner: scenes.tuner) == [])
    _ = display.press(.character(" "), tuner: scenes.tuner)
    #expect(display.held == nil)
    for (keys, action) in [
      ([Key.up], TunerAction.settings(.setA4(Hertz(441)))),
      ([.character("e")], .setTargetMode(.all)),
      ([.character("t"), .down, .enter], .selectTuning(id: "drop_d")),
    ] {
      _ = display.press(.character(" "), tuner: scenes.tuner)
      #expect(display.held != nil)
      let effects = keys.map { display.press($0, tuner: scenes.tuner) }
      #expect(effects.last == [.act(action)])
      #expect(display.held == nil)
    }
  }

  @Test("a tuning is chosen from a list whose cursor begins at the selected one")
  func choosesTuning() {
    let tuner = DisplayScenes().tuner
    var display = DisplayState()
    #expect(display.press(.character("t"), tuner: tuner) == [])
    #expect(display.page == .tunings(cursor: 0))
    _ = display.press(.up, tuner: tuner)
    _ = display.press(.down, tuner: tuner)
    #expect(display.page == .tunings(cursor: 1))
    #expect(display.press(.enter, tuner: tuner) == [.act(.selectTuning(id: "drop_d"))])
    #expect(display.page == .meter)
  }

  @Test("the choice of a tuning ends the chromatic mode, in which it would show nothing")
  func leavesChromatic() {
    let tuner = DisplayScenes([.setTargetMode(.chromatic)]).tuner
    let strings = DisplayEffect.act(.setTargetMode(.nearest))
    var display = DisplayState(page: .tunings(cursor: 1))
    #expect(
      display.press(.enter, tuner: tuner) == [.act(.selectTuning(id: "drop_d")), strings])
    // The selected tuning can be chosen again.
    display.page = .tunings(cursor: 0)
    #expect(
      display.press(.enter, tuner: tuner) == [.act(.selectTuning(id: "standard")), strings])
    display.page = .settings(.tuning)
    #expect(
      display.press(.right, tuner: tuner) == [.act(.selectTuning(id: "drop_d")), strings])
    display.page = .settings(.a4)
    #expect(display.press(.right, tuner: tuner) == [.act(.settings(.setA4(Hertz(441))))])
  }

  @Test("the cursor stays in the list, and a list without tunings chooses nothing")
  func staysInList() {
    let tuner = DisplayScenes().tuner
    let count = tuner.settings.availableTunings.count
    var display = DisplayState(page: .tunings(cursor: count - 1))
    _ = display.press(.down, tuner: tuner)
    #expect(display.page == .tunings(cursor: count - 1))
    var bare = DisplayState()
    _ = bare.press(.character("t"), tuner: TunerView())
    _ = bare.press(.down, tuner: TunerView())
    #expect(bare.press(.enter, tuner: TunerView()) == [])
  }

  /// A setting whose last value is followed by its first.
  struct Ring: CustomTestStringConvertible, Sendable {
    var row: SettingRow
    var count: Int
    var value: @Sendable (TunerView) -> String
    var testDescription: String { "\(row)" }
  }

  static let rings = [
    Ring(row: .tuning, count: InstrumentTuning.presets.count) { $0.state.selectedTuning.id },
    Ring(row: .notation, count: NoteNotation.allCases.count) {
      $0.settings.values.notation.rawValue
    },
    Ring(row: .theme, count: ThemeMode.allCases.count) { $0.settings.values.themeMode.rawValue },
    Ring(row: .feedback, count: FeedbackStyle.allCases.count) {
      $0.settings.values.feedback.rawValue
    },
  ]

  @Test("these tests know every setting")
  func coversSettings() {
    #expect(Set(Self.rings.map(\.row)).union([.tolerance, .a4]) == Set(SettingRow.allCases))
  }

  @Test("a choice steps through all its values in both directions", arguments: rings)
  func stepsThroughValues(ring: Ring) throws {
    var tuner = DisplayScenes().tuner
    func walk(by steps: Int) throws -> [String] {
      try (0..<ring.count).map { _ in
        try Self.step(ring.row, by: steps, &tuner)
        return ring.value(tuner)
      }
    }
    let first = ring.value(tuner)
    let forwards = try walk(by: 1)
    #expect(Set(forwards).count == ring.count)
    #expect(forwards.last == first)
    #expect(try walk(by: -1) == forwards.dropLast().reversed() + [first])
  }

  @Test("the tolerance stops at 0.5 and at 20 cents, and A4 at the end of its range")
  func stopsAtEnds() throws {
    var tuner = DisplayScenes().tuner
    func cents(by steps: Int) throws -> [Double] {
      var cents: [Double] = []
      while SettingRow.tolerance.change(by: steps, tuner) != nil, cents.count < 20 {
        try Self.step(.tolerance, by: steps, &tuner)
        cents.append(tuner.settings.values.tolerance.inTune.value)
      }
      return cents
    }
    #expect(try cents(by: -1).last == 0.5)
    #expect(try cents(by: 1) == [1, 2, 3, 5, 10, 15, 20])
    #expect(try cents(by: -1) == [15, 10, 5, 3, 2, 1, 0.5])
    for _ in 440..<490 { try Self.step(.a4, by: 1, &tuner) }
    #expect(tuner.settings.values.a4.a4 == Hertz(490))
    #expect(tuner.state.error == nil)
    #expect(SettingRow.a4.change(by: 1, tuner) == nil)
    _ = tuner.reduce(.settings(.setA4(Hertz(390.5))))
    guard case .act(let action)? = SettingRow.a4.change(by: -1, tuner) else {
      Issue.record("no whole hertz")
      return
    }
    _ = tuner.reduce(action)
    #expect(tuner.settings.values.a4.a4 == Hertz(390))
    #expect(SettingRow.a4.change(by: -1, tuner) == nil)
  }

  /// Changes a setting of `tuner` by one step, which must exist.
  private static func step(_ row: SettingRow, by steps: Int, _ tuner: inout TunerView) throws {
    let change = row.change(by: steps, tuner)
    let effect = try #require(change, "\(row) has no next value.")
    guard case .act(let action) = effect else {
      Issue.record("\(effect) changes no setting.")
      return
    }
    _ = tuner.reduce(action)
  }

  @Test("escape dismisses an error first, then a confirmation")
  func acknowledges() throws {
    var scenes = DisplayScenes()
    try scenes.sound(string: 6, cents: 0)
    var display = DisplayState()
    #expect(display.press(.escape, tuner: scenes.tuner) == [.act(.acknowledgeInTune)])
    _ = scenes.tuner.reduce(.captureFailed(.deviceUnavailable))
    #expect(display.press(.escape, tuner: scenes.tuner) == [.act(.acknowledgeError)])
  }

  @Test("any keys in any order on any page leave a page that can be drawn")
  func survivesAnything() throws {
    let keys: [Key] =
      "1aqcgho?rst 0j k".map { .character($0) }
      + [.up, .down, .left, .right, .enter, .escape, .tab, .backspace, .unknown, .pasted("x")]
    var scenes = DisplayScenes()
    var generator = SplitMix64(seed: 20_261)
    var display = DisplayState()
    for step in 0..<4000 {
      let key = try #require(keys.randomElement(using: &generator))
      for effect in display.press(key, tuner: scenes.tuner) {
        if case .act(let action) = effect { _ = scenes.tuner.reduce(action) }
      }
      if step % 7 == 0 {
        let count = scenes.tuner.target.tuning.strings.count
        try scenes.sound(
          string: .random(in: 1...count, using: &generator),
          cents: .random(in: -300...300, using: &generator), at: Double(step))
      }
      let size = TerminalSize(
        columns: .random(in: 0...130, using: &generator),
        rows: .random(in: 0...45, using: &generator))
      let look = DisplayStyle(
        language: Language.allCases.randomElement(using: &generator) ?? .english,
        hasUnicode: step % 3 > 0, hasColor: step % 2 > 0)
      let frame = scenes.frame { $0.display = display }
      let grid = frame.grid(size: size, look: look)
      #expect(grid.columns == size.columns && grid.rows == size.rows)
      #expect(look.hasUnicode || grid.text.allSatisfy { $0.isASCII }, "\(grid.text)")
      if !look.hasColor { #expect(grid == grid.withoutColor) }
    }
  }
}
