// SPDX-License-Identifier: MIT

import Foundation
import PageReading
import ProgramRunning
import Testing

@Suite("tuner serve")
struct ServeCommandTests {
  private let tuner = Program("tuner")

  /// The place of a running server, from the address that it prints.
  private struct Place {
    let port: Int
    let root: String

    var host: String { "localhost:\(port)" }

    init(_ running: RunningProgram) throws {
      let line = try running.firstLines(1)
      let match = try #require(line.wholeMatch(of: /http:\/\/localhost:(\d+)(\/[0-9a-f]{32}\/)\n/))
      port = try #require(Int(match.output.1))
      root = String(match.output.2)
    }

    func records() throws -> RawClient {
      let client = try RawClient(port: port)
      let response = try client.openWebSocket(
        root + "records", host: host, fields: ["Origin: http://\(host)"])
      #expect(response.status == 101)
      return client
    }

    func contents(of name: String) throws -> RawClient.Response {
      let client = try RawClient(port: port)
      client.sendHead(["GET \(root)\(name) HTTP/1.1", "Host: \(host)"])
      return try client.response()
    }
  }

  private static func files(seconds: Double) throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: seconds)),
      "page/index.html": Data(#"<html><meta name="headstock-session" content=""></html>"#.utf8),
      "page/headstock.wasm": Data(),
      "page/modules/main.js": Data("export {};".utf8),
    ])
  }

  private func start(_ files: TemporaryDirectory, _ more: [String] = []) throws -> RunningProgram {
    try tuner.start(
      [
        "serve", "--input", files.path + "/take.wav", "--page", files.path + "/page", "--port", "0",
        "--quiet",
      ] + more)
  }

  @Test("sends two pages the records that tuner live prints, from their arrival to the end")
  func records() throws {
    let files = try Self.files(seconds: 4)
    let live = try tuner.run(
      ["live", "--input", files.path + "/take.wav", "--rate", "60", "-f", "ndjson"])
    let expected = live.output.split(separator: "\n").map { String($0) + "\n" }
    let running = try start(files, ["--rate", "60"])
    let place = try Place(running)
    let pages = try [place.records(), place.records()]
    for page in pages {
      let (texts, code) = page.remainingRecords()
      page.sendFrame(8, [0x03, 0xE9])
      #expect(code == 1001)
      #expect(texts.first == expected.first)
      #expect(texts.count > 1)
      #expect(texts.dropFirst().elementsEqual(expected.suffix(texts.count - 1)))
    }
    let outcome = try running.finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors == "")
  }

  @Test("sends a page the strokes of tuner live --strum, every string of an update at once")
  func strokes() throws {
    let files = try Self.files(seconds: 3)
    let flags = ["--strum", "--tolerance", "4"]
    let live = try tuner.run(
      ["live", "--input", files.path + "/take.wav", "-f", "ndjson"] + flags)
    let lines = live.output.split(separator: "\n").map { String($0) + "\n" }
    let running = try start(files, flags)
    let page = try Place(running).records()
    let (texts, code) = page.remainingRecords()
    page.sendFrame(8, [0x03, 0xE9])
    #expect(code == 1001)
    let header = try #require(texts.first)
    #expect(header == lines.first)
    #expect(header.contains(#""schema":"tuner.strum-frames/1""#))
    #expect(header.contains(#""tolerance_cents":4,"#))
    let updates = texts.dropFirst()
    #expect(updates.count > 1)
    #expect(updates.allSatisfy { $0.split(separator: "\n").count == 6 })
    #expect(lines.dropFirst().joined().hasSuffix(updates.joined()))
    #expect(updates.joined().contains(#""string":5,"target_hz":110,"state":"sounding""#))
    #expect(try running.finish().status == 0)
  }

  @Test(
    "the first record names the locked string, and each record the distance from it",
    arguments: zip([[], ["--string", "6"]], ["null", "6"]))
  func lockedString(options: [String], string: String) throws {
    let files = try Self.files(seconds: 2)
    let running = try start(files, options)
    let page = try Place(running).records()
    let (texts, code) = page.remainingRecords()
    page.sendFrame(8, [0x03, 0xE9])
    #expect(code == 1001)
    #expect(texts.first?.contains(#""string":\#(string)}"#) == true, "\(texts.first ?? "")")
    // The recording is A2, five semitones above E2.
    let distance = options.isEmpty ? 0.0 : 500
    let cents = try texts.dropFirst().compactMap { text in
      let record = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      return record["cents"] as? Double
    }
    #expect(try abs(#require(cents.last) - distance) < 5, "\(cents)")
    #expect(try running.finish().status == 0)
  }

  @Test("serves the page and the practice of the day, and ends the pages when it is interrupted")
  func page() throws {
    let files = try Self.files(seconds: 60)
    let running = try start(files)
    let place = try Place(running)
    let page = try place.contents(of: "")
    #expect(page.fields["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains(#"<meta name="headstock-session" content="records">"#))
    let script = try place.contents(of: "modules/main.js")
    #expect(script.fields["content-type"] == "text/javascript; charset=utf-8")
    #expect(try place.contents(of: "take.wav").status == 404)
    let practice = try place.contents(of: "practice.json")
    #expect(practice.status == 200)
    #expect(practice.text.contains(#""schema": "tuner.practice/1""#))
    #expect(practice.text.contains(#""schema": "tuner.gate/1""#))
    let records = try place.records()
    #expect(try records.frame().text.hasPrefix(#"{"schema":"tuner.frames/1""#))
    kill(running.identifier, SIGTERM)
    #expect(records.remainingRecords().closeCode == 1001)
    records.sendFrame(8, [0x03, 0xE9])
    #expect(records.isEnded())
    let outcome = try running.finish()
    #expect(outcome.status == 130, "\(outcome.errors)")
  }

  @Test("refuses what it can't serve, and names the remedy")
  func refusals() throws {
    let files = try Self.files(seconds: 60)
    try files.write(Data("<html></html>".utf8), to: "old/index.html")
    try files.write(Data(), to: "old/headstock.wasm")
    try files.write(Data("<html></html>".utf8), to: "source/index.html")
    let running = try start(files)
    let port = try Place(running).port
    let page = ["--page", files.path + "/page"]
    let rows: [(arguments: [String], status: Int32, complaint: String)] = [
      (["--page", files.path + "/none"], 2, "scripts/web-page.sh"),
      (["--page", files.path + "/source"], 2, "scripts/web-page.sh"),
      (page + ["-q", "-v"], 2, "-q or -v, not both"),
      (["--page", files.path + "/old"], 2, "not the page of this version"),
      (["--page", ""], 2, "the name is empty"),
      (page + ["--port", "\(port)"], 2, "port \(port) is in use. Choose another with --port"),
      (page + ["--port", "65536"], 2, "give 0 to 65535"),
      (page + ["--name", "a b"], 2, "give a name such as studio.local"),
      (page + ["--rate", "61"], 2, "10 to 60"),
      (page + ["--strum", "-t", "chromatic"], 2, "no strings to strum"),
      (page + ["--strum", "--osc", "localhost:9000"], 2, "leave out --osc or --strum"),
      (
        page + ["--port", "0", "-d", "no such device"], 3, "device \"no such device\" is not there"
      ),
    ]
    for row in rows {
      let input = row.arguments.contains("-d") ? [] : ["--input", files.path + "/take.wav"]
      let outcome = try tuner.run(["serve"] + input + row.arguments)
      #expect(outcome.status == row.status, "\(row.arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(row.complaint), "\(row.arguments): \(outcome.errors)")
      #expect(outcome.output == "")
    }
    kill(running.identifier, SIGINT)
    #expect(try running.finish().status == 130)
  }
}
