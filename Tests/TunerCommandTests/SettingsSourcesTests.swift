// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("The sources of settings")
struct SettingsSourcesTests {
  private let tuner = Program("tuner")

  private func home(_ settings: String) throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: ["tuner/settings.json": Data(settings.utf8)])
  }

  private static let file = """
    {"selectedTuningID": "dadgad", "a4": 441.5, "temperament": "just:D", "tolerance": 3,
     "notation": "german", "frequencyUpdateRate": 30}
    """

  @Test(
    "a flag has priority over a variable, a variable over the file, and the file over the default")
  func order() throws {
    let home = try home(Self.file)
    var environment: [String: String?] = ["XDG_CONFIG_HOME": home.path]
    let path = home.path + "/tuner/settings.json"
    let kept = try tuner.run(["analyze", "--print-config"], environment: environment)
    #expect(kept.status == 0)
    #expect(kept.errors == "")
    for line in [
      "tuning       dadgad       \(path)", "a4           441.5        \(path)",
      "temperament  just:D       \(path)", "tolerance    3            \(path)",
      "notation     german       \(path)", "rate         30           \(path)",
      "capo         0            default", "detector     engine       default",
    ] { #expect(kept.output.contains(line + "\n"), "\(kept.output)") }
    environment["TUNER_A4"] = "432"
    environment["TUNER_RATE"] = "50"
    let mixed = try tuner.run(
      ["analyze", "--print-config", "--rate", "60"], environment: environment)
    for line in [
      "a4           432          TUNER_A4", "rate         60           flag",
      "tolerance    3            \(path)",
    ] { #expect(mixed.output.contains(line + "\n"), "\(mixed.output)") }
  }

  @Test("the settings of the file apply to the comparison of strings")
  func counts() throws {
    let home = try home(#"{"a4": 432, "notation": "german", "selectedTuningID": "drop_d"}"#)
    let shown = try tuner.run(["tunings", "show"], environment: ["XDG_CONFIG_HOME": home.path])
    #expect(shown.output.hasPrefix("Drop D (drop_d): A4 = 432 Hz, equal\n"))
    #expect(shown.output.contains("  2  H3 "))
    // D2 is 31 semitones below A4: 432·2^(−31/12).
    #expect(shown.output.contains("72.081 Hz"))
  }

  @Test("offsets in the file apply to every tuning, without the strings that it lacks")
  func offsets() throws {
    let home = try home(#"{"stringOffsets": "6=-2,1=+1.5", "leftHanded": true}"#)
    let environment = ["XDG_CONFIG_HOME": home.path]
    // E2 is 29 semitones below A4, so 2 cents flat of 82.407 Hz: 440·2^(−29.02/12).
    let guitar = try tuner.run(["tunings", "show", "standard"], environment: environment)
    #expect(guitar.output.contains("82.312 Hz"), "\(guitar.output)\(guitar.errors)")
    let ukulele = try tuner.run(["tunings", "show", "ukulele"], environment: environment)
    // A4 of string 1, 1.5 cents sharp: 440·2^(0.015/12).
    #expect(ukulele.status == 0 && ukulele.output.contains("440.381 Hz"), "\(ukulele.output)")
    #expect(guitar.errors.isEmpty)
    let path = home.path + "/tuner/settings.json"
    #expect(
      ukulele.errors
        == "tuner: \(path): stringOffsets of string 6 do not count: ukulele has no such string.\n")
    let fine = try TemporaryDirectory(holding: [
      "tuner/settings.json": Data(#"{"a4": 442.123}"#.utf8)
    ])
    let rounded = try tuner.run(
      ["live", "--print-config"], environment: ["XDG_CONFIG_HOME": fine.path])
    #expect(rounded.errors.contains("so 442.12 counts instead of 442.123."), "\(rounded.errors)")
    let chromatic = try tuner.run(
      ["live", "--print-config", "-t", "chromatic"], environment: environment)
    #expect(
      chromatic.errors
        == "tuner: \(path): stringOffsets of strings 1, 6 do not count: chromatic has no such strings.\n"
    )
    let none = try tuner.run(
      ["tunings", "show", "standard", "--offsets", "none"], environment: environment)
    #expect(none.output.contains("82.407 Hz"))
    // A flag names strings of this tuning, so one that it lacks is an error.
    let flag = try tuner.run(
      ["tunings", "show", "ukulele", "--offsets", "6=-2"], environment: environment)
    #expect(flag.status == 2)
    let shown = try tuner.run(["live", "--print-config"], environment: environment)
    #expect(
      shown.output.contains("offsets           6=-2,1=+1.5  \(home.path)/tuner/settings.json\n"))
  }

  @Test("notes are read in English too if only the settings file chooses another language")
  func notesOfHelp() throws {
    let home = try home(#"{"notation": "solfege"}"#)
    let environment = ["XDG_CONFIG_HOME": home.path]
    let written = try tuner.run(["tunings", "show", "D2 A2 D3 G3"], environment: environment)
    #expect(written.status == 0 && written.output.contains("Re2"), "\(written.errors)")
    let own = try tuner.run(["tunings", "show", "Re2 La2 Re3 Sol3"], environment: environment)
    #expect(own.output == written.output)
    let asked = try tuner.run(
      ["tunings", "show", "D2 A2 D3 G3", "--notation", "solfege"], environment: environment)
    #expect(asked.status == 2)
    #expect(asked.errors.contains("\"D2\" is not a note. Write a syllable"), "\(asked.errors)")
  }

  @Test("the root of a temperament in the file is English, and printed in the chosen language")
  func rootOfFile() throws {
    let home = try home(#"{"notation": "german", "temperament": "just:B"}"#)
    let environment = ["XDG_CONFIG_HOME": home.path]
    let english = try tuner.run(["tunings", "show", "standard", "--temperament", "just:B"])
    let shown = try tuner.run(["tunings", "show", "standard"], environment: environment)
    #expect(shown.output.contains("just:H\n"))
    for line in english.output.split(separator: "\n").dropFirst() {
      let hertz = line.split(separator: " ")[2]
      #expect(shown.output.contains(" \(hertz) Hz"), "\(shown.output)")
    }
    let config = try tuner.run(["analyze", "--print-config"], environment: environment)
    #expect(config.output.contains("temperament  just:H "))
  }

  @Test("settings without a value are printed as what they mean")
  func meanings() throws {
    let home = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": home.path]
    for (flags, lines) in [
      ([], ["keyboard-map none         default", "stretch      none         default"]),
      ([], ["offsets      none         default", "pitch        partial      default"]),
      (["--detector", "yin"], ["pitch        period       default"]),
    ] as [([String], [String])] {
      let shown = try tuner.run(["analyze", "--print-config"] + flags, environment: environment)
      for line in lines { #expect(shown.output.contains(line + "\n"), "\(shown.output)") }
    }
  }

  @Test("a batch takes the offsets of the strings that its tuning has")
  func batchOffsets() throws {
    let home = try home(#"{"stringOffsets": "6=-2,1=+1.5"}"#)
    let path = try home.write(WAVE.floats([Float](repeating: 0, count: 24_000)), to: "silence.wav")
    let batch = try tuner.run(
      ["analyze", path, "--batch", home.path + "/results", "-t", "ukulele", "-q"],
      environment: ["XDG_CONFIG_HOME": home.path])
    #expect(batch.status == 0)
    #expect(
      batch.errors
        == "tuner: \(home.path)/tuner/settings.json: stringOffsets of string 6 do not count: ukulele has no such string.\n"
    )
  }

  @Test("offsets that are none, and hands that are neither, are told with their remedy")
  func offsetsRefused() throws {
    let home = try home(#"{"stringOffsets": "6=", "leftHanded": "left"}"#)
    let shown = try tuner.run(["tunings", "show"], environment: ["XDG_CONFIG_HOME": home.path])
    let path = home.path + "/tuner/settings.json"
    #expect(
      shown.errors.split(separator: "\n") == [
        "tuner: \(path): stringOffsets can't be \"6=\"; \"\" counts. Give strings with their cents, such as 6=-2,3=+1.5.",
        "tuner: \(path): leftHanded can't be \"left\"; false counts. Choose true or false.",
      ])
  }

  @Test(
    "live refuses an invalid variable of the display, also in a pipe",
    arguments: [
      "TUNER_NOISE_GATE", "TUNER_CONFIRMATION_HOLD", "TUNER_FEEDBACK", "TUNER_HAPTIC",
      "TUNER_THEME", "TUNER_LEFT_HANDED",
    ])
  func displayInPipe(variable: String) throws {
    for words in [["--screen-reader"], [], ["--print-config"]] {
      let live = try tuner.run(
        ["live", "--input", "/no/such.wav"] + words, environment: [variable: "maybe"])
      #expect(live.status == 2 && live.errors.contains("\(variable) \"maybe\""), "\(live.errors)")
    }
    // Commands without a display do not read it.
    let analyze = try tuner.run(["analyze", "--print-config"], environment: [variable: "maybe"])
    #expect(analyze.status == 0, "\(analyze.errors)")
  }

  @Test("live prints the settings of its display with their sources, analyze does not")
  func displaySettings() throws {
    let home = try home(#"{"feedback": "chime"}"#)
    let environment = ["XDG_CONFIG_HOME": home.path, "TUNER_NOISE_GATE": "0.25"]
    let live = try tuner.run(
      ["live", "--print-config", "--left-handed"], environment: environment)
    for line in [
      "noise-gate        0.25         TUNER_NOISE_GATE",
      "confirmation-hold 0            default",
      "feedback          chime        \(home.path)/tuner/settings.json",
      "haptic            true         default",
      "theme             system       default",
      "left-handed       true         flag",
    ] { #expect(live.output.contains(line + "\n"), "\(live.output)\(live.errors)") }
    let analyze = try tuner.run(["analyze", "--print-config"], environment: environment)
    #expect(!analyze.output.contains("noise-gate"))
  }

  @Test("an invalid value in the file is a warning with its remedy, and the default applies")
  func warns() throws {
    let home = try home(
      #"{"a4": 1000, "tolerance": "x", "selectedTuningID": "gone", "notation": "german"}"#)
    let shown = try tuner.run(["tunings", "show"], environment: ["XDG_CONFIG_HOME": home.path])
    #expect(shown.status == 0)
    #expect(shown.output.hasPrefix("Standard (standard): A4 = 440 Hz, equal\n"))
    #expect(shown.output.contains("  2  H3 "))
    let path = home.path + "/tuner/settings.json"
    #expect(
      shown.errors.split(separator: "\n") == [
        "tuner: \(path): selectedTuningID can't be \"gone\"; \"standard\" counts. Choose a tuning from: tuner tunings list",
        "tuner: \(path): a4 can't be 1000; 440 counts. Give 390 to 490 Hz.",
        "tuner: \(path): tolerance can't be \"x\"; 10 counts. Give 0.5 to 20 cents.",
      ])
  }

  @Test("the known keys of a later version are read, with a notice, and no change is stored")
  func future() throws {
    let home = try home(#"{"schema": "tuner.settings/9", "a4": 442, "warp": 9}"#)
    let environment = ["XDG_CONFIG_HOME": home.path]
    let shown = try tuner.run(["tunings", "show"], environment: environment)
    #expect(shown.output.contains("A4 = 442 Hz"))
    #expect(shown.errors.contains("written by a later version (9)"))
    let path = home.path + "/tuner/settings.json"
    let before = try String(contentsOfFile: path, encoding: .utf8)
    let refused = try tuner.run(["tunings", "select", "dadgad"], environment: environment)
    #expect(
      refused.status == 2 && refused.errors.contains("later version (9)"), "\(refused.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
  }

  @Test("the changes of two programs that save at once are both stored, and the file is complete")
  func atOnce() throws {
    let home = try home(#"{"theirs": [1, 2, 3]}"#)
    let ids = ["dadgad", "drop_d", "open_g", "open_d", "ukulele", "violin"]
    for _ in 0..<4 {
      let running = try ids.map {
        try tuner.start(
          ["tunings", "select", $0], environment: ["XDG_CONFIG_HOME": home.path])
      }
      for program in running { #expect(try program.finish().status == 0) }
      let data = try Data(contentsOf: URL(fileURLWithPath: home.path + "/tuner/settings.json"))
      let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(ids.contains(object["selectedTuningID"] as? String ?? ""))
      #expect(object["theirs"] as? [Int] == [1, 2, 3])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: home.path + "/tuner").sorted()
    #expect(names == [".settings.json.lock", "settings.json"])
  }

  // A file size limit of 0 replaces a full disk: writing fails in the same way, also for root.
  // env(1) ignores the signal of the limit.
  @Test("on a full disk the old settings stay, and the change is refused")
  func fullDisk() throws {
    let home = try home(#"{"selectedTuningID": "dadgad"}"#)
    let outcome = try Program(path: "/usr/bin/prlimit").run(
      [
        "--fsize=0", "/usr/bin/env", "--ignore-signal=XFSZ", tuner.path, "tunings", "select",
        "open_g",
      ], environment: ["XDG_CONFIG_HOME": home.path])
    #expect(outcome.status == 2)
    #expect(
      try String(contentsOfFile: home.path + "/tuner/settings.json", encoding: .utf8)
        == #"{"selectedTuningID": "dadgad"}"#)
  }

  @Test("in a read-only directory the old settings stay, and the error names the reason")
  func readOnly() throws {
    let home = try home(#"{"selectedTuningID": "dadgad"}"#)
    let directory = home.path + "/tuner"
    for (path, mode) in [(home.path, 0o755), (directory, 0o555)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
    }
    // Root first becomes the user nobody.
    let select = [tuner.path, "tunings", "select", "open_g"]
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"]
    let outcome =
      geteuid() == 0
      ? try Program(path: "/usr/bin/setpriv").run(
        nobody + select, environment: ["XDG_CONFIG_HOME": home.path])
      : try tuner.run(Array(select.dropFirst()), environment: ["XDG_CONFIG_HOME": home.path])
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("may not be written to"), "\(outcome.errors)")
    #expect(
      try String(contentsOfFile: directory + "/settings.json", encoding: .utf8)
        == #"{"selectedTuningID": "dadgad"}"#)
  }
}
