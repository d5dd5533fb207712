// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner live --record, tuner report and tuner calibrate")
struct LiveRecordingCommandTests {
  private let tuner = Program("tuner")

  private func files() throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(111, rate: 16000), rate: 16000)
    ])
  }

  /// The records without the line that names the file.
  private func frames(_ outcome: Program.Outcome) -> [Substring] {
    Array(outcome.output.split(separator: "\n").dropFirst())
  }

  @Test("analyze gives the same bytes for the recording of a session as the session did")
  func replay() throws {
    let files = try files()
    let (take, record) = (files.path + "/take.wav", files.path + "/record.wav")
    let live = try tuner.run(["live", "-q", "--input", take, "--record", record])
    #expect(live.status == 0)
    let again = try tuner.run(["analyze", "-q", "--frames", "--format", "ndjson", record])
    #expect(frames(live).count == 30)
    #expect(frames(live).contains { $0.contains("\"target\":\"5:A2\"") })
    #expect(frames(again) == frames(live))
  }

  // The list of gaps in the layout of docs/decisions/0042, made by hand.
  @Test("a gap has no pitch, in the session and in its recording, and the readings around it have")
  func gap() throws {
    let files = try files()
    let (head, body) = try #require(
      Data(contentsOf: URL(fileURLWithPath: files.path + "/take.wav")).split(at: 36))
    var chunk = Data("hgap".utf8)
    let gap: [UInt64] = [1 << 32 | 1, 0, 16000, 4000]
    chunk.append(contentsOf: [32, 0, 0, 0])
    for word in gap { withUnsafeBytes(of: word.littleEndian) { chunk.append(contentsOf: $0) } }
    try files.write(head + chunk + body, to: "gap.wav")
    let (path, record) = (files.path + "/gap.wav", files.path + "/record.wav")
    let analysed = try tuner.run(["analyze", "-q", "--frames", "--format", "ndjson", path])
    #expect(analysed.status == 0)
    let lost = frames(analysed).filter {
      $0.contains("\"time_s\":1.1,") || $0.contains("\"time_s\":1.2,")
    }
    #expect(lost.count == 2)
    #expect(lost.allSatisfy { $0.contains("\"frequency_hz\":null") })
    #expect(frames(analysed).contains { $0.contains("\"time_s\":1,") && $0.contains("\"A\"") })
    let live = try tuner.run(["live", "-q", "--input", path, "--record", record])
    #expect(frames(live) == frames(analysed))
    let again = try tuner.run(["analyze", "-q", "--frames", "--format", "ndjson", record])
    #expect(frames(again) == frames(analysed))
  }

  @Test("a session that is killed leaves a complete recording, and its report")
  func killed() throws {
    let files = try files()
    let (take, record) = (files.path + "/take.wav", files.path + "/record.wav")
    let environment = ["XDG_RUNTIME_DIR": files.path + "/run"]
    let live = try tuner.start(
      ["live", "-q", "--input", take, "--record", record], environment: environment)
    // Wait for half a second of samples, by the size of the file.
    let size = { try? FileManager.default.attributesOfItem(atPath: record)[.size] as? Int }
    while size() ?? 0 < 65_650 + 4 * 8000 { sched_yield() }
    kill(live.identifier, SIGKILL)
    let outcome = try live.finish()
    #expect(outcome.status == -1)
    let again = try tuner.run(["analyze", "--frames", "--format", "ndjson", record])
    #expect(again.errors == "")
    // The last line may have been cut off by the pipe, or the last block by the signal.
    let (shown, heard) = (frames(outcome).dropLast(), frames(again))
    #expect(shown.count >= 7)
    #expect(heard.prefix(shown.count).elementsEqual(shown.prefix(heard.count)))
    let report = try tuner.run(
      ["report", "-o", files.path + "/report.zip"], environment: environment)
    #expect(report.status == 0)
    #expect(report.errors.contains("s of what was heard"))
    #expect(report.errors.contains("Nothing was sent"))
  }

  private func text(of name: String, in zip: String) throws -> String {
    try Program(path: "/usr/bin/python3").run([
      "-c",
      "import sys,zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))",
      zip, name,
    ]).output
  }

  @Test(
    "a report gives a player's own tuning as notes of the session's notation, or as not carried",
    arguments: [
      (0.0, ["--notation", "german"], "\"E2 A2 D3 G3 H3 E4\",\n    \"--notation\""),
      (0.0, ["--octaves", "helmholtz"], "\"E A d g b e'\",\n    \"--octaves\""),
      (-2.0, [], "\"not_carried\" : [\n    \"tuning\"\n  ]"),
    ])
  func ownTuning(offset: Double, options: [String], expected: String) throws {
    let files = try files()
    let environment = [
      "XDG_RUNTIME_DIR": files.path + "/run", "XDG_CONFIG_HOME": files.path + "/config",
    ]
    var document = try tuner.run(["tunings", "export", "standard"]).output
    document = document.replacingOccurrences(of: "\"standard\"", with: "\"mine\"")
    document = document.replacingOccurrences(of: "\"Standard\"", with: "\"My tuning\"")
    document = document.replacingOccurrences(
      of: "\"octave\": 2}", with: "\"octave\": 2, \"offset_cents\": \(offset)}")
    let file = files.path + "/mine.json"
    try Data(document.utf8).write(to: URL(fileURLWithPath: file))
    let added = try tuner.run(["tunings", "add", file], environment: environment)
    #expect(added.status == 0, "\(added.errors)")
    let live = try tuner.run(
      ["live", "-q", "-t", "My tuning", "--input", files.path + "/take.wav"] + options,
      environment: environment)
    #expect(live.status == 0, "\(live.errors)")
    let zip = files.path + "/report.zip"
    #expect(try tuner.run(["report", "-o", zip], environment: environment).status == 0)
    let session = try text(of: "session.json", in: zip)
    #expect(session.contains(expected), "\(session)")
    #expect(!session.contains("\"--tuning\",\n    \"mine\""))
  }

  @Test("a report has the settings at the end of the session, after keys that change them")
  func changedSettings() throws {
    let files = try files()
    let session = try session(on: files, pressing: "e\u{1B}[A")
    #expect(
      session.contains(#""arguments" : [\#n    "--strum",\#n    "--a4",\#n    "441""#), "\(session)"
    )
    #expect(session.contains(#""changes""#))
  }

  @Test("settings of a file and of the command line are no changes")
  func unchangedSettings() throws {
    let files = try files()
    try files.write(
      Data(#"{"a4":442,"notation":"german","tolerance":5}"#.utf8),
      to: "config/tuner/settings.json")
    let session = try session(on: files, pressing: "", arguments: ["--a4", "441"])
    #expect(session.contains(#""441""#) && session.contains("german"), "\(session)")
    #expect(!session.contains(#""changes""#), "\(session)")
  }

  @Test("settings that a display sets aside are named with their new place at its end")
  func setAside() throws {
    let files = try files()
    try files.write(Data(#"{"a4":"#.utf8), to: "config/tuner/settings.json")
    let outcome = try display(on: files, pressing: "")
    let place = files.path + "/config/tuner/settings.json"
    #expect(outcome.output.contains("What it held is in \(place).broken"), "\(outcome.output)")
  }

  private static func environment(of files: TemporaryDirectory) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": files.path + "/run", "XDG_CONFIG_HOME": files.path + "/config",
      "TERM": "xterm", "LC_ALL": "C.UTF-8",
    ]
  }

  /// Runs a session on the display, in which a person presses keys, then q.
  private func display(
    on files: TemporaryDirectory, pressing keys: String, arguments: [String] = []
  ) throws -> Program.Outcome {
    let environment = Self.environment(of: files)
    // Gives the program a terminal, and presses the keys.
    let script = """
      import fcntl, os, pty, select, struct, sys, termios
      pid, fd = pty.fork()
      if pid == 0:
          os.execv(sys.argv[2], sys.argv[2:])
      fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
      count = 0
      try:
          while True:
              if not select.select([fd], [], [], 10)[0]:
                  os.write(fd, b"q")
              shown = os.read(fd, 65536)
              if not shown:
                  break
              sys.stdout.buffer.write(shown)
              count += 1
              if count == 10:
                  os.write(fd, sys.argv[1].encode())
              if count == 30:
                  os.write(fd, b"q")
      except OSError:
          pass
      os.waitpid(pid, 0)
      """
    return try Program(path: "/usr/bin/python3").run(
      ["-c", script, keys, tuner.path, "live", "--input", files.path + "/take.wav"] + arguments,
      environment: environment)
  }

  /// Returns the description of such a session.
  private func session(
    on files: TemporaryDirectory, pressing keys: String, arguments: [String] = []
  ) throws -> String {
    _ = try display(on: files, pressing: keys, arguments: arguments)
    let environment = Self.environment(of: files)
    let zip = files.path + "/report.zip"
    let report = try tuner.run(["report", "-o", zip], environment: environment)
    #expect(report.status == 0, "\(report.errors)")
    return try text(of: "session.json", in: zip)
  }

  @Test("a report contains the sound, the displayed results, and settings without file names")
  func report() throws {
    let files = try files()
    let environment = ["XDG_RUNTIME_DIR": files.path + "/run", "TUNER_TOLERANCE": "5"]
    let live = try tuner.run(
      ["live", "-q", "--a4", "442", "--input", files.path + "/take.wav"], environment: environment)
    let zip = files.path + "/report.zip"
    let report = try tuner.run(["report", "-o", zip], environment: environment)
    #expect(report.status == 0)
    #expect(report.output == zip + "\n")
    let unpack = { (name: String) in try self.text(of: name, in: zip) }
    #expect(try unpack("frames.ndjson").split(separator: "\n") == frames(live))
    let session = try unpack("session.json")
    for expected in [
      "\"tuner.session/1\"", "\"sample_rate_hz\" : 16000", "\"value\" : \"442\"",
      "\"from\" : \"environment\"", "\"libsndfile\"", "\"alsa\"", "\"fftw\"",
      "\"--a4\",\n    \"442\",\n    \"--tolerance\",\n    \"5\"",
    ] { #expect(session.contains(expected), "\(expected)") }
    #expect(!session.contains(files.path) && !session.contains("take.wav"))
    let readme = try unpack("README.txt")
    #expect(readme.contains("anybody who has this"))
    #expect(readme.contains("without their header line") && !readme.contains("hear it again"))
  }

  @Test("a report names neither the scale and the keyboard map nor a tuning of the player")
  func privateNames() throws {
    let files = try files()
    let scale = try files.write(
      Data("! s\nsecret\n 2\n 700.\n 2/1\n".utf8), to: "secret.scl")
    let strings = [4, 3, 2, 1].map {
      #"{"position": \#($0), "note": "A", "octave": \#(6 - $0), "offset_cents": 2}"#
    }.joined(separator: ", ")
    let offset =
      #"{"schema": "tuner.tuning/1", "id": "secret", "name": "Secret", "strings": ["#
      + strings + "]}"
    try files.write(Data(offset.utf8), to: "tuner/tunings/secret.json")
    let environment = ["XDG_RUNTIME_DIR": files.path + "/run", "XDG_CONFIG_HOME": files.path]
    for settings in [["-t", "chromatic", "--temperament", scale], ["-t", "secret"]] {
      let live = try tuner.run(
        ["live", "-q", "--input", files.path + "/take.wav"] + settings, environment: environment)
      #expect(live.status == 0, "\(live.errors)")
      let zip = files.path + "/report.zip"
      #expect(try tuner.run(["report", "-o", zip], environment: environment).status == 0)
      let session = try text(of: "session.json", in: zip)
      #expect(!session.lowercased().contains("secret"), "\(session)")
      #expect(session.contains("\"not_carried\" : [\n    \""), "\(session)")
      #expect(try text(of: "README.txt", in: zip).contains("not_carried"))
      try FileManager.default.removeItem(atPath: zip)
    }
  }

  @Test("a report tells when its sound ended, which may be before a session with --no-report")
  func timeOfReport() throws {
    let files = try files()
    let environment = ["XDG_RUNTIME_DIR": files.path + "/run", "TZ": "UTC"]
    let live = ["live", "-q", "--seconds", "0.2", "--input", files.path + "/take.wav"]
    #expect(try tuner.run(live, environment: environment).status == 0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_767_323_045)],
      ofItemAtPath: files.path + "/run/tuner/last-session")
    #expect(try tuner.run(live + ["--no-report"], environment: environment).status == 0)
    let zip = files.path + "/report.zip"
    let report = try tuner.run(["report", "-o", zip], environment: environment)
    let words = "heard until 2026-01-02 03:04:05"
    #expect(report.errors.contains(words), "\(report.errors)")
    #expect(try text(of: "README.txt", in: zip).contains(words))
  }

  @Test("a session that ends before its first sample leaves no file")
  func noLeftovers() throws {
    let files = try files()
    let command =
      "'\(tuner.path)' live --input '\(files.path)/take.wav' </dev/null >/dev/full; "
      + "'\(tuner.path)' live --input '\(files.path)/take.wav' </dev/null | true"
    _ = try Program(path: "/bin/sh").run(
      ["-c", command], environment: ["XDG_RUNTIME_DIR": files.path + "/run"])
    let left = try FileManager.default.contentsOfDirectory(atPath: files.path + "/run/tuner")
    #expect(left.filter { $0.hasPrefix(".") } == [])
  }

  @Test(
    "with --no-report nothing is kept, so no report can be made; --forget is its old name",
    arguments: ["--no-report", "--forget"])
  func keepsNothing(option: String) throws {
    let files = try files()
    let environment = ["XDG_RUNTIME_DIR": files.path + "/run"]
    let live = try tuner.run(
      ["live", "-q", option, "--seconds", "0.2", "--input", files.path + "/take.wav"],
      environment: environment)
    #expect(live.status == 0)
    let report = try tuner.run(["report", "-o", files.path + "/no.zip"], environment: environment)
    #expect(report.status == 2)
    #expect(report.errors == "tuner: no session is kept. Listen first: tuner live\n")
    #expect(!FileManager.default.fileExists(atPath: files.path + "/no.zip"))
  }

  @Test("a recording is never overwritten")
  func existing() throws {
    let files = try files()
    let take = files.path + "/take.wav"
    let before = try Data(contentsOf: URL(fileURLWithPath: take))
    let live = try tuner.run(["live", "--input", take, "--record", take])
    #expect(live.status == 2)
    #expect(live.errors.contains("File exists"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: take)) == before)
  }

  // 1000 ppm are 1200·log2(1.001) = 1.7304 cents.
  @Test("calibrate --save stores or refuses also if its output is closed or can't be written")
  func calibratesWithoutOutput() throws {
    // The device delivers as fast as it is read, so the clock is refused: after the same steps as a
    // clock that is stored.
    let arguments = ["calibrate", "-d", "null", "--seconds", "10", "--save", "-q"]
    let gone = try tuner.run(arguments, reader: .gone)
    #expect(gone.status == 1 && gone.errors.contains("which no sound card is"), "\(gone.errors)")
    let closed = try Program(path: "/bin/sh").run(
      ["-c", #"exec "$@" >&-"#, "sh", tuner.path] + arguments)
    #expect(closed.status == 1, "\(closed.errors)")
    #expect(closed.errors.contains("which no sound card is"), "\(closed.errors)")
  }

  @Test("--clock-ppm corrects every reading for the error of a fast clock")
  func clock() throws {
    let files = try files()
    let arguments = ["analyze", "--frames", "--format", "csv", files.path + "/take.wav"]
    let cents = { (arguments: [String]) in
      try tuner.run(arguments).output.split(separator: "\n").dropFirst().map {
        Double($0.split(separator: ",", omittingEmptySubsequences: false)[7])
      }
    }
    let plain = try cents(arguments)
    let corrected = try cents(arguments + ["--clock-ppm", "1000"])
    let zero = try cents(arguments + ["--clock-ppm", "0"])
    #expect(zero == plain)
    // Out of range, and taken for a value.
    let slow = try tuner.run(arguments + ["--clock-ppm", "-1e6"])
    #expect(slow.status == 2 && slow.errors.contains("tuner calibrate"), "\(slow.errors)")
    #expect(try cents(arguments + ["--clock-ppm", "-1000"]) != plain)
    let differences = zip(plain, corrected).compactMap { pair in
      if case (let plain?, let corrected?) = pair { corrected - plain } else { nil as Double? }
    }
    #expect(differences.count > 10)
    #expect(differences.allSatisfy { abs($0 - 1.730_369) < 1e-6 })
  }

  @Test(
    "names the error and the remedy",
    arguments: [
      WrongUsage(
        arguments: ["analyze", "--clock-ppm", "fast", "x.wav"], complaint: "not a number"),
      WrongUsage(
        arguments: ["analyze", "--clock-ppm", "1e6", "x.wav"], complaint: "tuner calibrate"),
      WrongUsage(
        arguments: ["live", "--calibrated", "--clock-ppm", "3"],
        complaint: "combined with --clock-ppm"
      ),
      WrongUsage(arguments: ["live", "--record", ""], complaint: "empty"),
      WrongUsage(arguments: ["calibrate", "--seconds", "3"], complaint: "10 to 86400"),
      WrongUsage(
        arguments: ["calibrate", "-d", "hw:31", "--seconds", "10"], complaint: "tuner devices",
        status: 3),
      WrongUsage(arguments: ["report", "-o", ""], complaint: "empty"),
      WrongUsage(arguments: ["report", "-o", "-"], complaint: "-o needs a file"),
      WrongUsage(arguments: ["live", "--record", "-"], complaint: "--record needs a file"),
      WrongUsage(arguments: ["check", "-o", "-", "x.wav"], complaint: "-o needs a file"),
      WrongUsage(arguments: ["merge", "x", "-o", "-"], complaint: "-o needs a file"),
      WrongUsage(arguments: ["merge", "x", "--errors", "-"], complaint: "--errors needs a file"),
      WrongUsage(arguments: ["analyze", "--html", "-", "x.wav"], complaint: "--html needs a file"),
      WrongUsage(arguments: ["tunings", "export", "standard", "-o", "-"], complaint: "-o needs a"),
      WrongUsage(arguments: ["practice", "status", "--svg", ""], complaint: "--svg"),
      WrongUsage(
        arguments: ["tremolo", "--detector", "yin", "x.wav"], complaint: "tuner tremolo measures"),
      WrongUsage(
        arguments: ["tremolo", "--string", "2", "x.wav"], complaint: "tuner tremolo measures"),
    ])
  func usage(_ usage: WrongUsage) throws { try usage.expectRefusal() }
}

extension Data {
  /// The bytes before a place and from it on; `nil` where there are fewer.
  fileprivate func split(at place: Int) -> (Data, Data)? {
    count < place ? nil : (Data(prefix(place)), Data(dropFirst(place)))
  }
}
