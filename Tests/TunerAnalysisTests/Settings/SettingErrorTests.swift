// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import ProgramRunning
import Testing
import TunerState
import Tuning

@testable import TunerAnalysis

@Suite("The error of an invalid setting")
struct SettingErrorTests {
  /// Settings without a file, with these flags and variables.
  private func sources(
    _ flags: [SettingSources.Name: String], environment: [String: String] = [:]
  ) -> SettingSources {
    SettingSources(flags: flags.mapValues { $0 }, environment: environment)
  }

  @Test(
    "an invalid setting of the screen is refused by its variable",
    arguments: [
      (SettingSources.Name.haptic, "TUNER_HAPTIC", "yes", "Choose true or false."),
      (.leftHanded, "TUNER_LEFT_HANDED", "1", "Choose true or false."),
      (.theme, "TUNER_THEME", "pink", "Choose light, dark or system."),
      (.noiseGate, "TUNER_NOISE_GATE", "loud", "Give a number from 0 to 1."),
      (.confirmationHold, "TUNER_CONFIRMATION_HOLD", "2s", "Give 0 to 2 seconds."),
    ])
  func screen(name: SettingSources.Name, variable: String, text: String, remedy: String) throws {
    let error = #expect(throws: SettingError.self) {
      try sources([:], environment: [variable: text]).overrides()
    }
    #expect(error.map { "\($0)" } == "\(variable) \"\(text)\": \(remedy)")
    #expect(error?.setting == name)
    let valid = try sources([:], environment: ["TUNER_HAPTIC": "true"]).overrides()
    #expect(valid == [.enableHapticFeedback: .flag(true)])
    // The keys for the neighbouring strings follow the same setting as the drawing.
    #expect(try sources([.leftHanded: "true"]).overrides() == [.leftHanded: .flag(true)])
  }

  @Test("the screen gets the root of a temperament in English, a worker as it was written")
  func roots() throws {
    let sources = sources([.temperament: "just:H", .notation: "german"])
    #expect(try sources.overrides()[.temperament] == .text("just:B"))
    #expect(sources.flags.contains("--temperament=just:H"))
    #expect(try sources.target().classifier.system.temperament.name == "just:B")
  }

  @Test("the screen gets no scale of a Scala file, and refuses no value then")
  func scalaFile() throws {
    let place = try TemporaryDirectory()
    let degrees = (1...12).map { "\(100 * $0).0" }.joined(separator: "\n")
    let path = try place.write(Data("twelve\n12\n\(degrees)\n".utf8), to: "x.scl")
    let stored = try sources([.temperament: path, .a4: "442"]).overrides()
    #expect(stored == [.a4: .number(442)])
    #expect(TunerSettings.reading(stored).diagnostics.isEmpty)
    #expect(throws: SettingError.self) { try sources([.temperament: "x"]).overrides() }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: SettingSources.Name
    let text: String
    let message: String

    var testDescription: String { "--\(name.rawValue) \(text)" }
  }

  static let rows: [Row] = [
    Row(
      name: .detector, text: "ear",
      message: "--detector \"ear\": there is no such detector. Choose from: yin, spectral, engine"),
    Row(name: .pitch, text: "tone", message: "--pitch \"tone\": choose partial or period."),
    Row(
      name: .rate, text: "1e3",
      message: "--rate \"1e3\": give a decimal from 1 to 1000 with up to six places."),
    Row(name: .a4, text: "0x1B8", message: "--a4 \"0x1B8\": this is not a number."),
    Row(name: .tolerance, text: "nan", message: "--tolerance \"nan\": this is not a number."),
    Row(
      name: .notation, text: "french",
      message: "--notation \"french\": choose english, german or solfege."),
    Row(
      name: .octaves, text: "c",
      message: "--octaves \"c\": choose from: scientific, middle-c3, helmholtz"),
    Row(
      name: .capo, text: "13", message: "--capo \"13\": give a fret from 0, which is none, to 12."),
    Row(
      name: .string, text: "0",
      message: "--string \"0\": give auto, or a string's number from 1 to 12."),
    Row(
      name: .stretch, text: "6:1",
      message:
        "--stretch \"6:1\": \"6:1\" is no string with its inharmonicity. Write each string once, "
        + "as in 6=0.00012,1=0.00003; tuner analyze measures them."),
    Row(
      name: .stretch, text: "6=0x1p-13",
      message:
        "--stretch \"6=0x1p-13\": \"6=0x1p-13\" is no string with its inharmonicity. Write each "
        + "string once, as in 6=0.00012,1=0.00003; tuner analyze measures them."),
    Row(
      name: .stretch, text: "6=0.1",
      message:
        "--stretch \"6=0.1\": String 6: the stretch would put its target -504.49 cents from its "
        + "note, outside -100.0 to 100.0. Measure the inharmonicity again: it is a small number, "
        + "such as 0.0001."),
    Row(
      name: .tuning, text: "nowhere",
      message:
        "--tuning \"nowhere\": there is no such tuning. Choose one from: tuner tunings list, "
        + "write its notes, or chromatic for any."),
    Row(
      name: .tuning, text: "Drop Z",
      message:
        "--tuning \"Drop Z\": there is no such tuning. Choose one from: tuner tunings list, "
        + "write its notes, or chromatic for any."),
    Row(
      name: .tuning, text: "my tunings/mine.json",
      message:
        "--tuning \"my tunings/mine.json\": a file is no tuning by itself. Add it with tuner tunings "
        + "add FILE, then give its id."),
    Row(
      name: .temperament, text: "bach",
      message:
        "--temperament: \"bach\" is not a temperament. Choose from "
        + "\(Temperament.names.joined(separator: ", ")), or equal:19 or another division. Or give "
        + "a Scala file NAME.scl."),
    Row(
      name: .keyboardMap, text: "white.kbm",
      message: "--keyboard-map: a keyboard mapping belongs to a scale. Add --temperament NAME.scl."),
    Row(
      name: .clockPPM, text: "30000",
      message:
        "--clock-ppm: give parts per million from -20000 to 20000. They are measured by: tuner "
        + "calibrate"),
  ]

  @Test("names the flag, the text and the remedy", arguments: rows)
  func namesFlag(row: Row) {
    #expect(
      throws: SettingError(setting: row.name, description: row.message)
    ) { _ = try sources([row.name: row.text]).validated() }
  }

  @Test(
    "a tuning may be given by its displayed name, in any case",
    arguments: [
      ("Drop D", "drop_d"), ("drop-d", "drop_d"), ("STANDARD", "standard"),
      ("Halbton tiefer", "half_step_down"), ("ZWÖLFSAITIG", "twelve_string"),
      ("zwo\u{308}lfsaitig", "twelve_string"), ("bajo drop d", "bass_drop_d"),
    ])
  func namesTuning(text: String, id: String) throws {
    #expect(try sources([.tuning: text]).validated().target.classifier.selection.tuning?.id == id)
  }

  @Test("every name of a built-in tuning, in every language, is that of one tuning")
  func namesEveryTuning() throws {
    for tuning in InstrumentTuning.presets {
      for name in [tuning.name] + tuning.localizedNames.values {
        let selected = try sources([.tuning: name]).validated().target.classifier.selection
        #expect(selected.tuning?.id == tuning.id, "\(name)")
      }
    }
  }

  @Test("names the variable if that is its source, and has no control characters")
  func namesVariable() {
    #expect(
      throws: SettingError(
        setting: .pitch, description: "TUNER_PITCH \"\\x1b[2J\": choose partial or period.")
    ) { _ = try sources([:], environment: ["TUNER_PITCH": "\u{1B}[2J"]).validated() }
  }

  @Test("a pitch that the detector does not measure names the detectors that do")
  func namesDetectors() {
    #expect(
      throws: SettingError(
        setting: .pitch,
        description:
          "--pitch partial: the yin detector does not hear it. Use --detector spectral or "
          + "engine.")
    ) { _ = try sources([.detector: "yin", .pitch: "partial"]).validated() }
  }

  @Test("is thrown if the lowest pitch is not below the highest")
  func refusesRange() {
    #expect(throws: SettingError.self) {
      _ = try sources([.minHz: "200", .maxHz: "100"]).validated()
    }
  }

  @Test("a live session has its own range of update rates")
  func refusesRate() throws {
    #expect(throws: SettingError.self) { _ = try sources([.rate: "5"]).validated(rates: 10...60) }
    #expect(try sources([.rate: "5"]).validated().rate == UpdateRate(updates: 5))
  }

  @Test("a flag has priority over a variable, and a variable over the default")
  func ranksSources() throws {
    let environment = ["TUNER_A4": "442", "TUNER_CAPO": "3"]
    let settings = try sources([.a4: "415"], environment: environment).validated()
    #expect(settings.classifier.reference.a4.value == 415)
    #expect(settings.target.capo == 3)
    #expect(settings.detector == .engine)
    #expect(settings.pitch == .partial)
  }
}
