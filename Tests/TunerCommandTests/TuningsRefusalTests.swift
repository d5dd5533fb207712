// SPDX-License-Identifier: MIT

import Testing

@Suite("Refusals of tuner tunings")
struct TuningsRefusalTests {
  /// Wrong tunings, and documents that can't be stored.
  static let tunings = [
    WrongUsage(arguments: ["tunings", "show", "nonsense"], complaint: "tuner tunings list"),
    WrongUsage(arguments: ["tunings", "show", "chromatic"], complaint: "no strings"),
    WrongUsage(
      arguments: ["tunings", "show", "E2 A2 H3 G3 B3 E4"],
      complaint: "String 4: \"H3\" is not a note"),
    WrongUsage(arguments: ["tunings", "show", "E2 A2 D3"], complaint: "There are 3 strings"),
    WrongUsage(arguments: ["tunings", "show", ""], complaint: "tuner tunings list"),
    WrongUsage(
      arguments: ["tunings", "show", "C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2"],
      complaint: "There are 13 strings"),
    WrongUsage(arguments: ["tunings", "export", "nonsense"], complaint: "tuner tunings list"),
    WrongUsage(
      arguments: ["tunings", "export", "../../etc/passwd"], complaint: "tuner tunings list"),
    WrongUsage(arguments: ["tunings", "add", "no-such-file.json"], complaint: "no such file"),
  ]

  /// Wrong options of a tuning that exists.
  static let options = [
    (["--capo", "13"], "--capo"),
    (["--capo", "x"], "--capo"),
    (["--string", "2"], "--string does not change"),
    (["-f", "json", "--a4", "432"], "has no frequencies"),
    (["--a4", "389.99"], "390"),
    (["--temperament", "bad"], "pythagorean"),
    (["--temperament", "equal:0"], "1 to 1200"),
    (["--temperament", "no.scl"], "no such file"),
    (["--keyboard-map", "x.kbm"], "NAME.scl"),
    (["--notation", "latin"], "solfege"),
    (["--tolerance", "3"], "--tolerance does not change"),
    (["-f", "json", "--capo", "2"], "--capo is not in the document"),
  ].map { (arguments, complaint) in
    WrongUsage(arguments: ["tunings", "show", "standard"] + arguments, complaint: complaint)
  }

  @Test("wrong usage ends with 2 and a message of two lines at most", arguments: tunings + options)
  func wrongUsage(usage: WrongUsage) throws { try usage.expectRefusal() }
}
