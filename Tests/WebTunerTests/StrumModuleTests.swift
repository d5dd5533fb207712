// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import PitchDetection
import Testing
import TunerPipeline
import TunerState
import Tuning

@testable import WebTuner

@Suite("The strokes of a web page's module")
struct StrumModuleTests {
  static let rate = 48000
  /// A stroke over a guitar: D3 is 12 cents flat.
  static let detunings = [2.0, -3, -12, 1, 0, 3]

  /// The six strings of a guitar, each with eight partials, 20 ms one after the other.
  static func stroke(_ detunings: [Double] = detunings, seconds: Double = 1.5) -> [Float] {
    var samples = [Float](repeating: 0, count: Int(seconds * Double(rate)))
    for (index, key) in [40, 45, 50, 55, 59, 64].enumerated() {
      let frequency = 440 * pow(2, (Double(key) - 69) / 12 + detunings[index] / 1200)
      let start = Int((0.2 + 0.02 * Double(index)) * Double(rate))
      // A loop over a range takes longer than the sine in unoptimised code.
      var place = start
      while place < samples.count {
        let time = Double(place - start) / Double(rate)
        var (sample, number) = (samples[place], 1.0)
        while number <= 8 {
          let amplitude = 0.05 / number * exp(-(0.5 + 0.25 * number) * time)
          sample += Float(amplitude * sin(2 * .pi * number * frequency * time + number))
          number += 1
        }
        samples[place] = sample
        place += 1
      }
    }
    return samples
  }

  static func listen(
    _ module: TunerModule, to samples: [Float], chunk: Int = 128,
    _ take: (ModuleStrumReading) -> Void
  ) {
    for start in stride(from: 0, to: samples.count, by: chunk) {
      let piece = samples.span.extracting(start..<min(start + chunk, samples.count))
      module.append(piece.count, of: piece)
      while let reading = module.strumResult(in: piece) { take(reading) }
    }
  }

  /// A module that hears strokes.
  static func listening() throws -> TunerModule {
    let module = TunerModule()
    try module.set("target", to: "all")
    try module.prepare(hertz: rate)
    return module
  }

  @Test("gives the results of the pipeline, to the bit", arguments: [128, 1000, 8192])
  func results(chunk: Int) throws {
    let samples = Self.stroke()
    var results: [StrumResult] = []
    Self.listen(try Self.listening(), to: samples, chunk: chunk) { results.append($0.result) }
    let strings = try InstrumentTuning.standard.tunedStrings(
      in: PitchSystem(reference: .concert, temperament: .equal))
    var pipeline = try StrumPipeline(
      StrumConfiguration(StrumTarget.targets(of: strings), sampleRate: SampleRate(Self.rate)),
      updateRate: .standard)
    var expected: [StrumResult] = []
    var cursor = 0
    while let result = pipeline.nextResult(in: samples.span, from: &cursor) {
      expected.append(result)
    }
    #expect(results == expected)
    #expect(expected.count == 30)
  }

  @Test("the table says that D3 is 12 cents flat")
  func table() throws {
    let (module, memory) = (try Self.listening(), ModuleMemory())
    defer { withExtendedLifetime(memory) {} }
    Self.listen(module, to: Self.stroke(seconds: 2)) {
      memory.strum.write($0, module.view.strum, feedbackCount: module.feedbackCount)
    }
    let table = memory.strum.start
    let head = { (field: StrumHeadField) in table[field.rawValue] }
    let row = { (string: Int, field: StrumRowField) in
      table[StrumTable.headCount + string * StrumTable.rowCount + field.rawValue]
    }
    #expect(head(.strings) == 6)
    #expect(head(.strokes) == 1)
    #expect(head(.settledStroke) == 1)
    #expect(head(.allInTune) == 0)
    for (index, cents) in Self.detunings.enumerated() {
      #expect(abs(row(index, .cents) - cents) < 0.1)
      #expect(row(index, .string) == Double(6 - index))
      #expect(row(index, .inTune) == (abs(cents) <= 10 ? 1 : 0))
      #expect(row(index, .brightness) == 1)
      #expect(row(index, .ageS) < 0.2)
    }
    #expect(row(2, .direction) == 1)
    #expect(row(2, .octave) == 3)
    #expect(row(6, .string).isNaN)
  }

  @Test("shows the strokes of another tuner as its own")
  func followed() throws {
    let (measuring, following) = (try Self.listening(), TunerModule())
    let (own, shown) = (ModuleMemory(), ModuleMemory())
    defer { withExtendedLifetime((own, shown)) {} }
    try following.set("target", to: "all")
    var count = 0
    let samples = Self.stroke(seconds: 2) + Self.stroke([9, 0, 0, 0, 0, 0])
    Self.listen(measuring, to: samples) { reading in
      own.strum.write(reading, measuring.view.strum, feedbackCount: measuring.feedbackCount)
      Self.hand(own.strum, to: shown.strum)
      let onset = own.strum.start[StrumHeadField.onset.rawValue] / Double(Self.rate)
      guard
        let result = following.show(
          shown.strum, hertz: Self.rate, time: reading.time, onset: onset)
      else { return }
      shown.strum.write(result, following.view.strum, feedbackCount: following.feedbackCount)
      count += 1
      Self.expectEqual(own.strum, shown.strum, at: reading.time)
    }
    #expect(count > 60)
    #expect(shown.strum.start[StrumHeadField.strokes.rawValue] == 2)
  }

  private static func place(ofString string: Int, _ field: StrumRowField) -> Int {
    StrumTable.headCount + string * StrumTable.rowCount + field.rawValue
  }

  /// Copies the fields of an update that one tuner hands to another.
  private static func hand(_ own: StrumTable, to shown: StrumTable) {
    shown.clear()
    let handed: [StrumRowField] = [
      .string, .updateState, .updateCents, .updateSigmaCents, .updateConfidence,
    ]
    for string in 0..<6 {
      for place in handed.map({ place(ofString: string, $0) }) {
        shown.start[place] = own.start[place]
      }
    }
  }

  /// Expects the same content of the screen in two tables.
  private static func expectEqual(_ own: StrumTable, _ shown: StrumTable, at time: Double) {
    let known: [StrumHeadField] = [
      .position, .timeS, .onset, .strokes, .settledStroke, .allInTune, .feedback, .strings,
    ]
    for field in known {
      let (left, right) = (own.start[field.rawValue], shown.start[field.rawValue])
      #expect(left == right || left.isNaN && right.isNaN, "\(field) at \(time)")
    }
    for string in 0..<6 {
      for field in StrumRowField.allCases where field != .inharmonicity {
        let place = place(ofString: string, field)
        let (left, right) = (own.start[place], shown.start[place])
        let isUpdate = field.rawValue >= StrumRowField.updateState.rawValue
        #expect(
          (left - right).magnitude < 1e-6 || left.isNaN && right.isNaN || isUpdate && left.isNaN,
          "\(field) of \(string) at \(time): \(left), \(right)")
      }
    }
  }

  @Test("refuses strokes that it can't show")
  func refused() throws {
    let module = TunerModule()
    let memory = ModuleMemory()
    defer { withExtendedLifetime(memory) {} }
    let table = memory.strum
    #expect(module.show(table, hertz: Self.rate, time: 1, onset: 0.5) == nil)
    try module.set("target", to: "all")
    for (hertz, time, onset) in [
      (1, 1, 0.5), (Self.rate, .nan, 0.5), (Self.rate, -1, .nan), (Self.rate, 1e12, 0.5),
      (Self.rate, 1, 2.0), (Self.rate, 1, -.infinity),
    ] {
      #expect(module.show(table, hertz: hertz, time: time, onset: onset) == nil)
    }
    #expect(module.show(table, hertz: Self.rate, time: 1, onset: .nan) != nil)
    try module.prepare(hertz: Self.rate)
    #expect(module.show(table, hertz: Self.rate, time: 2, onset: .nan) == nil)
  }

  @Test("one string at a time, and all strings, exclude each other")
  func modes() throws {
    let samples = Self.stroke(seconds: 0.5)
    let module = TunerModule()
    try module.prepare(hertz: Self.rate)
    var count = 0
    Self.listen(module, to: samples) { _ in count += 1 }
    #expect(count == 0)
    try module.set("target", to: "all")
    module.append(samples.count, of: samples.span)
    #expect(module.result(in: samples.span) == nil)
    while module.strumResult(in: samples.span) != nil { count += 1 }
    #expect(count == 10)
    try module.set("target", to: "nearest")
    module.append(samples.count, of: samples.span)
    #expect(module.strumResult(in: samples.span) == nil)
    // Strokes and single strings share one stream: 0.5 s of it were measured as strokes.
    #expect(module.result(in: samples.span)?.result.timestamp == SamplePosition(26_400))
  }

  @Test("a change of strings changes the strings that are measured")
  func retunes() throws {
    let module = try Self.listening()
    try module.set("tuning", to: "drop_d")
    #expect(module.strumTargets.first?.string.spelling.description == "D2")
    try module.set("capo", to: 2)
    #expect(module.strumTargets.first?.string.spelling.description == "E2")
    #expect(module.strumTargets == module.view.strum.strings.map(\.target))
    try module.set("target", to: "chromatic")
    #expect(module.strumTargets.isEmpty)
  }

  @Test("a string that no stroke measures is refused, and one string at a time is tuned")
  func refuses() throws {
    let module = try Self.listening()
    #expect(throws: ModuleFailure.self) { try module.set("tuning", to: "G4 C5 E5 C6") }
    #expect(module.strumTargets.isEmpty)
    #expect(module.view.mode == .nearest)
  }

  @Test("allocates nothing for a result in which no confirmation begins or ends")
  func allocations() throws {
    let (module, memory) = (try Self.listening(), ModuleMemory())
    defer { withExtendedLifetime(memory) {} }
    let samples = Self.stroke([20, 20, 20, 20, 20, 20])
    var (steady, results) = (0, 0)
    for start in stride(from: 0, to: samples.count - 128, by: 128) {
      let piece = samples.span.extracting(start..<start + 128)
      headstock_allocations_begin()
      module.append(piece.count, of: piece)
      if let reading = module.strumResult(in: piece) {
        memory.strum.write(reading, module.view.strum, feedbackCount: module.feedbackCount)
        results += 1
      }
      steady += headstock_allocations_end()
    }
    #expect(results > 20)
    #expect(steady == 0)
    headstock_allocations_begin()
    try module.set("tuning", to: "drop_d")
    let counted = headstock_allocations_end()
    #expect(counted > 0 || headstock_allocations_are_counted() == 0)
  }

  @Test("every number has a name, once")
  func fields() {
    for names in [
      StrumHeadField.allCases.map { "\($0.name)" }, StrumRowField.allCases.map { "\($0.name)" },
      NoteField.allCases.map { "\($0.name)" }, StrokeField.allCases.map { "\($0.name)" },
    ] {
      #expect(Set(names).count == names.count)
    }
    #expect(fieldNames(["a", "b"], ["c"]) == "a,b;c")
  }
}
