// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner live --midi")
struct LiveMIDICommandTests {
  private let tuner = Program("tuner")

  /// The messages of three bytes in a stream.
  private func messages(_ bytes: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: 3).map { Array(bytes[$0..<min($0 + 3, bytes.count)]) }
  }

  /// The keys that sound after the messages.
  private func sounding(_ messages: [[UInt8]]) -> Set<UInt8> {
    messages.reduce(into: []) { keys, message in
      if message[0] == 0x90 { keys.insert(message[1]) }
      if message[0] == 0x80 { keys.remove(message[1]) }
    }
  }

  @Test("writes a note with its bend, and its end behind it")
  func note() throws {
    let silence = [Float](repeating: 0, count: 48000)
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(111, seconds: 1) + silence)
    ])
    let out = files.path + "/out.midi"
    let input = ["live", "-q", "--input", files.path + "/take.wav"]
    let outcome = try tuner.run(input + ["--midi", out])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let sent = messages([UInt8](try Data(contentsOf: URL(fileURLWithPath: out))))
    #expect(sent.allSatisfy { $0.count == 3 })
    // The range of the bend: registered parameter 0, two semitones.
    #expect(sent.prefix(3) == [[0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 2]])
    let on = try #require(sent.firstIndex { $0[0] == 0x90 })
    // 111 Hz is A2, key 45, and 15.67 cents: 8192 (1 + 0.1567 / 2) = 8834.
    #expect(sent[on][1] == 45 && sent[on][2] > 1)
    let bends = sent[6...].filter { $0[0] == 0xE0 }.map { Int($0[1]) | Int($0[2]) << 7 }
    #expect(bends.contains { abs($0 - 8834) < 60 }, "\(bends)")
    #expect(bends.last == 8192)
    #expect(sent.filter { $0[0] == 0x90 }.count == sent.filter { $0[0] == 0x80 }.count)
    #expect(sounding(sent).isEmpty)
    let again = try tuner.run(input + ["--midi", out])
    #expect(again.status == 2 && again.errors.contains("Give another name"))
  }

  // Linux fails each write to /dev/full as on a full disk.
  @Test("messages that are lost on a full disk are an error, told once, also with -q")
  func fullDisk() throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(111, seconds: 1))
    ])
    for format in [["-f", "ndjson"], ["--screen-reader"]] {
      let outcome = try tuner.run(
        ["live", "-q", "--input", files.path + "/take.wav", "--midi", "/dev/full"] + format)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == "tuner: --midi: messages are lost: the disk is full. Make room first\n")
    }
  }

  @Test("a signal ends the note that sounds", arguments: [SIGTERM, SIGINT, SIGHUP])
  func signal(number: Int32) throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 30))
    ])
    let fifo = files.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    let unread = try tuner.run(
      ["live", "-q", "--input", files.path + "/take.wav", "--midi", fifo])
    #expect(unread.status == 2 && unread.errors.contains("Start the program that reads it"))
    let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    let running = try tuner.start(
      ["live", "-q", "--input", files.path + "/take.wav", "--midi", fifo])
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while !bytes.contains(0x90) {
      var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      try #require(poll(&entry, 1, 600_000) > 0)
      let count = read(reader, &block, block.count)
      if count > 0 { bytes += block[..<count] }
    }
    kill(running.identifier, number)
    _ = try running.finish()
    while case let count = read(reader, &block, block.count), count > 0 {
      bytes += block[..<count]
    }
    let sent = messages(bytes)
    #expect(sent.contains { $0[0] == 0x90 } && sounding(sent).isEmpty, "\(sent.suffix(4))")
  }

  @Test("changes nothing of the output, and refuses strokes and what is no receiver")
  func refusals() throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.8))
    ])
    let input = ["live", "--input", files.path + "/take.wav"]
    let plain = try tuner.run(input)
    let sent = try tuner.run(input + ["--midi", files.path + "/out.midi"])
    #expect(sent.status == 0 && sent.output == plain.output)
    let wrong = try tuner.run(input + ["--midi", "nowhere"])
    #expect(wrong.status == 2 && wrong.errors.contains("give port, CLIENT:PORT"))
    let strum = try tuner.run(input + ["--strum", "--midi", "port"])
    #expect(strum.status == 2 && strum.errors.contains("--midi or --strum"))
  }

  @Test(
    "without the sequencer, it says what is missing",
    .enabled(if: access("/dev/snd/seq", F_OK) != 0), arguments: ["port", "128:0"])
  func absent(place: String) throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.2))
    ])
    let outcome = try tuner.run(
      ["live", "--input", files.path + "/take.wav", "--midi", place])
    #expect(outcome.status == 2 && outcome.errors.contains("modprobe snd-seq"))
  }
}
