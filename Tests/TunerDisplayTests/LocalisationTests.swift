// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("The texts of the display")
struct LocalisationTests {
  private static func spoken(_ names: String...) -> [SpokenString] {
    names.map { SpokenString(name: $0) }
  }

  static let phrases: [Phrase] =
    [
      .starting, .stopped, .pluck, .hearing, .noTarget, .held, .toneSounding,
      .flat, .sharp,
      .cents("12.3"), .cents("1"), .semitones("2.8"), .isFlat("2 cents"),
      .isSharp("2 cents"), .inTune("+2.3"), .way(name: "E2", distance: "3 cents flat"),
      .confirmed(name: "E2"), .confirmedShort, .allDone,
      .strumAll, .everyString, .allInTune, .othersInTune, .tunedShort,
      .isOff(string: SpokenString(name: "D3"), distance: "12 cents flat"),
      .theseInTune(strings: spoken("E2", "A2")),
      .theseInTune(strings: spoken("E2")), .unclear(strings: spoken("E2")),
      .unclear(strings: spoken("E2", "A2")),
      .uncertain(strings: spoken("E2")), .uncertain(strings: spoken("E2", "A2")),
      .farStep(limit: "60"),
      .farStepShort,
      .counted(inTune: 1, notJudged: 0, notHeard: 5),
      .counted(inTune: 3, notJudged: 2, notHeard: 1),
      .notHeard(strings: spoken("E2")), .notHeard(strings: spoken("E2", "A2", "D3")), .age("5"),
      .stringMoved(name: "A2", by: "+12.0", others: "E2 −1.8"),
      .tuneNext(name: "G3", reading: "3.2 cents flat"), .couplings, .frequency("82.41"),
      .uncertainty("0.02"), .reference("440"), .harmonic(name: "E2"),
      .string(position: 6, name: "E2"), .strings(numbers: "4+3", name: "B3"), .automatic,
      .chromatic, .locked(position: 6),
      .capo(fret: 2), .history, .spectrum, .keys, .helpTitle, .anyKey, .spaceKey, .chooseTuning,
      .listKeys, .settingsTitle, .settingKeys, .notSpoken,
    ] + HelpPage.Entry.allCases.map { .key($0) } + SettingRow.allCases.map { .settingName($0) }
    + NoteNotation.allCases.map { .notation($0) } + ThemeMode.allCases.map { .theme($0) }
    + FeedbackStyle.allCases.map { .feedback($0) } + errors.map { .error($0) }
    + audioErrors.map { .noTone($0) }

  static let audioErrors: [AudioError] = [
    .accessDenied, .deviceUnavailable, .configurationRefused, .unknown(description: "-77"),
  ]

  static let errors: [TunerError] =
    audioErrors.map { .audio($0) } + [
      .tuningNotFound(id: "x"), .stringNotFound(position: 9, count: 6), .capoOutOfReach(fret: 13),
      .noPitch(string: InstrumentTuning.standard.strings[0], temperament: .equal),
      .strumOutOfRange(string: InstrumentTuning.standard.strings[0]),
      .strumTargetsDiffer(positions: [4, 3]),
      .storage(.noHome), .storage(.readOnly(place: "/a")), .storage(.full(place: "/a")),
      .storage(.unreadable(place: "/a", reason: "-78")),
      .storage(.laterVersion(place: "/a", version: 9)), .storage(.unknown(description: "-79")),
    ]
    + SettingKey.allCases.map { key in
      .settingRefused(SettingDiagnostic(key: key, value: .other, instead: .number(7)))
    }

  @Test("built-in tunings have names in each language, and a tuning's own names come first")
  func tuningNames() throws {
    let tuning = try #require(InstrumentTuning.preset("half_step_down"))
    let names = Language.allCases.map { DisplayStyle(language: $0).name(of: tuning) }
    #expect(names == ["Half step down", "Medio tono abajo", "Halbton tiefer"])
    for language in Language.allCases {
      let names = InstrumentTuning.presets.map { DisplayStyle(language: language).name(of: $0) }
      #expect(Set(names).count == InstrumentTuning.presets.count)
      #expect(names.allSatisfy { !DisplayStyle.ascii($0).contains("?") })
    }
    let languages = Set(Language.allCases.map(\.rawValue))
    #expect(
      InstrumentTuning.presets.allSatisfy { languages.isSuperset(of: $0.localizedNames.keys) })
    let own = try InstrumentTuning(
      id: "mine", name: "Mine", localizedNames: ["de": "Meine"],
      strings: InstrumentTuning.standard.strings)
    #expect(DisplayStyle(language: .german).name(of: own) == "Meine")
    #expect(DisplayStyle(language: .spanish).name(of: own) == "Mine")
  }

  @Test("every phrase exists in every language, with the same placeholders", arguments: phrases)
  func isThere(phrase: Phrase) {
    for language in Language.allCases {
      let text = phrase.text(in: language)
      #expect(!text.isEmpty)
      #expect(!text.contains("\n"))
      for payload in Mirror(reflecting: phrase).children.compactMap({ $0.value as? String }) {
        #expect(text.contains(payload), "\(language): \(text)")
      }
    }
  }

  /// A refusal, and the ends of the range that it names.
  struct Limit {
    let error: TunerError
    let low, high: Double

    init<Bound>(
      _ error: TunerError, _ range: ClosedRange<Bound>, _ number: (Bound) -> Double
    ) {
      self.error = error
      (low, high) = (number(range.lowerBound), number(range.upperBound))
    }

    init<Bound>(_ key: SettingKey, _ range: ClosedRange<Bound>, _ number: (Bound) -> Double) {
      let diagnostic = SettingDiagnostic(key: key, value: .other, instead: .flag(true))
      self.init(.settingRefused(diagnostic), range, number)
    }
  }

  static let limits = [
    Limit(.noiseGateThreshold, TunerSettings.noiseGates) { $0 },
    Limit(.frequencyUpdateRate, TunerSettings.updateRates) { $0 },
    Limit(.a4, ReferencePitch.supported, \.value),
    Limit(.tolerance, TuningTolerance.supported, \.value),
    Limit(.hysteresis, TuningStateHysteresis.supported, \.value),
    Limit(.confirmationHold, TunerSettings.confirmationHolds) { $0 / .seconds(1) },
    Limit(.capoOutOfReach(fret: 13), InstrumentTuning.capoFrets) { Double($0) },
  ]

  @Test("a refusal names the ends of the range in every language", arguments: limits)
  func namesLimits(limit: Limit) {
    for language in Language.allCases {
      let (to, point) =
        switch language {
        case .english: ("to", ".")
        case .spanish: ("a", ",")
        case .german: ("bis", ",")
        }
      let ends = [limit.low, limit.high].map {
        "\($0)".replacing(/\.0$/, with: "").replacing(".", with: point)
      }
      let text = Phrase.error(limit.error).text(in: language)
      #expect(text.contains(" \(ends[0]) \(to) \(ends[1])"), "\(text)")
    }
  }

  @Test("a string that is too uncertain to judge has other words than one that is unclear")
  func uncertain() {
    for language in Language.allCases {
      let uncertain = Phrase.uncertain(strings: Self.spoken("E2")).text(in: language)
      let unclear = Phrase.unclear(strings: Self.spoken("E2")).text(in: language)
      #expect(!uncertain.contains(unclear.dropFirst(3)), "\(uncertain)")
    }
  }

  @Test(
    "the errors consist of complete sentences in every language, and no two languages share one",
    arguments: errors)
  func errorSentences(error: TunerError) {
    // The system's message and the figures of an error are the same in every language.
    let sentences = Language.allCases.map { language in
      error.text(in: language).split(separator: ". ").map(String.init)
    }
    for (index, own) in sentences.enumerated() {
      #expect(index == 0 || own.count >= 2, "\(own)")
      for other in sentences.dropFirst(index + 1) {
        #expect(Set(own).isDisjoint(with: other), "\(own) \(other)")
      }
    }
    #expect(Set(Self.words(of: error, .spanish)).isDisjoint(with: Self.englishWords))
    #expect(Set(Self.words(of: error, .german)).isDisjoint(with: Self.englishWords))
  }

  private static func words(of error: TunerError, _ language: Language) -> [String] {
    error.text(in: language).lowercased().split { !$0.isLetter }.map(String.init)
  }

  // Common English words that neither Spanish nor German has.
  private static let englishWords: Set = [
    "the", "there", "is", "can't", "choose", "from", "give", "another", "device", "or",
    "object", "counts", "of", "its",
  ]

  @Test("an ASCII terminal can show every phrase", arguments: phrases)
  func hasASCII(phrase: Phrase) {
    for language in Language.allCases {
      let text = DisplayStyle.ascii(phrase.text(in: language))
      #expect(text.allSatisfy { $0.isASCII })
      let questions = phrase.text(in: language).filter { $0 == "?" }.count
      #expect(text.filter { $0 == "?" }.count == questions, "no replacement: \(text)")
    }
  }

  @Test("the environment chooses the language, and an unknown one is English")
  func followsEnvironment() {
    #expect(Language.preferred(in: [:]) == .english)
    #expect(Language.preferred(in: ["LANG": "de_AT.UTF-8"]) == .german)
    #expect(Language.preferred(in: ["LC_ALL": "es_MX.UTF-8", "LANG": "de_DE"]) == .spanish)
    #expect(
      Language.preferred(in: ["LC_ALL": "", "LC_MESSAGES": "de", "LANG": "en_US"]) == .german)
    #expect(Language.preferred(in: ["LANG": "fi_FI.UTF-8"]) == .english)
  }

  @Test("numbers have the decimal separator of the language")
  func separatesDecimals() {
    #expect(Language.english.number(1.25, places: 1) == "1.2")
    #expect(Language.german.number(12.34, places: 2) == "12,34")
    #expect(Language.spanish.number(0.5, places: 2) == "0,50")
  }

  // A word in a literal outside the catalogue could not be translated.
  @Test("no string literal outside the catalogue contains a word")
  func leavesNoLiteral() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/TunerDisplay").standardized
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      // The names of elements are for programs, and the same in every language.
      .filter {
        $0.hasSuffix(".swift") && $0 != "DisplayElement.swift" && !$0.hasPrefix("Localisation/")
      }
    #expect(files.count > 10)
    var literals = 0
    for file in files {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      // Diagnostics on standard error stay English, as those of every command.
      for line in text.split(separator: "\n")
      where !line.contains("///") && !line.contains("StandardError.write") {
        for literal in Self.literals(in: line) {
          literals += 1
          let isWord = !literal.matches(of: /[A-Za-z]{3,}/).isEmpty
          #expect(!isWord || Self.allowed.contains(literal), "\(file): \(line)")
        }
      }
    }
    #expect(literals > 50)
  }

  /// The text of a line's literals without what is inserted into them, and that of the literals
  /// inside the insertions.
  static func literals(in line: some StringProtocol) -> [String] {
    var found: [String] = []
    var open: [String] = []  // literals that an insertion has interrupted
    var depths: [Int] = []  // open parentheses of each insertion
    var current: String?
    var characters = Array(line)[...]
    while let character = characters.popFirst() {
      if let text = current {
        switch (character, characters.first) {
        case ("\"", _):
          found.append(text)
          current = nil
        case ("\\", "("):
          characters.removeFirst()
          open.append(text)
          depths.append(1)
          current = nil
        case ("\\", _): characters = characters.dropFirst()
        default: current = text + String(character)
        }
      } else if character == "\"" {
        current = ""
      } else if let depth = depths.last, character == "(" || character == ")" {
        depths[depths.count - 1] = depth + (character == "(" ? 1 : -1)
        if depths.last == 0 {
          depths.removeLast()
          current = open.removeLast()
        }
      }
    }
    return found
  }

  @Test("the scan finds the words of nested literals, and not their interpolations")
  func scans() {
    #expect(Self.literals(in: #"a("\(b ? "one" : f(")")) two")"#) == ["one", ")", " two"])
  }

  // Arrow keys, for terminals without arrows, and the name of ALSA's first choice.
  private static let allowed: Set<String> = ["Down", "Left", "Right", "up down", "default"]
}
