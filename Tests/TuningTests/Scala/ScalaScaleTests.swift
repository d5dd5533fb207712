// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

/// The format's page: huygens-fokker.org/scala/scl_format.html.
@Suite("Scala scale")
struct ScalaScaleTests {
  /// The page's example of a valid file.
  static let meanquar = """
    ! meanquar.scl
    !
    1/4-comma meantone scale. Pietro Aaron's temperament (1523)
     12
    !
     76.04900
     193.15686
     310.26471
     5/4
     503.42157
     579.47057
     696.57843
     25/16
     889.73529
     1006.84314
     1082.89214
     2/1

    """

  private func parsed(_ text: String) throws -> ScalaScale { try ScalaScale(scl: Array(text.utf8)) }

  @Test("reads the example of the specification, which equals the built-in meantone")
  func example() throws {
    let scale = try parsed(Self.meanquar)
    #expect(scale.description == "1/4-comma meantone scale. Pietro Aaron's temperament (1523)")
    #expect(scale.count == 12)
    #expect(scale.period == 1200)
    let read = PitchSystem(
      reference: .concert, temperament: Temperament(scale: scale, name: "meanquar.scl"))
    let built = try PitchSystem(
      reference: .concert, temperament: Temperament(named: "meantone"))
    for midi in 0...127 {
      let (left, right) = (
        try #require(read.frequency(of: Note(midi: midi))),
        try #require(built.frequency(of: Note(midi: midi)))
      )
      #expect(abs(left.interval(above: right).value) < 2e-5)
    }
  }

  /// The page's valid pitch lines; the cents of ratios are 1200·log2.
  static let pitches: [(line: String, cents: Double)] = [
    ("81/64", 407.8200035), ("408.0", 408), ("408.", 408), ("5", 2786.3137139), ("-5.0", -5),
    ("10/20", -1200), ("100.0 cents", 100), (" 100.0 C#", 100), (" 5/4   E\\", 386.3137139),
    ("\t2", 1200), ("2147483647/2147483646", 8.0617e-7), ("0.0", 0), ("1/1", 0), ("0.", 0),
    ("1200.000000", 1200), ("100.0! a comment", 100),
  ]

  @Test("reads every pitch line that the specification calls valid", arguments: pitches)
  func validPitch(row: (line: String, cents: Double)) throws {
    guard row.line != "100.0! a comment" else {
      // Text after a number needs a blank: this is one word, and no number.
      #expect(throws: ScalaError.self) { try parsed("x\n1\n\(row.line)\n") }
      return
    }
    let scale = try parsed("x\n1\n\(row.line)\n")
    #expect(abs(scale.cents[0] - row.cents) < 1e-7)
  }

  @Test(
    "refuses text that is neither cents nor a ratio above 0",
    arguments: [
      "-3/2", "3/-2", "0/1", "1/0", "0", "-1", "3/2/1", "x", "1e3.0", "nan", "inf.", ".", "-.",
      "3 /2x/", "/2", "2/", "1.2.3", "0x1.8", "99999999999999999999",
    ])
  func badPitch(line: String) {
    // "3 /2x/" is a valid 3 with something behind it.
    if line == "3 /2x/" {
      #expect(throws: Never.self) { try parsed("x\n1\n\(line)\n") }
      return
    }
    let error = #expect(throws: ScalaError.self) { try parsed("! c\nx\n1\n\(line)\n") }
    #expect(error?.line == 4)
    #expect(error.map { "\($0)".hasPrefix("line 4: ") } == true)
  }

  @Test("accepts comments anywhere, an empty description, any line ending and 8-bit text")
  func edges() throws {
    let plain = try parsed("x\n2\n3/2\n2/1\n")
    for text in [
      "! a\n!\nx\n! b\n 2 \n!c\n3/2\n!\n2/1\n! d\n", "x\r\n2\r\n3/2\r\n2/1\r\n", "x\r2\r3/2\r2/1",
      "x\n2 notes\n3/2\n2/1\n\n\n", "\u{FEFF}x\n2\n3/2\n2/1\nsee also other scales\n",
    ] {
      #expect(try parsed(text) == plain, "\(text.debugDescription)")
    }
    #expect(try parsed("\n2\n3/2\n2/1\n").description == "")
    // "Gammes naturelles, échelle de Zarlino" in Latin-1.
    let latin = Array("x".utf8) + [0xE9] + Array("chelle\n1\n2/1\n".utf8)
    #expect(try ScalaScale(scl: latin).description == "xéchelle")
  }

  @Test("a scale without notes has a single pitch")
  func noNotes() throws {
    let scale = try parsed("nothing\n0\n")
    #expect(scale.count == 0)
    #expect(scale.period == nil)
    #expect(scale.cents(ofDegree: 5) == 0)
    let system = PitchSystem(
      reference: .concert, temperament: Temperament(scale: scale, name: "x"))
    let nearest = try #require(system.nearest(to: Hertz(300)))
    // The one pitch is C4 at 261.6256 Hz.
    #expect(abs(nearest.cents.value - Hertz(300).interval(above: Hertz(261.625565)).value) < 1e-4)
  }

  @Test("repeats upwards and downwards by its last degree, of any size")
  func repetition() throws {
    // Bohlen-Pierce repeats at 3/1; degrees in any order and below 0 are allowed.
    let bohlen = try parsed("bp\n2\n9/7\n3/1\n")
    #expect(abs(bohlen.cents(ofDegree: 2) - 1901.955) < 1e-3)
    #expect(abs(bohlen.cents(ofDegree: 3) - 1901.955 - 435.0841) < 1e-3)
    #expect(abs(bohlen.cents(ofDegree: -1) + 1901.955 - 435.0841) < 1e-3)
    let odd = try parsed("odd\n3\n700.0\n-5.0\n1200.0\n")
    let system = PitchSystem(reference: .concert, temperament: Temperament(scale: odd, name: "o"))
    let c4 = ReferencePitch.concert.frequency(of: Note(midi: 60))
    for (cents, degree) in [(0.0, 0), (-5, 2), (700, 1), (1195, 2), (1200, 0), (-500, 1)] {
      let nearest = try #require(system.nearest(to: c4.raised(by: Cents(cents + 1))))
      #expect(abs(nearest.cents.value - 1) < 1e-6)
      guard case .degree(let found) = nearest.target else {
        Issue.record("no degree")
        continue
      }
      #expect(found.number == degree, "\(cents)")
    }
    for text in ["flat\n1\n0.0\n", "down\n2\n100.0\n-1200.0\n"] {
      let system = PitchSystem(
        reference: .concert, temperament: Temperament(scale: try parsed(text), name: "x"))
      #expect(system.nearest(to: Hertz(1000))?.cents.value.isFinite == true)
    }
  }

  struct InvalidScale: CustomTestStringConvertible {
    let text: String
    let line: Int
    let reason: ScalaError.Reason
    var testDescription: String { text.debugDescription }
  }

  static let invalid = [
    InvalidScale(text: "", line: 0, reason: .missingDescription),
    InvalidScale(text: "! only\n! comments\n", line: 2, reason: .missingDescription),
    InvalidScale(text: "x\n", line: 1, reason: .missingCount),
    InvalidScale(text: "x\ntwelve\n", line: 2, reason: .badCount("twelve")),
    InvalidScale(text: "x\n-1\n", line: 2, reason: .badCount("-1")),
    InvalidScale(
      text: "x\n1000000\n", line: 2, reason: .tooMany(required: 100_000, actual: 1_000_000)),
    InvalidScale(text: "x\n3\n3/2\n2/1\n", line: 2, reason: .wrongCount(promised: 3, actual: 2)),
    InvalidScale(
      text: "!\nx\n1\n3/2\n4/3\n2/1\n", line: 3, reason: .wrongCount(promised: 1, actual: 3)),
    InvalidScale(text: "x\n2\n3/2\n\n2/1\n", line: 4, reason: .blankPitch(degree: 2)),
    InvalidScale(text: "x\n1\n2/1\0\n", line: 3, reason: .notPlainText),
  ]

  @Test("refuses a file with a wrong count or an invalid line, with the line", arguments: invalid)
  func refusesInvalid(row: InvalidScale) throws {
    let error = try #require(#expect(throws: ScalaError.self) { try parsed(row.text) })
    #expect(error.line == row.line)
    #expect(error.reason == row.reason)
  }

  @Test("refuses UTF-16")
  func wrongEncoding() throws {
    let bytes: [UInt8] =
      [0xFF, 0xFE] + "x\n1\n2/1\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let error = try #require(#expect(throws: ScalaError.self) { try ScalaScale(scl: bytes) })
    #expect("\(error)" == "line 1: this is not plain text. Save the file as UTF-8 or ASCII.")
  }
}
