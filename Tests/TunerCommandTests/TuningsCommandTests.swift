// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner tunings")
struct TuningsCommandTests {
  private let tuner = Program("tuner")
  private var mine: String { Self.mine }

  private static let mine = """
    {
      "schema": "tuner.tuning/1",
      "id": "mine",
      "name": "My own",
      "names": {"de": "Meine"},
      "strings": [
        {"position": 4, "note": "Bb", "octave": 1},
        {"position": 3, "note": "F", "octave": 2, "offset_cents": -2.3},
        {"position": 2, "note": "C", "octave": 3},
        {"position": 1, "note": "G", "octave": 3}
      ]
    }

    """

  @Test("lists every preset, with the standard one selected, as text and as JSON")
  func list() throws {
    let text = try tuner.run(["tunings", "list"])
    #expect(text.status == 0)
    #expect(text.output.split(separator: "\n").count == 30)
    #expect(text.output.contains("* standard         Standard             E2 A2 D3 G3 B3 E4\n"))
    #expect(text.output.contains("  twelve_string    Twelve strings       E2/E3 A2/A3 D3/D4"))
    let json = try tuner.run(["tunings", "list", "-f", "json"])
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "tuner.tunings/1")
    #expect(object["selected"] as? String == "standard")
    let tunings = try #require(object["tunings"] as? [[String: Any]])
    #expect(tunings.count == 30)
    #expect(tunings[0]["notes"] as? String == "E2 A2 D3 G3 B3 E4")
    let lower = try #require(tunings.first { $0["id"] as? String == "half_step_down" })
    let names = lower["names"] as? [String: String]
    #expect(names == ["de": "Halbton tiefer", "es": "Medio tono abajo"])
    #expect(tunings[1]["names"] as? [String: String] == [:])
  }

  @Test("a tuning is found by its German name, and its document has no translated names")
  func translatedName() throws {
    for name in ["nope", "auto"] {
      let unknown = try tuner.run(["tunings", "show", name])
      #expect(unknown.status == 2)
      #expect(unknown.errors.hasPrefix("tuner: \"\(name)\": there is no such tuning."))
    }
    let shown = try tuner.run(["tunings", "show", "halbton tiefer"])
    #expect(shown.output.hasPrefix("Half step down (half_step_down)"), "\(shown.errors)")
    let document = try tuner.run(["tunings", "show", "halbton tiefer", "-f", "json"])
    #expect(document.output == (try tuner.run(["tunings", "export", "half_step_down"])).output)
    #expect(!document.output.contains("names"))
  }

  @Test("an own tuning with the translated name of a built-in one makes the name ambiguous")
  func ambiguousName() throws {
    let files = try TemporaryDirectory(holding: [
      "own.json": Data(mine.replacing("Meine", with: "Halbton tiefer").utf8)
    ])
    let environment = ["XDG_CONFIG_HOME": files.path]
    let added = try tuner.run(
      ["tunings", "add", files.path + "/own.json"], environment: environment)
    #expect(added.status == 0, "\(added.errors)")
    let refused = try tuner.run(
      ["tunings", "show", "Halbton tiefer"], environment: environment)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("Give an id: half_step_down, mine."), "\(refused.errors)")
  }

  @Test("stretches a tuning by the strings' inharmonicity, and names the strings without one")
  func stretch() throws {
    // Young 1952: with B = 0.0001 an octave is 600·log2(1.0004 / 1.0001) = 0.2596 cents wider; E2
    // lies 29 semitones below A4 and A2 two octaves.
    let shown = try tuner.run(["tunings", "show", "standard", "--stretch", "6=0.0001"])
    #expect(shown.status == 0)
    #expect(shown.output.contains("  6  E2       82.377 Hz"))  // 82.407·2^(−0.6274/1200)
    #expect(shown.output.contains("  5  A2      109.967 Hz"))  // 110·2^(−0.5192/1200)
    let wrong = [
      ("7=0.0001", "string 7"), ("6=0.2", "String 6"), ("6", "6=0.00012"), ("6=x", "\"6=x\""),
      ("6=0.0001,6=0.0002", "once"), ("6=0.0001,", "\"\""), ("6=nan", "6=0.00012"),
    ]
    for (value, reason) in wrong {
      let refused = try tuner.run(["tunings", "show", "standard", "--stretch", value])
      #expect(refused.status == 2 && refused.output.isEmpty)
      #expect(refused.errors.contains("--stretch") && refused.errors.contains(reason))
    }
  }

  @Test(
    "writes octaves in the selected notation",
    arguments: [
      ("scientific", "E2", "E4"), ("middle-c3", "E1", "E3"), ("helmholtz", "E", "e'"),
    ])
  func octaves(way: String, low: String, high: String) throws {
    let shown = try tuner.run(["tunings", "show", "standard", "--octaves", way])
    let names = shown.output.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: " ").dropFirst().first.map(String.init)
    }
    #expect(names.first == low && names.last == high)
    // Formats for machines use scientific notation.
    let json = try tuner.run(["tunings", "show", "standard", "--octaves", way, "-f", "json"])
    #expect(json.output == (try tuner.run(["tunings", "show", "standard", "-f", "json"]).output))
    let refused = try tuner.run(["tunings", "show", "standard", "--octaves", "french"])
    #expect(refused.status == 2 && refused.errors.contains("scientific, middle-c3, helmholtz"))
  }

  @Test("the root of a temperament is a note in the language of the player, else in English")
  func roots() throws {
    func show(_ root: String, _ notation: String) throws -> [Substring] {
      let flags = ["--temperament", "just:\(root)", "--notation", notation]
      return try tuner.run(["tunings", "show", "standard"] + flags).output.split(separator: "\n")
    }
    func hertz(_ lines: [Substring]) -> [Substring] {
      lines.dropFirst().map { $0.split(separator: " ")[2] }
    }
    let (b, flat) = (try show("B", "english"), try show("Bb", "english"))
    #expect(hertz(b) != hertz(flat))
    // H is the English B, B its flat.
    for (root, notation, english) in [
      ("H", "german", b), ("B", "german", flat), ("Si", "solfege", b), ("Sib", "solfege", flat),
      ("Bb", "german", flat), ("B", "solfege", b),
    ] { #expect(hertz(try show(root, notation)) == hertz(english), "\(root) in \(notation)") }
    #expect(try show("H", "german")[0] == "Standard (standard): A4 = 440 Hz, just:H")
    #expect(try show("B", "solfege")[0].hasSuffix("just:Si"))
  }

  @Test("a capo is no part of a tuning's document")
  func capoInDocument() throws {
    let plain = try tuner.run(["tunings", "show", "standard", "-f", "json"])
    let variable = try tuner.run(
      ["tunings", "show", "standard", "-f", "json"], environment: ["TUNER_CAPO": "2"])
    #expect(variable.output == plain.output)
  }

  @Test("a scale that reaches no string is not called a keyboard mapping")
  func emptyScale() throws {
    let files = try TemporaryDirectory(holding: ["zero.scl": Data("! zero.scl\n!\nx\n0\n".utf8)])
    let outcome = try tuner.run([
      "tunings", "show", "standard", "--temperament", files.path + "/zero.scl",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("no pitch within half an octave of E2"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("mapping"))
  }

  @Test("shows strings and frequencies for any reference, temperament, capo and language")
  func show() throws {
    let plain = try tuner.run(["tunings", "show", "standard"])
    #expect(plain.output.hasPrefix("Standard (standard): A4 = 440 Hz, equal\n"))
    // ISO 16: E2 is 82.407 Hz, A2 110 Hz.
    #expect(plain.output.contains("  6  E2       82.407 Hz\n  5  A2      110.000 Hz\n"))
    let moved = try tuner.run([
      "tunings", "show", "standard", "--a4", "432", "--capo", "3", "--notation", "german",
    ])
    #expect(moved.output.contains("A4 = 432 Hz, equal, capo at fret 3\n"))
    // B2 of English is H of German; behind fret 3 the B string sounds D4, the G string B flat.
    #expect(moved.output.contains("  3  Ais3 "))
    #expect(moved.output.contains("  5  C3      128.434 Hz"))  // 432·2^(−21/12)
    let just = try tuner.run(["tunings", "show", "standard", "--temperament", "just:E"])
    #expect(just.output.contains("  6  E2       82.500 Hz"))  // 440·3/16
    let literal = try tuner.run(["tunings", "show", "E2/E3 A2/A3 D3/D4 G3/G4"])
    #expect(literal.output.contains("course 4"))
    let doubled = try tuner.run(["tunings", "show", "dadgad", "-t", "standard"])
    #expect(doubled.status == 2)
  }

  @Test("add stores the output of export, select selects the tuning, and -t finds it")
  func ownTuning() throws {
    let home = try TemporaryDirectory(holding: ["mine.json": Data(mine.utf8)])
    let environment = ["XDG_CONFIG_HOME": home.path]
    let run = { try tuner.run($0, environment: environment) }
    let added = try run(["tunings", "add", home.path + "/mine.json"])
    #expect(added.status == 0)
    #expect(added.output == "")
    for directory in ["/tuner", "/tuner/tunings"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: home.path + directory)
      #expect(attributes[.posixPermissions] as? Int == 0o700, "for this user alone")
    }
    #expect(try run(["tunings", "export", "mine"]).output == mine)
    #expect(try run(["tunings", "show", "mine", "-f", "json"]).output == mine)
    #expect(try run(["tunings", "show", "mine"]).output.contains("F2      "))
    #expect(try run(["tunings", "show", "mine"]).output.contains("-2.3 cents\n"))
    let again = try run(["tunings", "add", home.path + "/mine.json"])
    #expect(again.status == 2)
    #expect(again.errors.contains("--replace"))
    #expect(try run(["tunings", "add", "--replace", home.path + "/mine.json"]).status == 0)
    #expect(try run(["tunings", "select", "mine"]).status == 0)
    #expect(try run(["tunings", "list"]).output.contains("* mine             My own"))
    let config = try run(["analyze", "--print-config"])
    #expect(config.output.contains("tuning       mine         \(home.path)/tuner/settings.json\n"))
    let flagged = try run(["analyze", "--print-config", "-t", "dadgad"])
    #expect(flagged.output.contains("tuning       dadgad       flag\n"))
    // A chosen tuning whose file no longer exists is ignored.
    try FileManager.default.removeItem(atPath: home.path + "/tuner/tunings/mine.json")
    #expect(try run(["tunings", "list"]).output.contains("* standard"))
  }

  @Test("add reads standard input, so that an export can be piped to it")
  func pipe() throws {
    let home = try TemporaryDirectory()
    let outcome = try tuner.run(
      ["tunings", "add", "-"], input: Data(mine.utf8),
      environment: ["XDG_CONFIG_HOME": home.path])
    #expect(outcome.status == 0)
    let kept = try String(
      contentsOfFile: home.path + "/tuner/tunings/mine.json", encoding: .utf8)
    #expect(kept == mine)
  }

  @Test("select and export take names, and export takes notes")
  func names() throws {
    let home = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": home.path]
    for (name, id) in [("DADGAD", "dadgad"), ("Halbton tiefer", "half_step_down")] {
      let selected = try tuner.run(["tunings", "select", name], environment: environment)
      #expect(selected.status == 0 && selected.errors.contains("\(id) is selected"))
      let exported = try tuner.run(["tunings", "export", name], environment: environment)
      let byID = try tuner.run(["tunings", "export", id], environment: environment)
      #expect(exported.output == byID.output && !exported.output.isEmpty)
    }
    let notes = "C2 G2 D3 G3 A3 D4"
    let shown = try tuner.run(["tunings", "show", notes, "-f", "json"], environment: environment)
    let exported = try tuner.run(["tunings", "export", notes], environment: environment)
    #expect(exported.status == 0 && exported.output == shown.output)
    let refused = try tuner.run(["tunings", "select", notes], environment: environment)
    #expect(refused.status == 2 && refused.errors.contains("tunings add"), "\(refused.errors)")
  }

  @Test("select keeps all other settings, and renames a damaged settings file")
  func settings() throws {
    let home = try TemporaryDirectory(holding: [
      "tuner/settings.json": Data(#"{"a4": 442.5, "selectedTuningID": "drop_d", "x": [1]}"#.utf8)
    ])
    let environment = ["XDG_CONFIG_HOME": home.path]
    #expect(
      try tuner.run(["tunings", "list"], environment: environment).output.contains("* drop_d"))
    #expect(try tuner.run(["tunings", "select", "dadgad"], environment: environment).status == 0)
    let file = URL(fileURLWithPath: home.path + "/tuner/settings.json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    #expect(object["a4"] as? Double == 442.5)
    #expect(object["x"] as? [Int] == [1])
    #expect(object["selectedTuningID"] as? String == "dadgad")
    let unknown = try tuner.run(["tunings", "select", "nonsense"], environment: environment)
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("tuner tunings list"))
    for broken in ["", "[]", "{\"a4\":"] {
      try home.write(Data(broken.utf8), to: "tuner/settings.json")
      let listed = try tuner.run(["tunings", "list"], environment: environment)
      #expect(listed.output.contains("* standard"))
      #expect(listed.errors.contains("settings.json: not a JSON object, so the defaults count."))
      #expect(try String(contentsOf: file, encoding: .utf8) == broken)
      let outcome = try tuner.run(["tunings", "select", "open_g"], environment: environment)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("What it held is in \(file.path).broken"))
      #expect(
        try tuner.run(["tunings", "list"], environment: environment).output.contains("* open_g"))
    }
    let kept = try FileManager.default.contentsOfDirectory(atPath: home.path + "/tuner").sorted()
    #expect(
      kept == [
        ".settings.json.lock", "settings.json", "settings.json.broken", "settings.json.broken-2",
        "settings.json.broken-3",
      ])
  }

  struct Bad: CustomTestStringConvertible {
    let content: Data
    let complaint: String
    var testDescription: String { complaint }
  }

  private static func changed(_ old: String, _ new: String) -> Data {
    Data(mine.replacingOccurrences(of: old, with: new).utf8)
  }

  static let bad = [
    Bad(content: Data("[]".utf8), complaint: "line 1: the document is not an object"),
    Bad(content: Data(), complaint: "line 1: this is not JSON"),
    Bad(content: changed("\"Bb\"", "\"H\""), complaint: "line 7: String 4: \"H\" is not a note"),
    Bad(
      content: changed("\"octave\": 3}\n", "\"octave\": 12}\n"), complaint: "line 10: String 1: G12"
    ),
    Bad(content: changed("-2.3", "1e400"), complaint: "line 8: this is not JSON"),
    Bad(content: changed("mine", "dadgad"), complaint: "\"dadgad\" is built in"),
    Bad(content: changed("mine", "chromatic"), complaint: "\"chromatic\" is built in"),
    Bad(content: changed("mine", "auto"), complaint: "\"auto\" is built in"),
    Bad(
      content: changed("mine", "../mine"), complaint: "line 3: \"../mine\" can't be a tuning's id"),
    Bad(
      content: Data([0xFF, 0xFE])
        + (mine.data(using: .utf16LittleEndian) ?? Data()),
      complaint: "this is not UTF-8. Save the file as UTF-8."),
    Bad(
      content: Data(mine.utf8) + Data(repeating: 0x20, count: 1 << 20),
      complaint: "it is over a megabyte"),
  ]

  @Test(
    "an invalid file is refused by name, line and remedy, and nothing is stored", arguments: bad)
  func refuses(row: Bad) throws {
    let home = try TemporaryDirectory(holding: ["bad.json": row.content])
    let outcome = try tuner.run(
      ["tunings", "add", home.path + "/bad.json"], environment: ["XDG_CONFIG_HOME": home.path])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("tuner: "))
    #expect(outcome.errors.contains(row.complaint), "\(outcome.errors)")
    let isAboutContent = row.complaint.contains("line") || row.complaint.contains("UTF")
    #expect(outcome.errors.contains("bad.json") == isAboutContent || !isAboutContent)
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/tuner/tunings"))
  }

  @Test("a damaged file in the library is reported, and the others are still listed")
  func brokenOwn() throws {
    let home = try TemporaryDirectory(holding: [
      "tuner/tunings/bad.json": Data("{".utf8), "tuner/tunings/mine.json": Data(mine.utf8),
      "tuner/tunings/other.json": Data(mine.utf8),
    ])
    let environment = ["XDG_CONFIG_HOME": home.path]
    let list = try tuner.run(["tunings", "list"], environment: environment)
    #expect(list.status == 0)
    #expect(list.output.contains("  mine"))
    #expect(list.errors.split(separator: "\n").count == 2)
    #expect(list.errors.contains("bad.json: line 1"))
    #expect(list.errors.contains("other.json: holds the tuning mine"))
    let used = try tuner.run(["tunings", "show", "bad"], environment: environment)
    #expect(used.status == 2)
    #expect(used.errors.contains("bad.json: line 1"))
  }

  @Test("a directory that can't be written is reported, and nothing is stored")
  func readOnly() throws {
    let home = try TemporaryDirectory(holding: [
      "mine.json": Data(mine.utf8), "tuner": Data("a file, no directory".utf8),
    ])
    let outcome = try tuner.run(
      ["tunings", "add", home.path + "/mine.json"], environment: ["XDG_CONFIG_HOME": home.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("XDG_CONFIG_HOME"))
    let withoutHome = try tuner.run(
      ["tunings", "select", "dadgad"], environment: ["XDG_CONFIG_HOME": "", "HOME": nil])
    #expect(withoutHome.status == 2)
    #expect(withoutHome.errors.contains("Set HOME"))
  }

  @Test(
    "a Scala scale and mapping change the strings, and an invalid one is refused by file and line")
  func scala() throws {
    // Pure fifths from D to E: E2 of the tuning is 440·(3/2)/8 = 82.5 Hz.
    let scale =
      "fifths\n12\n256/243\n9/8\n32/27\n81/64\n4/3\n729/512\n3/2\n128/81\n27/16\n16/9\n243/128\n2\n"
    let mapping = "12\n0\n127\n60\n69\n432\n12\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"
    let files = try TemporaryDirectory(holding: [
      "a.scl": Data(scale.utf8), "a.kbm": Data(mapping.utf8),
      "lie.scl": Data(scale.replacingOccurrences(of: "\n12\n", with: "\n13\n").utf8),
      "lie.kbm": Data("12\n0\n200\n".utf8),
    ])
    let (scl, kbm) = (files.path + "/a.scl", files.path + "/a.kbm")
    let show = ["tunings", "show", "standard", "--temperament"]
    #expect(try tuner.run(show + [scl]).output.contains("  6  E2       82.500 Hz"))
    let mapped = try tuner.run(show + [scl, "--keyboard-map", kbm])
    #expect(mapped.output.contains("  6  E2       81.000 Hz"))  // 432·(3/2)/8
    let lie = try tuner.run(show + [files.path + "/lie.scl"])
    #expect(lie.status == 2)
    #expect(lie.errors.contains("lie.scl: line 2: 13 notes are promised and 12 follow"))
    let badMap = try tuner.run(show + [scl, "--keyboard-map", files.path + "/lie.kbm"])
    #expect(badMap.status == 2)
    #expect(badMap.errors.contains("lie.kbm: line 3: \"200\" can't be the last key"))
  }

  @Test("control characters in a tuning's name are escaped")
  func escapes() throws {
    let hostile = mine.replacingOccurrences(of: "My own", with: "a\\u001b]0;b\\u0007\\u202ec")
    let home = try TemporaryDirectory(holding: ["mine.json": Data(hostile.utf8)])
    let variables = ["XDG_CONFIG_HOME": home.path, "XDG_DATA_HOME": home.path]
    let steering: Set<Unicode.Scalar> = ["\u{1B}", "\u{7}", "\u{202E}"]
    for words in [
      ["tunings", "add", home.path + "/mine.json"], ["tunings", "list"],
      ["tunings", "show", "mine"], ["tunings", "select", "mine"],
      ["tunings", "show", "\u{1B}[2J"],
    ] {
      let outcome = try tuner.run(words, environment: variables)
      #expect(steering.isDisjoint(with: outcome.output.unicodeScalars), "\(words)")
      #expect(steering.isDisjoint(with: outcome.errors.unicodeScalars), "\(words)")
    }
    let list = try tuner.run(["tunings", "list"], environment: variables)
    #expect(list.output.contains(#"a\x1b]0;b\x07\x202ec"#))
  }
}
