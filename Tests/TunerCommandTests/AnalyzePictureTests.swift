// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("tuner analyze: pictures and pages")
struct AnalyzePictureTests {
  private static let hostile = "<script>alert('x')</script> & \"é\"\n.wav"

  private let tuner = Program("tuner")

  private func recording(_ name: String = "take.wav") throws -> TemporaryDirectory {
    let samples = [82.4069, 111, 196].flatMap { WAVE.pluck($0) }
    return try TemporaryDirectory(holding: [name.replacing("/", with: "_"): WAVE.floats(samples)])
  }

  @Test("--plot draws an SVG with the notes' names and a row for each string")
  func svg() throws {
    let files = try recording()
    let place = files.path + "/take.svg"
    let outcome = try tuner.run(["analyze", "--plot", place, files.path + "/take.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("string 5 (A2)"))
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let document = try XMLDocument(xmlString: text)
    let texts = try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
    for note in ["E2", "A2", "G3"] { #expect(texts.contains(note), "\(note)") }
    #expect(texts.count { $0 == "not played" } == 3)
    #expect(
      texts.contains { $0.hasPrefix("+15.") && $0.hasSuffix("slightly sharp: tune down a little") })
    #expect(!text.contains("NaN") && !text.contains("nan") && !text.contains("inf"))
  }

  @Test("pictures, pages and summaries name a note as its string does")
  func spelling() throws {
    let samples = [77.7817, 233.0819].flatMap { WAVE.pluck($0) }
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(samples), "other.wav": WAVE.floats(WAVE.pluck(233.0819)),
    ])
    let (plot, page) = (files.path + "/take.svg", files.path + "/take.html")
    let take = ["analyze", "-t", "half_step_down", files.path + "/take.wav"]
    #expect(try tuner.run(take + ["--plot", plot, "--html", page]).status == 0)
    for (path, marks) in [(plot, [">Eb2<", ">Bb3<"]), (page, ["<td>Eb2</td>", "<td>Bb3</td>"])] {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for mark in marks { #expect(text.contains(mark), "\(path): \(mark)") }
      for mark in ["D#2", "A#3"] { #expect(!text.contains(mark), "\(path): \(mark)") }
    }
    let both = try tuner.run(take + [files.path + "/other.wav"])
    #expect(both.output.contains("Bb3") && !both.output.contains("A#3"), "\(both.output)")
  }

  @Test("a table of --html breaks only the names of recordings inside words")
  func unbrokenWords() throws {
    let files = try recording()
    let place = files.path + "/take.html"
    #expect(try tuner.run(["analyze", "--html", place, files.path + "/take.wav"]).status == 0)
    let text = try String(contentsOfFile: place, encoding: .utf8)
    #expect(text.contains("h1, h2, tbody th { overflow-wrap: anywhere }"))
    #expect(text.matches(of: #/overflow-wrap/#).count == 1)
  }

  @Test("--plot makes a PNG of twice the size, and names a missing program")
  func png() throws {
    let files = try recording()
    let place = files.path + "/take.png"
    let arguments = ["analyze", "--plot", place, files.path + "/take.wav"]
    let outcome = try tuner.run(arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: place)))
    // PNG specification, §5.2 and §11.2.2: signature, then width and height.
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let width: [UInt8] = [0, 0, 0x07, 0x80]  // 1920
    #expect(Array(bytes[16..<20]) == width)
    let missing = try tuner.run(arguments, environment: ["PATH": "/nonexistent"])
    #expect(missing.status == 2)
    #expect(missing.output == "")
    #expect(missing.errors.contains("librsvg2-bin"))
  }

  @Test("the reason of a converter that fails is on standard error")
  func failingConverter() throws {
    let files = try recording()
    _ = try files.writeProgram("echo 'out of memory' >&2; exit 7", named: "rsvg-convert")
    let outcome = try tuner.run(
      ["analyze", "--plot", files.path + "/take.png", files.path + "/take.wav"],
      environment: ["PATH": files.path + "/bin"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("rsvg-convert could not make the PNG (out of memory)"),
      "\(outcome.errors)")
  }

  @Test("--plot draws silence, and a recording of a hundredth of a second")
  func nothingToShow() throws {
    let files = try TemporaryDirectory(holding: [
      "silence.wav": WAVE.floats([Float](repeating: 0, count: 48000)),
      "short.wav": WAVE.floats([Float](repeating: 0.1, count: 480)),
      "invalid.wav": WAVE.floats([Float](repeating: .nan, count: 48000)),
    ])
    for name in ["silence", "short", "invalid"] {
      let place = files.path + "/\(name).svg"
      let outcome = try tuner.run([
        "analyze", "--plot", place, "--html", place + ".html", files.path + "/\(name).wav",
      ])
      #expect(outcome.status == 1)
      let text = try String(contentsOfFile: place, encoding: .utf8)
      #expect(throws: Never.self) { try XMLDocument(xmlString: text) }
      #expect(!text.contains("nan") && !text.contains("inf"))
    }
  }

  @Test("never overwrites a recording, and keeps an old page if the new one fails")
  func spares() throws {
    let files = try recording("take.svg")
    let take = files.path + "/take.svg"
    #expect(
      try tuner.run(["analyze", "--plot", take, take]).errors.contains("one of the recordings"))
    #expect(try tuner.run(["analyze", "--html", take, take]).status == 2)
    #expect(try tuner.run(["analyze", "--html", "/dev/full", take]).status == 2)
  }

  @Test("--html makes one page that refers to nothing but its sounds beside it")
  func page() throws {
    let name = Self.hostile.replacing("/", with: "_")
    let files = try recording(Self.hostile)
    try files.write(WAVE.floats(WAVE.pluck(110)), to: "b.wav")
    let place = files.path + "/page.html"
    let outcome = try tuner.run([
      "analyze", "--html", place, files.path + "/" + name, files.path + "/b.wav",
    ])
    #expect(outcome.status == 0)
    let page = try IndependentReader.object("html", Data(contentsOf: URL(fileURLWithPath: place)))
    let headings = try #require(page["headings"] as? [String])
    #expect(headings == ["2 recordings", name, "b.wav"])
    #expect(page["players"] as? Int == 2)
    #expect(page["pictures"] as? Int == 2)
    let references = try #require(page["references"] as? [String])
    let sounds = references.filter { !$0.hasPrefix("data:") && !$0.hasPrefix("#") }
    #expect(sounds == ["page-sound/1.wav", "page-sound/2.wav"])
    let text = try String(contentsOfFile: place, encoding: .utf8)
    #expect(!text.contains(files.path), "a page that people hand on names no directory")
    #expect(!text.contains("data:audio") && text.contains("page-sound beside this page"))
    // The index: note, cents with their deviation, and the verdict.
    #expect(text.contains(#"<td>A2</td><td>"#) && text.contains(" ± ") && text.contains(">yes<"))
    let sound = try Data(contentsOf: URL(fileURLWithPath: files.path + "/page-sound/2.wav"))
    #expect(sound.count == 44 + 2 * 72_000)
    // The size of a RIFF chunk counts all bytes behind it.
    #expect(sound[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == sound.count - 8)
  }

  @Test("a page holds all of a recording, or says at its top that it holds only a part")
  func wholeSound() throws {
    let rate = 8000
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats([Float](repeating: 0, count: rate * 400), rate: rate)
    ])
    let place = files.path + "/page.html"
    _ = try tuner.run(["analyze", "--html", place, files.path + "/take.wav"])
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let match = try #require(text.firstMatch(of: #/data:audio/wav;base64,([A-Za-z0-9+\/=]+)"/#))
    #expect(Data(base64Encoded: String(match.1))?.count == 44 + 2 * rate * 400)
    #expect(!text.contains("holds only"))
  }

  @Test("the page's sound is the recording: the samples of a WAV, rounded to 16 bits")
  func sound() throws {
    let samples = WAVE.pluck(110)
    let files = try TemporaryDirectory(holding: ["take.wav": WAVE.floats(samples)])
    let place = files.path + "/page.html"
    _ = try tuner.run(["analyze", "--html", place, files.path + "/take.wav"])
    let text = try String(contentsOfFile: place, encoding: .utf8)
    let match = try #require(text.firstMatch(of: #/data:audio/wav;base64,([A-Za-z0-9+\/=]+)/#))
    let wav = try #require(Data(base64Encoded: String(match.1)))
    try #require(wav.count == 44 + 2 * samples.count)
    for index in stride(from: 0, to: samples.count, by: 997) {
      let low = UInt16(wav[44 + 2 * index]) | UInt16(wav[45 + 2 * index]) << 8
      #expect(abs(Float(Int16(bitPattern: low)) / 32767 - samples[index]) <= 0.5 / 32767 + 1e-6)
    }
  }
}
