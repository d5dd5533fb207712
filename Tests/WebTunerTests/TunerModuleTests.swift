// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import PitchDetection
import TestSignals
import Testing
import TunerPipeline
import TunerState
import Tuning

@testable import WebTuner

@Suite("The module of a web page")
struct TunerModuleTests {
  private static let rate = 48000

  /// An E2 that is five cents flat, with eight partials.
  private func string(seconds: Double = 1) -> [Float] {
    let frequency = 82.406_889_228_217_48 * pow(2, -5.0 / 1200)
    return makeSamples(Int(seconds * Double(Self.rate))) { index in
      let time = Double(index) / Double(Self.rate)
      let (amplitude, phase) = (0.1 * exp(-time), 2 * Double.pi * frequency * time)
      return singleSumOfPartials(1...8) { n in amplitude / n * sin(n * phase) }
    }
  }

  private func readings(
    _ module: TunerModule, of samples: [Float], chunk: Int = 128
  ) -> [ModuleReading] {
    var readings: [ModuleReading] = []
    for start in stride(from: 0, to: samples.count, by: chunk) {
      let piece = samples.span.extracting(start..<min(start + chunk, samples.count))
      module.append(piece.count, of: piece)
      while let reading = module.result(in: piece) { readings.append(reading) }
    }
    return readings
  }

  @Test("gives the results of the pipeline, to the bit", arguments: [128, 1000, 8192])
  func results(chunk: Int) throws {
    let samples = string()
    let module = TunerModule()
    try module.prepare(hertz: Self.rate)
    let rate = SampleRate(Self.rate)
    var pipeline = try TunerPipeline(
      sampleRate: rate, updateRate: .standard,
      classifier: PitchClassifier(selection: .strings(.standard)),
      detector: PitchEngine(DetectorConfiguration(sampleRate: rate)))
    var expected: [PitchResult] = []
    var cursor = 0
    while let result = pipeline.nextResult(in: samples.span, from: &cursor) {
      expected.append(result)
    }
    #expect(readings(module, of: samples, chunk: chunk).map(\.result) == expected)
    #expect(expected.count == 20)
  }

  @Test("live sound has a gap of one sample before the detectors' counts overflow")
  func longSound() throws {
    let samples = string(seconds: 2.5)
    let heard = try [(1, false), (1, true), (86_400, false)].map { seconds, isRecording in
      let module = TunerModule()
      module.longestSeconds = seconds
      try module.prepare(hertz: Self.rate, isRecording: isRecording)
      return readings(module, of: samples, chunk: 4800).map(\.result)
    }
    let (broken, recorded, unbroken) = (heard[0], heard[1], heard[2])
    #expect(broken.map(\.timestamp) == unbroken.map(\.timestamp))
    // The detector begins again after 1 s, in the chunk that exceeds it, and after 1.1 s more.
    let differing = broken.indices.filter { broken[$0].estimate != unbroken[$0].estimate }
    #expect(differing.first == 20)
    #expect(differing.contains(42))
    #expect(abs((broken.last?.cents?.value ?? 99) + 5) < 0.5)
    // A recording is shorter, and has no gap.
    #expect(recorded.map(\.estimate?.frequency) == unbroken.map(\.estimate?.frequency))
  }

  @Test("shows E2 five cents flat within half a second")
  func shows() throws {
    let module = TunerModule()
    try module.prepare(hertz: Self.rate)
    let reading = try #require(readings(module, of: string(seconds: 0.5)).last)
    #expect(abs((reading.result.cents?.value ?? 99) + 5) < 0.5)
    #expect(module.view.tuningState == .inTune)
    #expect(module.view.state.spelledNote?.description == "E2")
  }

  @Test("a second stream is confirmed as the first one was, though its time begins at zero again")
  func secondStream() throws {
    let module = TunerModule()
    try module.set("confirmationHold", to: 1)
    let samples = string(seconds: 2)
    for count in 1...2 {
      try module.prepare(hertz: Self.rate)
      _ = readings(module, of: samples)
      #expect(module.feedbackCount == count)
      module.stop()
    }
  }

  @Test("allocates nothing for a result, and the counter finds an allocation")
  func allocations() throws {
    let module = TunerModule()
    try module.prepare(hertz: Self.rate)
    let (memory, samples) = (ModuleMemory(), string(seconds: 3))
    var (steady, results) = (0, 0)
    for start in stride(from: 0, to: samples.count - 128, by: 128) {
      let piece = samples.span.extracting(start..<start + 128)
      headstock_allocations_begin()
      module.append(piece.count, of: piece)
      if let reading = module.result(in: piece) {
        memory.write(reading)
        memory.write(module.view, feedbackCount: module.feedbackCount)
        results += 1
      }
      steady += headstock_allocations_end()
    }
    #expect(results > 50)
    #expect(steady == 0)
    headstock_allocations_begin()
    try module.set("tuning", to: "drop_d")
    let counted = headstock_allocations_end()
    #expect(counted > 0 || headstock_allocations_are_counted() == 0)
  }

  @Test("a sentence ends where the text ends")
  func ends() {
    let memory = ModuleMemory()
    defer { withExtendedLifetime(memory) {} }
    #expect(memory.write("a long sentence") == 15)
    #expect(memory.write("short") == 5)
    #expect(String(cString: memory.text) == "short")
  }

  @Test("rounds A4 to hundredths of a hertz before its range is checked")
  func roundsReference() throws {
    let module = TunerModule()
    for (given, counts) in [(490.004, 490.0), (389.996, 390), (440.123, 440.12)] {
      try module.set("a4", to: given)
      #expect(module.view.settings.values.a4.a4.value == counts)
    }
    for given in [490.006, 389.994] {
      #expect(throws: ModuleFailure.self) { try module.set("a4", to: given) }
    }
  }

  @Test("refuses values that the reducer refuses, with its sentence")
  func refuses() {
    let module = TunerModule()
    #expect(throws: ModuleFailure.self) { try module.set("a4", to: 300) }
    #expect(throws: ModuleFailure.self) { try module.set("capo", to: 99) }
    #expect(throws: ModuleFailure.self) { try module.set("tuning", to: "no tuning") }
    #expect(throws: ModuleFailure.self) { try module.set("colour", to: "red") }
    #expect(throws: ModuleFailure.self) { try module.prepare(hertz: 100) }
    #expect(module.view.settings.values.a4 == .concert)
    #expect(module.view.capo == 0)
  }

  @Test("a choice changes the targets of the stream that runs")
  func chooses() throws {
    let module = TunerModule()
    try module.prepare(hertz: Self.rate)
    try module.set("tuning", to: "Drop D")
    let reading = try #require(readings(module, of: string()).last)
    #expect(reading.result.cents == nil)
    #expect(reading.result.guidance?.string.spelling.description == "D2")
  }

  @Test("every number has a name, once")
  func fields() {
    let names = ModuleField.allCases.map { "\($0.name)" }
    // The first are those of headstock_result.
    #expect(names.prefix(4) == ["position", "onset", "time_s", "frequency_hz"])
    #expect(Set(names).count == ModuleField.allCases.count)
  }

  @Test("texts outside the memory are refused")
  func texts() {
    let memory = ModuleMemory()
    defer { withExtendedLifetime(memory) {} }
    #expect(memory.read(from: 0, count: Int32(ModuleMemory.textCount)) != nil)
    #expect(memory.read(from: 1, count: Int32(ModuleMemory.textCount)) == nil)
    #expect(memory.read(from: -1, count: 2) == nil)
    #expect(memory.read(from: 0, count: -1) == nil)
    memory.text[0] = 0xFF
    #expect(memory.read(from: 0, count: 1) == nil)
  }
}
