// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze: parts of a recording")
struct AnalyzePartsTests {
  private let tuner = Program("tuner")

  /// A recording of two plucks, and the list of its two parts, the later one first.
  private func place() throws -> TemporaryDirectory {
    let files = try TemporaryDirectory(holding: [
      "long.wav": WAVE.floats(WAVE.pluck(110, seconds: 1) + WAVE.pluck(147, seconds: 1.5))
    ])
    let path = files.path + "/long.wav"
    let list = """
      {"path": "\(path)", "start_s": 1.2, "end_s": 2.5}
      {"path": "\(path)", "start_s": 1}
      {"path": "\(path)", "start_s": 0, "end_s": 1}

      """
    try files.write(Data(list.utf8), to: "parts")
    return files
  }

  private static let names = [
    "long.wav, 1.2 to 2.5 s", "long.wav, from 1 s", "long.wav, 0 to 1 s",
  ]
  private static let starts = ["1.2", "1", "0"]

  @Test("text and the table on screen name each part, and the start of its times")
  func text() throws {
    let place = try place()
    for options in [[], ["--strum"], ["--frames"]] as [[String]] {
      let outcome = try tuner.run(["analyze", "--manifest", place.path + "/parts"] + options)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      for (name, start) in zip(Self.names, Self.starts) {
        #expect(
          lines.contains {
            $0.hasPrefix("\(place.path)/\(name):")
              && $0.contains("; times count from \(start) s")
          } || lines.contains("\(place.path)/\(name); times count from \(start) s:"),
          "\(outcome.output)")
        #expect(outcome.errors.contains("\(name)  "), "\(outcome.errors)")
      }
    }
  }

  @Test("messages about a part name it")
  func messages() throws {
    let place = try place()
    let late = #"{"path": "\#(place.path)/long.wav", "start_s": 9, "end_s": 10}"#
    try place.write(Data((late + "\n").utf8), to: "late")
    let outcome = try tuner.run(["analyze", "--manifest", place.path + "/late"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("long.wav, 9 to 10 s: "), "\(outcome.errors)")
    // A line that can't be read takes the place of the name, but not all of a long one.
    let long = "{" + String(repeating: "x", count: 500)
    try place.write(Data((long + "\n").utf8), to: "long")
    let wrong = try tuner.run(["analyze", "--manifest", place.path + "/long"])
    #expect(wrong.errors.contains("\(long.prefix(80))…: this line"), "\(wrong.errors)")
  }

  @Test("the index and the sections of a page name each part", arguments: [[], ["--strum"]])
  func page(options: [String]) throws {
    let place = try place()
    let page = place.path + "/page.html"
    _ = try tuner.run(
      ["analyze", "--manifest", place.path + "/parts", "--html", page] + options)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    for (number, (name, start)) in zip(Self.names, Self.starts).enumerated() {
      #expect(text.contains("<a href=\"#recording\(number + 1)\">\(name)</a>"), "\(name)")
      #expect(text.contains("<h2>\(name)</h2>"))
      #expect(text.contains(" kHz; times count from \(start) s</p>"))
    }
  }

  @Test("layers and annotations name their part as their title")
  func titles() throws {
    let place = try place()
    for (format, ending) in [("svl", "svl"), ("jams", "jams")] {
      _ = try tuner.run([
        "analyze", "--manifest", place.path + "/parts", "-f", format, "-o", place.path + "/out",
      ])
      let text = try String(
        contentsOfFile: place.path + "/out/long@1.2-2.5.\(ending)", encoding: .utf8)
      #expect(text.contains("\"long.wav, 1.2 to 2.5 s\""), "\(text.prefix(400))")
    }
  }
}
