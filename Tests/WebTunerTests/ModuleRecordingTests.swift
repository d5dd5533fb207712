// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import NoteTracking
import PitchDetection
import TestSignals
import Testing
import TunerPipeline
import Tuning

@testable import OfflineAnalysis
@testable import WebTuner

@Suite("The recordings of a web page's module")
struct ModuleRecordingTests {
  private static let rate = SampleRate(48000)
  private static let part = 4096

  /// E2, A2 and E2 again, each for 0.8 s.
  private func notes() -> [Float] {
    [40.0, 45, 40].flatMap { key in
      let frequency = 440 * pow(2, (key - 69) / 12)
      return makeSamples(38_400) { index in
        let time = Double(index) / 48000
        return singleSumOfPartials(1...8) { n in
          let phase = 2 * Double.pi * n * frequency * time
          return 0.1 / n * exp(-2 * time) * sin(phase)
        }
      }
    }
  }

  private func events(_ module: TunerModule, of samples: [Float]) -> [ModuleRecording.Event] {
    for start in stride(from: 0, to: samples.count, by: Self.part) {
      let piece = samples.span.extracting(start..<min(start + Self.part, samples.count))
      module.append(piece.count, of: piece)
      while module.result(in: piece) != nil || module.strumResult(in: piece) != nil {}
    }
    module.finish()
    var events: [ModuleRecording.Event] = []
    while let event = module.recording?.next() { events.append(event) }
    return events
  }

  @Test("finds the notes that the analysis of a recording finds")
  func findsNotes() throws {
    let module = TunerModule()
    try module.prepare(hertz: 48000, isRecording: true)
    let samples = notes() + StrumModuleTests.stroke()
    let found = events(module, of: samples).map { event -> TrackedNote? in
      if case .note(let note) = event { note } else { nil }
    }
    var analysis = try RecordingAnalysis(
      sampleRate: Self.rate,
      RecordingAnalysis.Configuration(
        updateRate: .standard, classifier: PitchClassifier(selection: .strings(.standard))),
      detector: try ChosenDetector(
        .engine, DetectorConfiguration(sampleRate: Self.rate, detectsSecondString: true)))
    var expected: [TrackedNote?] = []
    let take = { (event: RecordingAnalysis.Event) in
      if case .note(let note) = event { expected.append(note) }
    }
    analysis.append(samples.span, take)
    analysis.finish(take)
    #expect(found == expected)
    #expect(expected.count == 4)
    #expect(expected.last??.isPolyphonic == true)
  }

  @Test("the table of a stroke has the verdicts of the program on each string")
  func judgesStrokes() throws {
    let module = TunerModule()
    try module.set("target", to: "all")
    try module.prepare(hertz: 48000)
    let targets = module.strumTargets
    let heard: [StringReading] = [(3, 1), (-12, 1), (3, 12), (23, 12)].map {
      StringReading(
        state: .sounding, frequency: Hertz(100), deviation: Cents($0), sigma: Cents($1),
        confidence: 0.9)
    }
    let stroke = Stroke(
      start: SamplePosition(0), end: SamplePosition(48_000),
      readings: heard + [.unmeasured(.unclear), .unmeasured(.silent)])
    let memory = ModuleMemory()
    defer { withExtendedLifetime(memory) {} }
    memory.notes.write(stroke, of: targets, .standard, at: Self.rate)
    let values = { (field: StrokeField) in
      targets.indices.map {
        memory.notes.start[NoteTable.headCount + $0 * NoteTable.rowCount + field.rawValue]
      }
    }
    // An error above the window of 10 cents decides only beyond the sum of both.
    #expect(values(.state) == [2, 2, 3, 2, 1, 0])
    #expect(values(.inTune) == [1, 0, 0, 0, 0, 0])
  }

  @Test("finds the strokes that the analysis of a recording finds")
  func findsStrokes() throws {
    let module = TunerModule()
    try module.set("target", to: "all")
    try module.prepare(hertz: 48000, isRecording: true)
    let samples = StrumModuleTests.stroke()
    let found = events(module, of: samples).map { event -> Stroke? in
      if case .stroke(let stroke) = event { stroke } else { nil }
    }
    var analysis = try StrumAnalysis(
      StrumConfiguration(
        tuning: .standard, system: PitchSystem(reference: .concert, temperament: .equal),
        sampleRate: Self.rate), updateRate: .standard)
    var expected: [Stroke?] = []
    let take = { (event: StrumAnalysis.Event) in
      if case .stroke(let stroke) = event { expected.append(stroke) }
    }
    analysis.append(samples.span, take)
    analysis.finish(take)
    #expect(found == expected)
    #expect(expected.count == 1)
  }

  @Test("a choice is refused until the last stroke of a recording was read")
  func keepsTargets() throws {
    let module = TunerModule()
    try module.set("target", to: "all")
    try module.prepare(hertz: 48000, isRecording: true)
    let samples = StrumModuleTests.stroke()
    let half = samples.span.extracting(first: samples.count / 2)
    for start in stride(from: 0, to: half.count, by: Self.part) {
      let piece = half.extracting(start..<min(start + Self.part, half.count))
      module.append(piece.count, of: piece)
      while module.strumResult(in: piece) != nil {}
    }
    let sentence = "A recording is being measured: end it, and read its last note."
    let refused = { (choice: () throws(ModuleFailure) -> Void) -> Bool in
      do throws(ModuleFailure) {
        try choice()
        return false
      } catch {
        return error.sentence == sentence
      }
    }
    #expect(refused { () throws(ModuleFailure) in try module.set("tuning", to: "ukulele") })
    #expect(refused { () throws(ModuleFailure) in try module.set("target", to: "nearest") })
    module.finish()
    #expect(refused { () throws(ModuleFailure) in try module.set("capo", to: 2) })
    #expect(module.strumTargets.count == 6)
    guard case .stroke(let stroke)? = module.recording?.next() else {
      Issue.record("There is no stroke.")
      return
    }
    #expect(stroke.readings.count == 6)
    try module.set("tuning", to: "ukulele")
    #expect(module.strumTargets.count == 4)
    // An ended recording ignores samples.
    #expect(events(module, of: samples).isEmpty)
  }

  @Test("a person's play is no recording")
  func listens() throws {
    let module = TunerModule()
    try module.prepare(hertz: 48000)
    #expect(events(module, of: notes()).isEmpty)
  }

  @Test("the strongest row of a spectrum is that of the tone", arguments: [110.0, 440, 3520])
  func spectrum(frequency: Double) throws {
    var spectrum = try ModuleSpectrum(rate: Self.rate)
    let tone = (0..<24_000).map { Float(sin(2 * .pi * frequency * Double($0) / 48000)) }
    spectrum.append(tone.span)
    let memory = ModuleMemory()
    defer { withExtendedLifetime(memory) {} }
    spectrum.writeLevels(to: memory.levels)
    let levels = (0..<ModuleSpectrum.rowCount).map { memory.levels[$0] }
    let strongest = try #require(levels.indices.max { levels[$0] < levels[$1] })
    let octaves = log2(ModuleSpectrum.highest / ModuleSpectrum.lowest)
    let row = log2(frequency / ModuleSpectrum.lowest) / octaves * Double(ModuleSpectrum.rowCount)
    // A low tone is as wide as several rows.
    #expect(abs(Double(strongest) + 0.5 - row) < (frequency < 200 ? 4 : 1))
  }
}
