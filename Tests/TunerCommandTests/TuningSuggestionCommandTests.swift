// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze and check: another tuning, and another A4")
struct TuningSuggestionCommandTests {
  private let tuner = Program("tuner")
  /// The strings of a bass, E1 A1 D2 G2, in hertz.
  private static let bass = [41.2034, 55, 73.4162, 97.9989]
  /// The strings of a guitar, E2 A2 D3 G3 B3 E4, in hertz.
  private static let guitar = [82.4069, 110, 146.8324, 195.9977, 246.9417, 329.6276]

  private func recordings(
    _ pitches: [Double], flatBy cents: Double = 0
  ) throws -> (TemporaryDirectory, [String]) {
    let files = try TemporaryDirectory(holding: [:])
    for (index, pitch) in pitches.enumerated() {
      let samples = WAVE.pluck(pitch * exp2(-cents / 1200), seconds: 2.5)
      try files.write(WAVE.floats(samples), to: "\(index).wav")
    }
    let whole = pitches.flatMap { WAVE.pluck($0 * exp2(-cents / 1200), seconds: 2.5) }
    try files.write(WAVE.floats(whole), to: "all.wav")
    return (files, pitches.indices.map { files.path + "/\($0).wav" })
  }

  @Test("a bass against a guitar's tuning names the bass, in one recording and in several")
  func bass() throws {
    let (files, paths) = try recordings(Self.bass)
    let one = try tuner.run(["analyze", files.path + "/all.wav"])
    #expect(
      one.output.contains("The notes fit another tuning: Bass. Choose it with: -t bass_standard"))
    let several = try tuner.run(["analyze"] + paths)
    #expect(several.errors.contains("-t bass_standard"))
    let check = try tuner.run(["check"] + paths)
    #expect(check.status == 1 && check.errors.contains("-t bass_standard"))
    #expect(!(try tuner.run(["check", "-q"] + paths)).errors.contains("-t bass_standard"))
  }

  @Test("--tuning auto takes the tuning of all recordings together")
  func automatic() throws {
    let (files, paths) = try recordings(Self.bass)
    let check = try tuner.run(["check", "-t", "auto"] + paths)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    #expect(check.output.hasSuffix("4 of 4 in tune\n"))
    #expect(check.errors.contains("--tuning auto: bass_standard"))
    let analysis = try tuner.run(["analyze", "-t", "auto", files.path + "/all.wav"])
    #expect(analysis.output.contains("string 4 (E1)") && analysis.status == 0)
    let (others, guitar) = try recordings(Self.guitar, flatBy: 20)
    defer { withExtendedLifetime((files, others)) {} }
    let standard = try tuner.run(["check", "-t", "auto", "--a4", "auto"] + guitar)
    #expect(standard.errors.contains("--tuning auto: standard"))
    // 440 · 2^(−20 / 1200) = 434.95 Hz.
    #expect(standard.errors.contains("--a4 auto: 434.9") && standard.status == 0)
  }

  @Test("auto uses only those parts of recordings that a manifest names")
  func parts() throws {
    let (files, _) = try recordings(Self.bass)
    let sound = (Self.bass + Self.guitar).flatMap { WAVE.pluck($0, seconds: 2.5) }
    let both = try files.write(WAVE.floats(sound), to: "both.wav")
    let guitar = #"{"path": "\#(both)", "start_s": 10}"#
    let manifest = try files.write(Data(guitar.utf8), to: "manifest")
    for (arguments, id) in [([both], "bass_standard"), (["--manifest", manifest], "standard")] {
      let outcome = try tuner.run(["analyze", "-t", "auto"] + arguments)
      #expect(outcome.errors.contains("--tuning auto: \(id),"), "\(outcome.errors)")
    }
  }

  @Test("a guitar that is 20 cents flat is told as such")
  func flat() throws {
    let (files, _) = try recordings(Self.guitar, flatBy: 20)
    let outcome = try tuner.run(["analyze", files.path + "/all.wav"])
    #expect(outcome.output.contains("about 20 cents flat: it fits A4 = 434.9"))
    #expect(!outcome.output.contains("another tuning"))
    let (inTune, _) = try recordings(Self.guitar)
    #expect(!(try tuner.run(["analyze", inTune.path + "/all.wav"])).output.contains("it fits"))
  }

  @Test(
    "auto is refused with its reason where no notes can decide it",
    arguments: [
      ["live", "-t", "auto"], ["analyze", "--strum", "-t", "auto", "x.wav"],
      ["analyze", "--batch", "b", "-t", "auto", "x.wav"], ["tone", "-t", "auto", "-o", "x.wav"],
      ["live", "--a4", "auto"], ["check", "-t", "auto", "-"],
    ])
  func refused(arguments: [String]) throws {
    let files = try TemporaryDirectory(holding: [:])
    let outcome = try tuner.run(arguments, environment: ["HOME": files.path])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains("the notes of whole recordings decide it")
        || outcome.errors.contains("standard input can be read only once"), "\(outcome.errors)")
  }

  @Test("with a capo, tunings behind it are suggested, or the strings without it")
  func capo() throws {
    let (files, _) = try recordings(Self.guitar)
    let forgotten = try tuner.run(["analyze", "--capo", "2", files.path + "/all.wav"])
    #expect(
      forgotten.output.contains(
        "The notes fit another tuning: Standard without a capo. Choose it with: -t standard --capo 0"
      ),
      "\(forgotten.output)")
    let (bass, _) = try recordings(Self.bass.map { $0 * exp2(2.0 / 12) })
    let behind = try tuner.run(["analyze", "--capo", "2", bass.path + "/all.wav"])
    #expect(behind.output.contains("Choose it with: -t bass_standard\n"), "\(behind.output)")
  }

  @Test("an A4 that no open string is near is not found, and the deviation of a far string is told")
  func farAway() throws {
    let (files, paths) = try recordings(Self.guitar, flatBy: 101)
    defer { withExtendedLifetime(files) {} }
    let outcome = try tuner.run(["check", "-t", "standard", "--a4", "auto"] + paths)
    #expect(outcome.status == 2 && outcome.errors.contains("no open string"), "\(outcome.errors)")
    let locked = try tuner.run(["check", "--string", "6", "--a4", "415.06", paths[1]])
    #expect(locked.status == 1)
    #expect(
      locked.output.contains("5.0 semitones sharp of string 6 (E2), OUT"), "\(locked.output)")
  }

  @Test("one pitch is too few for auto")
  func undecided() throws {
    let (files, paths) = try recordings([110])
    defer { withExtendedLifetime(files) {} }
    let outcome = try tuner.run(["analyze", "-t", "auto"] + paths)
    #expect(outcome.status == 2 && outcome.errors.contains("too few"))
    // A pitch between two notes would be in tune with the A4 that it gives.
    let (others, between) = try self.recordings([113])
    defer { withExtendedLifetime(others) {} }
    for command in ["analyze", "check"] {
      let reference = try tuner.run([command, "-t", "chromatic", "--a4", "auto"] + between)
      #expect(reference.status == 2 && reference.errors.contains("--a4"), "\(reference.errors)")
      #expect(reference.errors.contains("too few to find A4"), "\(reference.errors)")
    }
  }

  @Test("real strings of a guitar keep its tuning, and against a bass they suggest it")
  func recordings() throws {
    let (manifest, library) = try GuitarSounds.installed()
    for guitar in ["Wood", "Carbon"] {
      let strings = manifest.recordings.filter { $0.file.hasPrefix(guitar) }
      try #require(strings.count == 6)
      let paths = strings.map { library.path(of: $0, in: manifest) }
      let standard = try tuner.run(["check", "-t", "auto"] + paths)
      #expect(standard.errors.hasPrefix("tuner: --tuning auto: standard"))
      #expect(!standard.errors.contains("another tuning"))
      let bass = try tuner.run(["check", "-t", "bass_standard"] + paths)
      #expect(bass.status == 1 && bass.errors.contains("Choose it with: -t standard\n"))
    }
  }
}
