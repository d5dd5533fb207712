// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// The reader validates each document with the schema that the document names.
@Suite("Documents agree with their schemas")
struct DocumentSchemaTests {
  private let tuner = Program("tuner")

  /// Returns the schema that a document names, after the reader has validated the document.
  private func schema(of outcome: Program.Outcome) throws -> String? {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try IndependentReader.object("json", Data(outcome.output.utf8))["schema"] as? String
  }

  @Test("of the gate before and after its set-up, with practice, goals and targets")
  func gate() throws {
    let place = try GatePlace()
    #expect(try schema(of: place.run("gate", "status", "-f", "json")) == "tuner.gate/1")
    #expect(try schema(of: place.run("practice", "status", "-f", "json")) == "tuner.practice/1")
    try place.setUp("--goal", "practice=2m")
    #expect(try place.run("gate", "apply").status == 0)
    let played = try place.run("analyze", "-q", "--practice", place.playing())
    #expect(played.status == 0, "\(played.errors)")
    // A goal that makes today easier waits until tomorrow.
    #expect(try place.run("gate", "goal", "set", "practice", "1m").status == 0)
    for (words, name) in [
      (["gate", "status"], "gate"), (["gate", "goal", "list"], "goals"),
      (["gate", "targets", "list"], "targets"), (["practice", "status"], "practice"),
      (["practice", "log"], "practice"),
    ] {
      let outcome = try tuner.run(words + ["-f", "json"], environment: place.variables)
      #expect(try schema(of: outcome) == "tuner.\(name)/1")
    }
    #expect(try place.run("gate", "restore").status == 0)
    #expect(try schema(of: place.run("gate", "status", "-f", "json")) == "tuner.gate/1")
  }

  @Test("of tunings and devices")
  func tunings() throws {
    let home = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": home.path]
    let own = """
      {"schema": "tuner.tuning/1", "id": "own", "name": "Own", "names": {"de": "Eigene"},
       "rising": false, "strings": [
       {"position": 4, "note": "G", "octave": 4, "course": 3, "offset_cents": -2.5},
       {"position": 3, "note": "G", "octave": 4, "course": 3},
       {"position": 2, "note": "Bb", "octave": 3, "course": 2},
       {"position": 1, "note": "F#", "octave": 4, "course": 1}]}
      """
    let file = try home.write(Data(own.utf8), to: "own.json")
    let added = try tuner.run(["tunings", "add", file], environment: environment)
    #expect(added.status == 0, "\(added.errors)")
    for (words, name) in [
      (["tunings", "list", "-f", "json"], "tunings"), (["tunings", "export", "own"], "tuning"),
      (["tunings", "show", "own", "-f", "json"], "tuning"), (["devices", "-f", "json"], "devices"),
    ] {
      let outcome = try tuner.run(words, environment: environment)
      #expect(try schema(of: outcome) == "tuner.\(name)/1")
    }
  }

  @Test("of the progress and the journal of a batch, also with a part and a failure")
  func batch() throws {
    let files = try TemporaryDirectory()
    let good = try files.write(WAVE.floats(WAVE.pluck(220, seconds: 0.8)), to: "good.wav")
    let bad = try files.write(Data("no sound".utf8), to: "bad.wav")
    let entries = [
      #"{"path": "\#(good)"}"#, #"{"path": "\#(bad)"}"#, #"{"path": "/no/such.wav"}"#,
      #"{"path": "\#(good)", "start_s": 0.1, "end_s": 0.6}"#,
    ]
    let list = try files.write(Data((entries.joined(separator: "\n") + "\n").utf8), to: "list")
    let outcome = try Program(path: "/bin/sh").run([
      "-c", #""$0" analyze --manifest "$1" --batch "$2" -q --progress-fd 3 3>&1 >/dev/null"#,
      tuner.path, list, files.path + "/run",
    ])
    let progress = try IndependentReader.rows("ndjson", Data(outcome.output.utf8))
    #expect(progress.last?["schema"] as? String == "tuner.progress/1")
    let journal = try Data(
      contentsOf: URL(fileURLWithPath: files.path + "/run/0001-of-0001.journal.ndjson"))
    let lines = try IndependentReader.rows("ndjson", journal)
    #expect(lines.first?["schema"] as? String == "tuner.journal/1")
    #expect(Set(lines.compactMap { $0["status"] as? String }).isSuperset(of: ["heard", "failed"]))
    #expect(lines.contains { $0["from_s"] != nil })
    #expect(lines.last?["complete"] as? Bool == true)
  }

  @Test("of the measured clock of a device")
  func clock() throws {
    // ALSA's device null delivers as fast as it is read, so its clock is impossible.
    let outcome = try tuner.run(["calibrate", "-d", "null", "--seconds", "10", "-q", "-f", "json"])
    let document = try IndependentReader.object("json", Data(outcome.output.utf8))
    #expect(document["schema"] as? String == "tuner.clock/1")
  }

  @Test("of the session of a report")
  func session() throws {
    let files = try TemporaryDirectory()
    let take = try files.write(WAVE.floats(WAVE.pluck(220, seconds: 0.8)), to: "take.wav")
    let environment = ["XDG_RUNTIME_DIR": files.path, "TUNER_TOLERANCE": "3"]
    let live = try tuner.run(["live", "-q", "--input", take], environment: environment)
    #expect(live.status == 0, "\(live.errors)")
    let zip = files.path + "/report.zip"
    let report = try tuner.run(["report", "-o", zip], environment: environment)
    #expect(report.status == 0, "\(report.errors)")
    let read = """
      import sys, zipfile
      print(zipfile.ZipFile(sys.argv[1]).read("session.json").decode())
      """
    let session = try Program(path: "/usr/bin/python3").run(["-c", read, zip])
    #expect(try schema(of: session) == "tuner.session/1")
  }
}
