// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze --batch and tuner merge")
struct AnalyzeShardTests {
  private let tuner = Program("tuner")
  private let place: TemporaryDirectory
  private let names: [String]

  /// Seven short recordings, one without a pitch, one that is no recording, and a list of all.
  init() throws {
    place = try TemporaryDirectory()
    var names: [String] = []
    for index in 0..<7 {
      let pluck = WAVE.pluck(110 * pow(2, Double(index) / 6), seconds: 0.8)
      names.append(try place.write(WAVE.floats(pluck), to: "in/\(index).wav"))
    }
    names.append(
      try place.write(WAVE.floats([Float](repeating: 0, count: 24000)), to: "in/silent.wav"))
    names.append(try place.write(Data("no".utf8), to: "in/bad.wav"))
    self.names = names
    // Against the order of the names.
    try place.write(Data(names.reversed().joined(separator: "\n").utf8), to: "list")
  }

  private var good: [String] { names.dropLast().sorted() }

  private func batch(
    _ arguments: [String], in directory: String = "run", environment: [String: String?] = [:]
  ) throws -> Program.Outcome {
    try tuner.run(
      ["analyze", "--files-from", place.path + "/list", "--batch", place.path + "/" + directory]
        + arguments, environment: environment)
  }

  private func merged(_ directory: String = "run") throws -> Program.Outcome {
    try tuner.run([
      "merge", place.path + "/" + directory, "--errors", place.path + "/errors.ndjson",
    ])
  }

  /// Expects that a shard was analysed.
  ///
  /// The shards depend on the random path of the recordings. One of 500 holds the bad one alone,
  /// and ends with 2.
  private func expectAnalysed(_ outcome: Program.Outcome) {
    let isOfBadAlone =
      outcome.errors.contains(": 0 recordings analysed,")
      && outcome.errors.contains("; 1 could not be used,")
    #expect(outcome.status == 2 ? isOfBadAlone : outcome.status < 2, "\(outcome.errors)")
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: place.path + "/" + name, encoding: .utf8)
  }

  private func plain(_ arguments: [String] = ["-f", "ndjson"]) throws -> String {
    try tuner.run(["analyze"] + arguments + good).output
  }

  @Test("the merge has the bytes of tuner analyze over the sorted names", arguments: [1, 3, 20])
  func mergeIsPlain(count: Int) throws {
    var failures = 0
    for number in 1...count {
      let outcome = try batch(["--shard", "\(number)/\(count)", "-j", "\(1 + number % 3)"])
      // A shard of nothing but the bad recording ends with 2.
      #expect([0, 1, 2].contains(outcome.status), "\(outcome.errors)")
      if outcome.status != 0 { failures += 1 }
    }
    #expect(failures == 1)
    let merge = try merged()
    #expect(merge.status == 0, "\(merge.errors)")
    #expect(merge.output == (try plain()))
    let shards = count == 1 ? "1 shard" : "\(count) shards"
    #expect(merge.errors == "tuner: merged 8 recordings of \(shards); 1 could not be used\n")
    let errors = try text("errors.ndjson")
    #expect(errors.hasPrefix("{\"file\":\"\(names[8])\",\"status\":\"failed\",\"reason\":\""))
    #expect(errors.split(separator: "\n").count == 1)
  }

  @Test("csv names the recording in every row, below one row of names")
  func csv() throws {
    for number in 1...2 {
      _ = try batch(["--shard", "\(number)/2", "-f", "csv", "--frames"])
    }
    let lines = try merged().output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("file,from_s,to_s,time_s,frequency_hz,") == true)
    let expected = try good.flatMap { name in
      try tuner.run(["analyze", "-f", "csv", "--frames", name]).output.split(separator: "\n")
        .dropFirst().map { "\(name),,,\($0)" }
    }
    #expect(lines.dropFirst().map(String.init) == expected)
  }

  @Test(
    "the options of the records reach the workers",
    arguments: [["--strum"], ["--strum", "--frames"], ["--smooth", "--channel", "1"]])
  func optionsOfRecords(arguments: [String]) throws {
    #expect(try batch(arguments).status == 1)
    #expect(try merged().output == plain(["-f", "ndjson"] + arguments))
  }

  @Test(
    "a format that can't be appended gets a file for each recording, in two levels of folders",
    arguments: ["run", "caf\u{E9}"])
  func separateFiles(directory: String) throws {
    #expect(try batch(["-f", "jams"], in: directory).status == 1)
    let journal = try text("\(directory)/0001-of-0001.journal.ndjson").split(separator: "\n")
    let results = journal.compactMap { line in
      line.firstRange(of: "\"result\":\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
    }
    #expect(results.count == 8)
    for result in results {
      #expect(result.split(separator: "/").map(\.count) == [2, 2, 37])
      #expect(try text("\(directory)/\(result)").hasPrefix("{"))
    }
    let merge = try merged(directory)
    #expect(merge.status == 2)
    #expect(merge.errors.contains("a file for each recording"))
  }

  @Test(
    "a second run does nothing, a growing list only what is new, and a changed file is done again")
  func grows() throws {
    #expect(try batch([]).status == 1)
    let first = try text("run/0001-of-0001.ndjson")
    let refused = try batch([])
    #expect(refused.status == 2)
    #expect(refused.errors.contains("Add --resume"))
    let again = try batch(["--resume"])
    #expect(again.status == 1)
    #expect(again.errors.contains("0 recordings analysed"))
    #expect(again.errors.contains("9 done before"))
    #expect(try text("run/0001-of-0001.ndjson") == first)
    let new = try place.write(WAVE.floats(WAVE.pluck(330, seconds: 0.8)), to: "in/0-new.wav")
    try place.write(WAVE.floats(WAVE.pluck(200, seconds: 0.9)), to: "in/3.wav")
    try place.write(Data((names + [new, new]).joined(separator: "\n").utf8), to: "list")
    let grown = try batch(["--resume"])
    #expect(grown.errors.contains("2 recordings analysed"), "\(grown.errors)")
    #expect(
      try merged().output
        == tuner.run(["analyze", "-f", "ndjson"] + (good + [new]).sorted()).output)
    let retried = try batch(["--resume", "--retry-failed"])
    #expect(
      retried.errors.contains("9 done before; 1 named again; 1 could not be used"),
      "\(retried.errors)")
  }

  @Test("other settings, other shards and unfinished runs are refused")
  func refusals() throws {
    expectAnalysed(try batch(["--shard", "1/2"]))
    let unfinished = try merged()
    #expect(unfinished.status == 2)
    #expect(unfinished.errors.contains("1 of 2 shards is missing: 2. Run it"))
    let settings = try batch(["--shard", "1/2", "--resume", "--a4", "442"])
    #expect(settings.status == 2)
    #expect(settings.errors.contains(#"a4 "440" instead of a4 "442""#), "\(settings.errors)")
    #expect(try batch(["--shard", "1/3", "--resume"]).status == 2)
    expectAnalysed(try batch(["--shard", "2/2", "--a4", "442"]))
    #expect(try merged().errors.contains("other settings"))
  }

  @Test("a merge replaces no file of its run, under any name")
  func sparesRun() throws {
    #expect(try batch([]).status == 1)
    let shard = place.path + "/run/0001-of-0001"
    let link = place.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: shard + ".journal.ndjson")
    let run = place.path + "/run"
    let before = try FileManager.default.contentsOfDirectory(atPath: run).sorted().map {
      try text("run/\($0)")
    }
    for arguments in [
      ["-o", shard + ".ndjson"], ["-o", shard + ".journal.ndjson"], ["-o", link],
      ["-o", place.path + "/out", "--errors", shard + ".errors.ndjson"],
    ] {
      let outcome = try tuner.run(["merge", run] + arguments)
      #expect(outcome.status == 2, "\(arguments)")
      #expect(outcome.errors.contains("this is a file of the run"), "\(outcome.errors)")
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: run).sorted().map {
      try text("run/\($0)")
    }
    #expect(after == before)
    #expect(!FileManager.default.fileExists(atPath: place.path + "/out"))
    #expect(try merged().output == plain())
  }

  @Test("an empty option overrides its variable in every worker")
  func emptyOption() throws {
    let outcome = try batch(["--stretch", ""], environment: ["TUNER_STRETCH": "6=0.0001"])
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(try merged().output == plain())
  }

  @Test("the task of a Slurm job array is the shard")
  func jobArray() throws {
    for task in 0..<2 {
      let outcome = try batch(
        [],
        environment: [
          "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_COUNT": "2",
          "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "1",
        ])
      #expect(outcome.errors.contains("shard \(task + 1) of 2"))
    }
    #expect(try merged().output == plain())
  }

  /// Starts a batch whose list begins with a pipe, and waits until a worker reads the pipe.
  private func startWithPipe(_ arguments: [String]) throws -> (RunningProgram, FileHandle) {
    let pipe = place.path + "/in/pipe.wav"
    #expect(mkfifo(pipe, 0o600) == 0)
    try place.write(Data(([pipe] + names).joined(separator: "\n").utf8), to: "list")
    let running = try tuner.start(
      ["analyze", "--files-from", place.path + "/list", "--batch", place.path + "/run", "-j", "1"]
        + arguments)
    // This waits for the reader.
    return (running, try #require(FileHandle(forWritingAtPath: pipe)))
  }

  @Test("a recording that hangs ends after --timeout, and the others are done")
  func hangs() throws {
    let (running, pipe) = try startWithPipe(["--timeout", "0.5"])
    let outcome = try running.finish()
    try pipe.close()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("8 recordings analysed"))
    _ = try merged()
    #expect(try text("errors.ndjson").contains("longer than 0.5 s"))
  }

  @Test("SIGTERM finishes the recording in progress and ends with 75; --resume does the rest")
  func stops() throws {
    let (running, pipe) = try startWithPipe([])
    kill(running.identifier, SIGTERM)
    // The signal is pending before the recording can end.
    try pipe.write(contentsOf: WAVE.floats(WAVE.pluck(147, seconds: 0.8)))
    try pipe.close()
    let outcome = try running.finish()
    #expect(outcome.status == 75, "\(outcome.errors)")
    #expect(outcome.errors.contains("1 recording analysed"), "\(outcome.errors)")
    #expect(try merged().status == 2)
    try place.write(Data(names.joined(separator: "\n").utf8), to: "list")
    #expect(try batch(["--resume"]).errors.contains("8 recordings analysed"))
    #expect(try merged().output.hasSuffix(try plain().suffix(100)))
  }

  @Test("a killed run goes on, and its merge has the bytes of an undisturbed one")
  func killed() throws {
    let (running, pipe) = try startWithPipe([])
    kill(running.identifier, SIGKILL)
    #expect(try running.finish().status == -1)
    try pipe.close()
    try FileManager.default.removeItem(atPath: place.path + "/in/pipe.wav")
    try place.write(Data(names.joined(separator: "\n").utf8), to: "list")
    #expect(try batch(["--resume"]).status == 1)
    #expect(try merged().output == plain())
  }

  @Test("a recording that needs more than --memory fails, and the others are done")
  func memory() throws {
    // The decoder of FLAC keeps a block of metadata in memory, here one of 16 MiB.
    let flac = place.path + "/tone.flac"
    #expect(try tuner.run(["tone", "A2", "--seconds", "1", "-o", flac]).status == 0)
    let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: flac)))
    let streamEnd = 8 + (Int(sound[5]) << 16 | Int(sound[6]) << 8 | Int(sound[7]))
    #expect(sound[..<4] == Array("fLaC".utf8)[...])
    // The first block is no longer the last one; the second is of the kind "application".
    let first = [sound[4] & 0x7F] + sound[5..<streamEnd]
    let size = (1 << 24) - 1
    let second = [2, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: size)
    try place.write(
      Data(sound[..<4] + first + second + sound[streamEnd...]), to: "in/big.flac")
    try place.write(Data("\(names[0])\n\(place.path)/in/big.flac\n".utf8), to: "list")
    let enough = try batch([], in: "enough")
    #expect(enough.status == 0, "\(enough.errors)")
    let little = try batch(["--memory", "16"], in: "little")
    #expect(little.status == 1, "\(little.errors)")
    #expect(little.errors.contains("1 recording analysed"))
    #expect(try text("little/0001-of-0001.errors.ndjson").contains("big.flac"))
  }

  @Test("the status is 0 where all recordings could be used, 1 for some and 2 for none")
  func statuses() throws {
    let (good, bad) = (names[0], names[names.count - 1])
    for (status, list) in [[good], [good, bad], [bad]].enumerated() {
      let arguments = ["analyze", "--batch", place.path + "/status\(status)"] + list
      #expect(try tuner.run(arguments).status == status)
    }
  }

  @Test("--max-failures ends a run, and the next one goes on")
  func failures() throws {
    let outcome = try batch(["--max-failures", "0", "-j", "1"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("ended after 1 failure. To allow more, raise --max-failures"))
    #expect(try batch(["--resume"]).status == 1)
    #expect(try merged().output == plain())
  }

  @Test(
    "a full disk ends a run, and it goes on when there is room",
    .enabled(if: SmallDisk.canBeMade, "only root can mount a file system"))
  func fullDisk() throws {
    let disk = try SmallDisk(kilobytes: 256)
    let filler = disk.path + "/filler"
    try Data(count: 252 << 10).write(to: URL(fileURLWithPath: filler))
    let arguments = [
      "analyze", "--files-from", place.path + "/list", "--batch", disk.path + "/run", "--frames",
      "--rate", "100", "--resume",
    ]
    let full = try tuner.run(arguments)
    #expect(full.status == 2)
    #expect(full.errors.contains("Make room"), "\(full.errors)")
    try FileManager.default.removeItem(atPath: filler)
    #expect(try tuner.run(arguments).status == 1)
    let merge = try tuner.run(["merge", disk.path + "/run"])
    #expect(merge.output == (try plain(["-f", "ndjson", "--frames", "--rate", "100"])))
  }

  @Test("progress goes to a descriptor as ndjson, and to a terminal only")
  func progress() throws {
    let quiet = try batch([])
    #expect(quiet.errors.split(separator: "\n").count == 1)
    let shell = Program(path: "/bin/sh")
    let outcome = try shell.run([
      "-c", #""$0" analyze --files-from "$1" --batch "$2" -q --progress-fd 3 3>&1 >/dev/null"#,
      tuner.path, place.path + "/list", place.path + "/other",
    ])
    #expect(outcome.errors == "")
    let last = try #require(outcome.output.split(separator: "\n").last)
    #expect(
      last.hasPrefix(#"{"schema":"tuner.progress/1","done":9,"total":9,"analysed":8,"failed":1"#))
    #expect(try batch(["--progress-fd", "77"], in: "third").status == 2)
    // The number of recordings in a pipe is known at its end.
    let piped = try shell.run([
      "-c",
      #"cat "$1" | "$0" analyze --files-from - --batch "$2" -q --progress-fd 3 3>&1 >/dev/null"#,
      tuner.path, place.path + "/list", place.path + "/piped",
    ])
    let end = try #require(piped.output.split(separator: "\n").last)
    #expect(end.hasPrefix(#"{"schema":"tuner.progress/1","done":9,"total":9,"#), "\(end)")
  }

  @Test("a manifest names parts of recordings; their times count from the part")
  func parts() throws {
    let notes: [[Float]] = [WAVE.pluck(110, seconds: 1), WAVE.pluck(147, seconds: 1)]
    let long = try place.write(WAVE.floats(notes[0] + notes[1]), to: "long.wav")
    let second = try place.write(WAVE.floats(notes[1]), to: "second.wav")
    try place.write(
      Data(
        """
        {"path": "\(long)", "start_s": 1, "end_s": 2}
        {"path": "\(long)", "start_s": 0, "end_s": 1}
        {"path": "\(long)", "start_s": 5}
        {"path": 5}

        """.utf8), to: "manifest")
    let outcome = try tuner.run([
      "analyze", "--manifest", place.path + "/manifest", "--batch", place.path + "/run",
    ])
    #expect(outcome.status == 1)
    let lines = try merged().output.split(separator: "\n").map(String.init)
    let heads = lines.indices.filter { lines[$0].contains("\"schema\"") }
    #expect(heads.count == 2)
    #expect(lines[heads[1]].contains("\"from_s\":1,\"to_s\":2"))
    let alone = try tuner.run(["analyze", "-f", "ndjson", second]).output.split(separator: "\n")
    let expected: [String] = alone.dropFirst().map { String($0) }
    #expect(Array(lines[(heads[1] + 1)...]) == expected)
    let errors = try text("errors.ndjson")
    #expect(errors.contains("before the part begins"))
    #expect(errors.contains("has another type"))
    let plain = try tuner.run(["analyze", "-f", "ndjson", "--manifest", place.path + "/manifest"])
    #expect(plain.status == 2)
    let written: [String] = plain.output.split(separator: "\n").map { String($0) }
    #expect(Set(written) == Set(lines))
  }
}
