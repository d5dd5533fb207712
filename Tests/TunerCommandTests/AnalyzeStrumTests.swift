// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import TestSignals
import Testing

@Suite("tuner analyze --strum --frames")
struct AnalyzeStrumTests {
  private let tuner = Program("tuner")
  private static let columns =
    "time_s,string,target_hz,state,frequency_hz,cents,confidence,sigma_cents,onset_s"

  /// One row of the csv.
  private struct Row {
    let time: Double
    let string: Int
    let target: Double
    let state: String
    let frequency: Double?
    let cents: Double?
    let confidence: Double?
    let sigma: Double?
    let onset: Double?

    init(_ line: Substring) throws {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == 9)
      time = try #require(Double(cells[0]))
      string = try #require(Int(cells[1]))
      target = try #require(Double(cells[2]))
      state = cells[3]
      (frequency, cents, confidence, sigma) = (
        Double(cells[4]), Double(cells[5]), Double(cells[6]), Double(cells[7])
      )
      onset = Double(cells[8])
      try #require(cells[8].isEmpty || (onset ?? .infinity) <= time)
      try #require(onset != nil || state != "sounding")
      // Empty, never zero, where nothing was measured.
      let isMeasured = [frequency, cents, confidence, sigma].map { $0 != nil }
      try #require(isMeasured.allSatisfy { $0 == isMeasured[0] })
      try #require(cells[4..<8].allSatisfy { $0.isEmpty == !isMeasured[0] })
      try #require(["sounding", "silent", "unclear"].contains(state))
      if let frequency, let confidence, let sigma {
        try #require(frequency > 0 && sigma > 0 && (0...1).contains(confidence))
        try #require((state == "sounding") == (confidence >= 0.7))
      } else {
        try #require(state != "sounding")
      }
    }
  }

  /// Analyses a recording and checks every row against the contract.
  private func rows(
    _ data: Data, _ options: [String] = [], status: Int32 = 0
  ) throws -> [Row] {
    let files = try TemporaryDirectory(holding: ["chord.wav": data])
    let arguments = ["analyze", "--strum", "--frames", "--format", "csv", "-q"] + options
    let outcome = try tuner.run(arguments + [files.path + "/chord.wav"])
    #expect(outcome.status == status, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.first.map(String.init) == Self.columns)
    return try lines.dropFirst().map { try Row($0) }
  }

  private func samples(_ strum: Strum, rate: Int = 48_000, seconds: Double = 1.15) -> [Float] {
    strum.signal(at: SampleRate(rate), lasting: seconds).render(at: SampleRate(rate))
  }

  private func strum(_ notes: [Int], seed: UInt64) -> Strum {
    var draw = StrumDraw(notes: notes.map(TestNote.init))
    draw.missing = 0
    return draw.strum(seed: seed)
  }

  /// Compares the last second's readings with the truth: all strings but one are answered, within
  /// cents of a stroke at 40 dB.
  private func expect(
    _ rows: [Row], _ strum: Strum, strings: [Int], within limit: Double = 1.5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let time = try #require(rows.last?.time)
    let last = rows.filter { $0.time == time }
    #expect(last.map(\.string) == strings, sourceLocation: sourceLocation)
    var answered = 0
    for (index, row) in last.enumerated() where row.state == "sounding" {
      answered += 1
      let truth = try #require(strum.firstPartial(ofString: index, at: time))
      let frequency = try #require(row.frequency)
      let error = Hertz(frequency).interval(above: truth).magnitude.value
      #expect(error < limit, "string \(row.string)", sourceLocation: sourceLocation)
      let cents = Hertz(frequency).interval(above: Hertz(row.target)).value
      #expect(abs(try #require(row.cents) - cents) < 1e-6, sourceLocation: sourceLocation)
    }
    #expect(answered >= strings.count - 1, sourceLocation: sourceLocation)
  }

  @Test("has a row for each string and update, right for a synthetic stroke, equal in two runs")
  func contract() throws {
    let strum = strum([40, 45, 50, 55, 59, 64], seed: 11)
    let data = WAVE.floats(samples(strum))
    let rows = try rows(data)
    let updates = Int((strum.signal(at: SampleRate(48_000)).duration * 20).rounded(.down))
    #expect(rows.count == 6 * updates)
    for (index, row) in rows.enumerated() {
      #expect(row.string == 6 - index % 6)
      #expect(abs(row.time - Double(index / 6 + 1) / 20) < 1e-9)
      // Equal temperament at 440 Hz, from low to high.
      let targets = [82.4069, 110, 146.8324, 195.9977, 246.9417, 329.6276]
      #expect(abs(row.target - targets[index % 6]) < 1e-3)
    }
    #expect(rows.prefix(6).allSatisfy { $0.state == "silent" && $0.frequency == nil })
    try expect(rows, strum, strings: [6, 5, 4, 3, 2, 1])
    let files = try TemporaryDirectory(holding: ["a.wav": data])
    let arguments = ["analyze", "--strum", "--frames", "-f", "csv", files.path + "/a.wav"]
    let first = try tuner.run(arguments).output
    #expect(first.hasPrefix(Self.columns + "\n0.05,6,82.40688922821748,silent,,,,,\n"))
    #expect(try tuner.run(arguments).output == first)
  }

  @Test("works at every update rate", arguments: [10, 20, 60, 200])
  func updateRates(rate: Int) throws {
    let strum = strum([40, 45, 50, 55, 59, 64], seed: 12)
    let samples = samples(strum)
    let rows = try rows(WAVE.floats(samples), ["--rate", "\(rate)"])
    #expect(rows.count == 6 * (samples.count * rate / 48_000))
    try expect(rows, strum, strings: [6, 5, 4, 3, 2, 1])
  }

  @Test("works at every sample rate", arguments: [16_000, 44_100, 96_000])
  func sampleRates(rate: Int) throws {
    let strum = strum([40, 45, 50, 55, 59, 64], seed: 13)
    let rows = try rows(WAVE.floats(samples(strum, rate: rate), rate: rate))
    try expect(rows, strum, strings: [6, 5, 4, 3, 2, 1])
  }

  @Test("two channels are mixed, or one is chosen")
  func channels() throws {
    let strum = strum([40, 45, 50, 55, 59, 64], seed: 14)
    let samples = samples(strum)
    let both = WAVE.floats(samples.flatMap { [$0, $0] }, channels: 2)
    try expect(rows(both), strum, strings: [6, 5, 4, 3, 2, 1])
    let right = WAVE.floats(samples.flatMap { [0, $0] }, channels: 2)
    try expect(rows(right, ["--channel", "2"]), strum, strings: [6, 5, 4, 3, 2, 1])
    #expect(try rows(right, ["--channel", "1"], status: 1).allSatisfy { $0.state == "silent" })
  }

  @Test(
    "measures the strings of the selected tuning",
    arguments: [
      ("bass_standard", [28, 33, 38, 43]), ("ukulele", [67, 60, 64, 69]),
      ("drop_d", [38, 45, 50, 55, 59, 64]), ("D2 A2 D3 G3 A3 D4", [38, 45, 50, 55, 57, 62]),
    ])
  func tunings(id: String, notes: [Int]) throws {
    let strum = strum(notes, seed: 15)
    let rows = try rows(WAVE.floats(samples(strum)), ["-t", id])
    try expect(rows, strum, strings: (1...notes.count).reversed())
    for (row, note) in zip(rows, notes) {
      #expect(abs(row.target - 440 * exp2(Double(note - 69) / 12)) < 1e-6)
    }
  }

  @Test("capo, reference pitch, temperament and stretch change the targets")
  func targets() throws {
    let strum = strum([42, 47, 52, 57, 61, 66], seed: 16)
    let data = WAVE.floats(samples(strum))
    try expect(rows(data, ["--capo", "2"]), strum, strings: [6, 5, 4, 3, 2, 1])
    // 1200·log2(445/440) = 19.5 cents.
    let high = try rows(data, ["--capo", "2", "--a4", "445"])
    let plain = try rows(data, ["--capo", "2"])
    for (left, right) in zip(high, plain) {
      #expect(abs(left.target / right.target - 445.0 / 440) < 1e-9)
    }
    for options in [["--temperament", "pythagorean"], ["--stretch", "6=0.0003"]] {
      let moved = try rows(data, ["--capo", "2"] + options)
      #expect(moved.map(\.target) != plain.map(\.target))
      try expect(moved, strum, strings: [6, 5, 4, 3, 2, 1])
    }
  }

  @Test("the octave courses of a twelve-string have a row each, a unison course has one")
  func courses() throws {
    let strum = strum([40, 52, 45, 57, 50, 62, 55, 67, 59, 64], seed: 17)
    let id = "E2 E3 A2 A3 D3 D4 G3 G4 B3 B3 E4 E4"
    let rows = try rows(WAVE.floats(samples(strum)), ["-t", id])
    let last = try #require(rows.last?.time)
    #expect(
      rows.filter { $0.time == last }.map(\.string) == [12, 11, 10, 9, 8, 7, 6, 5, 4, 2])
    for row in rows where row.state == "sounding" {
      #expect(try #require(row.cents).magnitude < 150)
    }
  }

  @Test("a single string sounds, and the others do not")
  func oneString() throws {
    var strum = strum([40, 45, 50, 55, 59, 64], seed: 18)
    for index in strum.voices.indices where index != 2 { strum.voices[index].isPlayed = false }
    let rows = try rows(WAVE.floats(samples(strum)))
    #expect(Set(rows.filter { $0.state == "sounding" }.map(\.string)) == [4])
  }

  @Test("silence, samples that are no numbers and very short files give no reading and end with 1")
  func nothing() throws {
    let signals: [(samples: [Float], count: Int)] = [
      ([Float](repeating: 0, count: 48_000), 120), ([Float](repeating: .nan, count: 24_000), 60),
      ([Float](repeating: 0.1, count: 100), 0),
    ]
    for (samples, count) in signals {
      let rows = try rows(WAVE.floats(samples), status: 1)
      #expect(rows.count == count)
      #expect(rows.allSatisfy { $0.state == "silent" && $0.frequency == nil })
    }
  }

  @Test("a file without samples is refused with a remedy")
  func empty() throws {
    let files = try TemporaryDirectory(holding: ["a.wav": WAVE.floats([])])
    let outcome = try tuner.run(["analyze", "--strum", files.path + "/a.wav"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("holds no samples. Record it again"), "\(outcome.errors)")
  }

  @Test(
    "options that contradict --strum are refused with a remedy",
    arguments: [
      (["--notes"], "leave out --notes"), (["--smooth"], "leave out --smooth or --strum"),
      (["-f", "midi"], "leave out --strum"),
      (["-t", "chromatic"], "Name a tuning with -t"), (["--detector", "yin"], "Leave this out"),
      (["--detector", "engine"], "Leave this out"), (["--min-hz", "60"], "Leave this out"),
      (["--max-hz", "900"], "Leave this out"), (["--hysteresis", "1"], "Leave this out"),
      (["--string", "3"], "Leave one of the two out"), (["--pitch", "period"], "--pitch partial"),
      (["-t", "G3 D4 A4 A5"], "Choose another tuning or capo"),
    ])
  func refusals(options: [String], remedy: String) throws {
    let files = try TemporaryDirectory(holding: ["a.wav": WAVE.floats([0])])
    let outcome = try tuner.run(["analyze", "--strum"] + options + [files.path + "/a.wav"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
  }

  @Test("options that agree with --strum are allowed, and a contradicting variable is named")
  func allowed() throws {
    let files = try TemporaryDirectory(holding: ["a.wav": WAVE.floats([0])])
    let path = files.path + "/a.wav"
    let outcome = try tuner.run([
      "analyze", "--strum", "--pitch", "partial", "--string", "auto", path,
    ])
    #expect(outcome.status == 1)
    let named = try tuner.run(["analyze", "--strum", path], environment: ["TUNER_DETECTOR": "yin"])
    #expect(named.status == 2)
    #expect(named.errors.contains("TUNER_DETECTOR"))
  }
}
