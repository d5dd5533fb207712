// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import PitchDetection
import TunerAnalysis
import TunerState
import Tuning

/// The options of the tuning targets, with the same meaning in every command.
struct TargetOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The target: a tuning's id (see: tuner tunings list) or its name in English, German or \
      Spanish, notes from the highest string number to string 1 such as "D2 A2 D3 G3 B3 E4" in \
      the names of --notation and --octaves, or chromatic. With auto, analyze and check find the \
      tuning from the notes. (default: the selected tuning, else standard; tone has no default)
      """, valueName: "id"))
  var tuning: String?

  @Option(
    help: ArgumentHelp(
      """
      The frequency of A4, \(ReferencePitch.supported.ends(\.value)), in steps of 0.01; the \
      refusal of a finer value names the nearest step. With auto, analyze and check find it from \
      the notes, from 428 to 452. (default: 440)
      """, valueName: "hz"))
  var a4: String?

  @Option(
    help: ArgumentHelp(
      """
      One of \(Temperament.names.joined(separator: ", ")); equal:19 or any other equal division; \
      or a Scala file NAME.scl. All names except equal accept another root than C, such as just:D, \
      in the names of --notation. (default: equal)
      """, valueName: "name"))
  var temperament: String?

  @Option(
    help: ArgumentHelp("A Scala keyboard mapping for the .scl file.", valueName: "file.kbm"))
  var keyboardMap: String?

  @Option(
    help: ArgumentHelp(
      "The fret of the capo, \(InstrumentTuning.capoFrets.ends { Double($0) }). (default: 0)",
      valueName: "n"))
  var capo: String?

  @Option(
    help: ArgumentHelp(
      "Compare every pitch with this string only; auto for the nearest string. (default: auto)",
      valueName: "1…12"))
  var string: String?

  @Option(
    help: ArgumentHelp(
      """
      The largest deviation that counts as in tune, \(TuningTolerance.supported.ends(\.value)). \
      (default: 10)
      """, valueName: "cents"))
  var tolerance: String?

  @Option(
    help: ArgumentHelp(
      """
      The names of notes in text, labels, pictures, pages and on the display: english, german or \
      solfege. (default: english)
      """, valueName: "language"))
  var notation: String?

  @Option(
    help: ArgumentHelp(
      """
      The numbering of octaves in text, labels, pictures, pages and on the display: scientific, \
      where middle C is C4, middle-c3, or helmholtz, where it is c'. (default: scientific)
      """, valueName: "way"))
  var octaves: String?

  @Option(
    help: ArgumentHelp(
      """
      Stretch the tuning so that octaves do not beat, by the inharmonicity of some or all strings, \
      such as 6=0.00012,1=0.00003. (default: none)
      """, valueName: "n=b,…"))
  var stretch: String?

  @Option(
    help: ArgumentHelp(
      """
      Cents to add to the targets of strings, such as 6=-2,3=+1.5, on top of the tuning's own; or \
      none. With strokes, the strings of a unison course need the same. (default: none)
      """, valueName: "n=cents,…"))
  var offsets: String?

  /// The given options by name.
  var flags: [SettingSources.Name: String?] {
    [
      .tuning: tuning, .a4: a4, .temperament: temperament, .keyboardMap: keyboardMap, .capo: capo,
      .string: string, .tolerance: tolerance, .notation: notation,
      .octaves: octaves, .stretch: stretch, .offsets: offsets,
    ]
  }

  /// Refuses options that a command would ignore.
  ///
  /// - Parameters:
  ///   - names: the options.
  ///   - reason: the end of a sentence that begins with the option.
  /// - Throws: `ValidationError` for the first of them that is given.
  func refuse(_ names: [SettingSources.Name], because reason: String) throws {
    for name in names where (flags[name] ?? nil) != nil {
      throw ValidationError("--\(name.rawValue) \(reason)")
    }
  }

  /// Resolves each setting from its option, else its TUNER_ variable, else the file, else its
  /// default.
  func resolve() -> SettingSources { SettingSources(flags: flags).reportingNotices() }
}

/// The options of the commands that analyse audio.
struct SettingsOptions: ParsableArguments {
  @OptionGroup var target: TargetOptions

  @Option(
    help: ArgumentHelp(
      """
      Updates per second, \(SettingSources.offlineRates.ends { Double($0) }), or \
      \(TunerSettings.updateRates.ends { $0 }) live. (default: 20)
      """, valueName: "hz"))
  var rate: String?

  @Option(help: ArgumentHelp("The lowest pitch to look for. (default: 29)", valueName: "hz"))
  var minHz: String?

  @Option(help: ArgumentHelp("The highest pitch to look for. (default: 1400)", valueName: "hz"))
  var maxHz: String?

  @Option(
    help: ArgumentHelp(
      """
      The detector: \(DetectorKind.allCases.map(\.rawValue).joined(separator: ", ")). (default: engine)
      """, valueName: "name"))
  var detector: String?

  @Option(
    help: ArgumentHelp(
      """
      The pitch to report: partial, the first partial, as on a strobe tuner; or period, the rate \
      at which the sound repeats. yin measures the period only. (default: partial)
      """, valueName: "meaning"))
  var pitch: String?

  @Option(
    help: ArgumentHelp(
      """
      The hysteresis between flat, in tune and sharp, \
      \(TuningStateHysteresis.supported.ends(\.value)). (default: 0)
      """, valueName: "cents"))
  var hysteresis: String?

  @Option(
    name: .customLong("clock-ppm"),
    help: ArgumentHelp(
      """
      The error of the sound card's clock in parts per million, positive for fast, as tuner \
      calibrate measures it. The readings are corrected by it. (default: 0)
      """, valueName: "ppm"))
  var clockPPM: String?

  @Flag(help: "Print every setting with its value and the source of the value, then exit.")
  var printConfig = false

  /// Resolves each setting from its option, else its TUNER_ variable, else the file, else its
  /// default.
  ///
  /// - Parameter leftHanded: the option of the live display; `nil` if it is not given.
  /// - Returns: the settings.
  func resolve(leftHanded: Bool? = nil) -> SettingSources {
    let own: [SettingSources.Name: String?] = [
      .rate: rate, .minHz: minHz, .maxHz: maxHz, .detector: detector, .pitch: pitch,
      .hysteresis: hysteresis,
      .clockPPM: clockPPM, .leftHanded: leftHanded.map(String.init),
    ]
    return SettingSources(flags: target.flags.merging(own) { first, _ in first })
      .reportingNotices()
  }
}
