// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("Wrong usage")
struct UsageErrorTests {
  private func settings(_ flags: [SettingSources.Name: String]) throws -> AnalysisSettings {
    try SettingSources(flags: flags.mapValues { $0 }, environment: [:]).validated()
  }

  private func tones(
    _ note: String?, _ flags: [SettingSources.Name: String] = [:], rate: Int = 48_000
  ) throws -> [Hertz] {
    try ToneSequence(
      note: note, target: try settings(flags).target,
      tone: Tone(wave: .sine, seconds: 1, level: Decibels(-6)), sampleRate: SampleRate(rate)
    ).frequencies
  }

  @Test("a tone needs a note or strings, a supported octave, and a sufficient sample rate")
  func refusesTones() throws {
    #expect(throws: ToneError.noStrings) { try tones(nil, [.tuning: "chromatic"]) }
    #expect(throws: ToneError.farOctave(note: "C12")) { try tones("C12") }
    let high = try #require(tones("E9").first)
    #expect(throws: ToneError.tooHigh(high, SampleRate(8000))) { try tones("E9", rate: 8000) }
    #expect {
      try tones("H2")
    } throws: {
      if case .unreadableNote = $0 as? ToneError { true } else { false }
    }
    #expect(throws: ToneError.unknownEnding(path: "/nowhere/tone.mp4")) {
      try ToneFile(path: "/nowhere/tone.mp4").write(
        ToneSequence(
          note: "A4", target: try settings([:]).target,
          tone: Tone(wave: .sine, seconds: 1, level: Decibels(-6)), sampleRate: SampleRate(8000)))
    }
  }

  @Test("the tones of a tuning are its strings from the highest number to 1, or the locked one")
  func findsTones() throws {
    #expect(try tones(nil).count == 6)
    let low = try #require(tones(nil, [.string: "6"]).first)
    #expect(try tones(nil, [.string: "6"]).count == 1)
    // E2 in equal temperament from A4 = 440 Hz: 440·2^(−29/12).
    #expect(abs(low.value - 82.4069) < 1e-4)
    // Of a ukulele, string 3 is the lowest.
    let ukulele = try tones(nil, [.tuning: "ukulele"])
    #expect(
      try ukulele
        == ["4", "3", "2", "1"].flatMap { try tones(nil, [.tuning: "ukulele", .string: $0]) })
    #expect(ukulele.min() == ukulele[1])
  }

  @Test("a format is found only by its name")
  func findsFormats() throws {
    #expect(try AnalysisFormat(named: "midi") == .midi)
    #expect(throws: UnknownFormatError(name: "xml")) { try AnalysisFormat(named: "xml") }
    #expect(
      "\(UnknownFormatError(name: "xml"))"
        == "There is no format \"xml\". Choose from: text, json, ndjson, csv, labels, jams, svl, midi"
    )
  }

  private func pitch(_ hertz: String) throws -> SoundedPitch {
    try SoundedPitch(argument: hertz) { Issue.record("\($0)") }
  }

  @Test("the advice on the saddle needs two notes an octave apart")
  func refusesIntervals() throws {
    let open = try pitch("110")
    let tolerance = try TuningTolerance(inTune: Cents(2))
    #expect {
      _ = try BridgeAdvice(
        open: open, fretted: try pitch("165"), scaleLength: 650, tolerance: tolerance)
    } throws: {
      "\($0)".hasPrefix(
        "The second note lies 7.0 semitones above the first, which is nearest to fret 7, and not 12 "
          + "above it.")
    }
    // 233 Hz is 99 cents sharp of the octave: the thirteenth fret.
    for (hertz, heard) in [
      ("233", "13.0 semitones above the first, which is nearest to fret 13, and"),
      ("208", "11.0 semitones above the first, which is nearest to fret 11, and"),
      ("55", "12.0 semitones below the first, and"),
    ] {
      let error = #expect(throws: BridgeAdviceError.self) {
        _ = try BridgeAdvice(
          open: open, fretted: try pitch(hertz), scaleLength: 650, tolerance: tolerance)
      }
      #expect(error?.description.contains(heard) == true, "\(hertz)")
    }
    let advice = try BridgeAdvice(
      open: open, fretted: try pitch("221"), scaleLength: 650, tolerance: tolerance)
    // 1200·log2(221/220) = 7.85 cents.
    #expect(advice.text.contains("7.9 cents sharp"))
    #expect(throws: SoundedPitchError(argument: "5")) { try pitch("5") }
  }

  @Test("chromatic mode has no strings to show")
  func refusesChromatic() throws {
    let target = try settings([.tuning: "chromatic"]).target
    #expect(throws: TuningSheetError.noStrings) { try TuningSheet(target) }
  }

  @Test("a figure shows one recording")
  func refusesSeveral() {
    let inputs = BatchInputs(["a.wav", "b.wav"], isRecursive: false)
    #expect(throws: BatchFiguresError.severalRecordings(count: 2)) {
      try BatchFigures(plot: "a.svg", page: nil).prepare(sparing: inputs)
    }
  }
}
