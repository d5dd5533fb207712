// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import NoteTracking
import OfflineAnalysis
import PitchDetection
import TestSignals
import Testing
import Tuning

@Suite("The analysis of a recording")
struct RecordingAnalysisTests {
  private typealias Update = (result: PitchResult, estimate: PitchEstimate?)

  /// The reports of an analysis.
  private struct Outcome {
    var updates: [Update] = []
    var notes: [TrackedNote] = []

    mutating func take(_ event: RecordingAnalysis.Event) {
      switch event {
      case .result(let result, let estimate): updates.append((result, estimate))
      case .note(let note): notes.append(note)
      }
    }
  }

  private struct Breakage: Error {}

  /// A recording with lost samples, which can't be read to its end.
  private struct BrokenSource: AudioSource {
    let sampleRate = rate
    let gaps: [SampleGap]
    let samples: [Float]
    /// The sample that can't be read.
    let end: Int
    private var position = 0

    init(_ samples: [Float], gaps: [SampleGap] = [], end: Int = .max) {
      (self.samples, self.gaps, self.end) = (samples, gaps, end)
    }

    mutating func read(into block: inout MutableSpan<Float>) throws(Breakage) -> Int {
      let count = min(block.count, samples.count - position, end - position)
      if count == 0, position < samples.count { throw Breakage() }
      for index in 0..<count { block[index] = samples[position + index] }
      position += count
      return count
    }
  }

  private static let rate = SampleRate(48_000)

  /// Strings of five partials that die away, one after the other: the frequencies in hertz, a
  /// second each.
  private func plucks(_ frequencies: [Double]) -> [Float] {
    frequencies.flatMap { frequency in
      makeSamples(48_000) { index in
        let time = Double(index) / 48_000
        return singleSumOfPartials(1...5) { n in
          let phase = 2 * Double.pi * frequency * n * time
          return 0.15 / n * exp(-2 * time) * sin(phase)
        }
      }
    }
  }

  @Test("finds each note of a row of damped strings", arguments: [20, 60])
  func row(rate: Int) throws {
    // Each string is stopped 10 ms before the next one, at eighths of 100 beats a minute.
    let frequencies = [110.0, 146.83, 123.47, 196, 164.81, 130.81, 220, 174.61]
    let length = 14_400
    let row = frequencies.flatMap { frequency -> [Float] in
      makeSamples(length) { index in
        let time = Double(index) / 48_000
        let stopped = max(0, time - 0.29)
        return singleSumOfPartials(1...8) { n in
          let phase = 2 * Double.pi * frequency * n * time
          let decay = exp(-(2 + n) * time - stopped / 0.004)
          return 0.2 / n * decay * sin(phase)
        }
      }
    }
    let silence = [Float](repeating: 0, count: 24_000)
    var analysis = try analysis(updates: rate)
    var outcome = Outcome()
    let samples = silence + row + silence
    analysis.append(samples.span) { outcome.take($0) }
    analysis.finish { outcome.take($0) }
    let found = outcome.notes.compactMap(\.frequency.value)
    let heard = frequencies.filter { frequency in
      found.contains { abs($0 / frequency - 1) < 0.01 }
    }
    #expect(heard.count >= frequencies.count - 1)
    #expect(found.count <= frequencies.count)
  }

  private func analysis(
    updates: Int = 40, isSmoothed: Bool = false, processorTime: (() -> Double)? = nil
  ) throws -> RecordingAnalysis {
    var configuration = RecordingAnalysis.Configuration(
      updateRate: UpdateRate(updates: updates), classifier: PitchClassifier(selection: .chromatic))
    configuration.isSmoothed = isSmoothed
    return try RecordingAnalysis(
      sampleRate: Self.rate, configuration,
      detector: ChosenDetector(
        .engine, .init(sampleRate: Self.rate, reportsCandidates: isSmoothed)),
      processorTime: processorTime)
  }

  /// Analyses samples in blocks of one size.
  private func outcome(
    of samples: [Float], block: Int, isSmoothed: Bool = false
  ) throws -> (Outcome, RecordingSummary) {
    var analysis = try analysis(isSmoothed: isSmoothed)
    var outcome = Outcome()
    for start in stride(from: 0, to: samples.count, by: block) {
      let piece = samples.span.extracting(start..<min(start + block, samples.count))
      analysis.append(piece) { outcome.take($0) }
    }
    analysis.finish { outcome.take($0) }
    return (outcome, analysis.summary)
  }

  @Test("reports the played notes, and their number")
  func reportsNotes() throws {
    let (outcome, summary) = try outcome(of: plucks([110, 146.83, 196]), block: 4096)
    #expect(outcome.notes.map(\.note.description) == ["A2", "D3", "G3"])
    #expect(summary.noteCount == 3)
    #expect(summary.chordCount == 0)
    #expect(summary.duration.samples == 3 * 48_000)
    #expect(outcome.updates.count == 3 * 40)
    let clear = outcome.updates.count { $0.result.confidence >= TuningState.clearConfidence }
    #expect(summary.clearResults == clear)
    #expect(clear > 90)
  }

  @Test(
    "gives the same bits for blocks of any size", arguments: [false, true])
  func dependsOnNoBlock(isSmoothed: Bool) throws {
    let samples = plucks([110, 196])
    let (whole, summary) = try outcome(of: samples, block: .max >> 1, isSmoothed: isSmoothed)
    for block in [333, 4096, 48_000] {
      let (parts, sum) = try outcome(of: samples, block: block, isSmoothed: isSmoothed)
      #expect(parts.updates.map(\.result) == whole.updates.map(\.result), "block \(block)")
      #expect(parts.updates.map(\.estimate) == whole.updates.map(\.estimate), "block \(block)")
      #expect(parts.notes == whole.notes, "block \(block)")
      #expect(sum == summary, "block \(block)")
    }
  }

  /// A string whose first partial beats five times a second: the readings swing by several cents.
  private func beatingString(seconds: Double) -> [Float] {
    makeSamples(Int(seconds * 48_000)) { index in
      let time = Double(index) / 48_000 - 0.1
      guard time > 0 else { return 0 }
      let first = sin(2 * .pi * 146.83 * time) + 0.3 * sin(2 * .pi * 151.83 * time)
      let others = sumOfPartials(2...6) { n in
        sin(2 * Double.pi * 146.83 * n * time) / (n * n)
      }
      return Float(0.15 * exp(-0.6 * time) * (first + others))
    }
  }

  @Test("measures a note over 1.5 s of it at once, however long it sounds", arguments: [2.1, 9])
  func measuresWholeNotes(seconds: Double) throws {
    let (outcome, _) = try outcome(of: beatingString(seconds: seconds), block: 4096)
    let note = try #require(outcome.notes.first)
    #expect(outcome.notes.count == 1)
    let span = try #require(note.span)
    #expect(span.lowerBound.distance(from: note.start) == 9600)
    #expect(span.upperBound.distance(from: span.lowerBound) == 72_000)
    #expect(abs(note.frequency.interval(above: Hertz(146.83)).value) < 0.05)
    // D3 of equal temperament at 440 Hz is 146.832384 Hz.
    #expect(abs(try #require(note.cents).value + 0.028) < 0.05)
    // The ± contains the swing of the readings.
    #expect(try #require(note.sigma).value > 0.5)
  }

  @Test(
    "measures the steady part of a note at slow rates too, with smoothing",
    arguments: [1, 2, 3, 20])
  func measuresAtSlowRates(updates: Int) throws {
    let silence = [Float](repeating: 0, count: 24_000)
    let samples = silence + beatingString(seconds: 6) + [Float](repeating: 0, count: 720_000)
    var analysis = try analysis(updates: updates, isSmoothed: true)
    var outcome = Outcome()
    analysis.append(samples.span) { outcome.take($0) }
    analysis.finish { outcome.take($0) }
    let note = try #require(outcome.notes.first)
    #expect(note.span != nil)
    #expect(abs(note.frequency.interval(above: Hertz(146.83)).value) < 0.05)
  }

  @Test("a note that moves has the pitch of its readings")
  func readsMovingNotes() throws {
    let samples: [Float] = (0..<96_000).map { index in
      let time = Double(index) / 48_000
      // A vibrato of ±30 cents, 5.5 times a second, is a phase that swings by ±0.69 radians.
      let phase = 2 * Double.pi * 220 * time
      let swing = 220 * (exp2(30.0 / 1200) - 1) / 5.5 * sin(2 * .pi * 5.5 * time)
      let amplitude = 0.1 * exp(-0.7 * time)
      return (1...5).map(Double.init).reduce(Float(0)) { sum, number in
        let partial: Double = amplitude / number * sin(number * (phase + swing))
        return sum + Float(partial)
      }
    }
    let (outcome, _) = try outcome(of: samples, block: 4096)
    let note = try #require(outcome.notes.first)
    #expect(note.vibrato != nil)
    #expect(note.span == nil)
    #expect(abs(note.frequency.interval(above: Hertz(220)).value) < 5)
  }

  @Test("smoothing gives one result for each update, in their order, with its own estimate")
  func smooths() throws {
    let samples = plucks([110, 196])
    let (plain, _) = try outcome(of: samples, block: 4096)
    let (smoothed, summary) = try outcome(of: samples, block: 4096, isSmoothed: true)
    #expect(
      smoothed.updates.map(\.result.timestamp) == plain.updates.map(\.result.timestamp))
    for (result, estimate) in smoothed.updates where result.estimate != nil {
      #expect(result.estimate?.frequency == estimate?.frequency)
    }
    #expect(smoothed.notes.map(\.note.description) == ["A2", "G3"])
    #expect(summary.noteCount == 2)
  }

  @Test("results in a gap of the source have no pitch, and the gap counts as time")
  func passesOverGaps() throws {
    let samples = plucks([110, 110])
    let gap = SampleGap(start: SamplePosition(24_000), count: 24_000)
    var source = BrokenSource(samples, gaps: [gap])
    var analysis = try analysis()
    var outcome = Outcome()
    var prepared = 0
    try analysis.run(&source, preparing: { prepared += $0.count }) { outcome.take($0) }
    #expect(prepared == samples.count)
    #expect(analysis.summary.duration.samples == Int64(samples.count))
    #expect(outcome.updates.count == 80)
    let lost = outcome.updates.filter {
      (24_001...48_000).contains($0.result.timestamp.samples)
    }
    #expect(lost.count == 20)
    #expect(lost.allSatisfy { $0.result.estimate == nil && $0.estimate == nil })
    // The samples of the gap are in the source, and were not analysed.
    #expect(try self.outcome(of: samples, block: 4096).0.updates[30].result.estimate != nil)
  }

  @Test("a note does not run across lost samples, however few", arguments: [false, true])
  func endsNotesAtGaps(isSmoothed: Bool) throws {
    let tone: [Float] = makeSamples(96_000) { index in
      Float(0.3 * sin(2 * .pi * 220 * Double(index) / 48_000))
    }
    for lost in [9000, 400] {
      let gap = SampleGap(start: SamplePosition(24_000), count: lost)
      var source = BrokenSource(tone, gaps: [gap])
      var analysis = try analysis(isSmoothed: isSmoothed)
      var outcome = Outcome()
      try analysis.run(&source) { outcome.take($0) }
      #expect(outcome.notes.map(\.note.description) == ["A3", "A3"], "\(lost)")
      #expect(outcome.notes.first.map { $0.start == .start && $0.end <= gap.start } == true)
      #expect(outcome.notes.last.map { $0.start == gap.end } == true, "\(outcome.notes)")
      let times = outcome.updates.map(\.result.timestamp)
      #expect(times == times.sorted() && times.count == 80)
    }
  }

  @Test("a source that fails leaves the totals of the samples before the failure")
  func keepsTotals() throws {
    var source = BrokenSource(plucks([110, 196]), end: 60_000)
    var analysis = try analysis()
    var outcome = Outcome()
    #expect(throws: Breakage.self) { try analysis.run(&source) { outcome.take($0) } }
    let summary = analysis.summary
    #expect(summary.duration.samples == 60_000)
    #expect(outcome.updates.count == 50)
    #expect(summary.clearResults > 30)
  }

  @Test("a source that fails ends the note that sounds, and the note is reported")
  func keepsLastNote() throws {
    var source = BrokenSource(plucks([110]), end: 40_000)
    var analysis = try analysis()
    var outcome = Outcome()
    #expect(throws: Breakage.self) { try analysis.run(&source) { outcome.take($0) } }
    let note = try #require(outcome.notes.first)
    #expect(outcome.notes.count == 1 && analysis.summary.noteCount == 1)
    #expect(abs(note.frequency.value - 110) < 0.2)
    #expect(note.end.samples <= 40_000)
  }

  @Test("an error of the receiver of the last note comes before that of the source")
  func refusesLastNote() throws {
    struct Refusal: Error {}
    var source = BrokenSource(plucks([110]), end: 40_000)
    var analysis = try analysis()
    #expect(throws: Refusal.self) {
      try analysis.run(&source) { event in
        if case .note = event { throw Refusal() }
      }
    }
  }

  @Test("an error of the receiver of events stops the analysis")
  func stopsAtAnError() throws {
    var source = MemorySource(plucks([110]), sampleRate: Self.rate)
    var analysis = try analysis()
    var count = 0
    #expect(throws: Breakage.self) {
      try analysis.run(&source) { _ in
        count += 1
        if count == 3 { throw Breakage() }
      }
    }
    #expect(count == 3)
  }

  @Test("samples that are not numbers are counted")
  func countsRejected() throws {
    var samples = plucks([110])
    samples[1000] = .nan
    samples[2000] = .infinity
    #expect(try outcome(of: samples, block: 4096).1.rejectedSamples == 2)
  }

  @Test(
    "a sample outside the range of samples is silence in the measurement of a note",
    arguments: [Float.nan, .infinity, -1e15, 1e30])
  func measuresBesideRejected(sample: Float) throws {
    var samples = beatingString(seconds: 2.5)
    samples[48_000] = 0
    let clean = try #require(try outcome(of: samples, block: 4096).0.notes.first)
    samples[48_000] = sample
    let note = try #require(try outcome(of: samples, block: 4096).0.notes.first)
    #expect(clean.span != nil)
    #expect(note.span == clean.span)
    // The samples are copied, and their sums depend on the place in memory.
    #expect(abs(note.frequency.value - clean.frequency.value) < 1e-8)
  }

  @Test("the processor times are the sums of the calls without the readings, and 0 without a clock")
  func measuresTime() throws {
    var (ticks, isReady) = (0.0, false)
    var timed = try analysis(processorTime: {
      // A reading takes 1, and everything between two readings 2.
      ticks += isReady ? 3 : 1
      return ticks
    })
    isReady = true
    let samples = plucks([110])
    timed.append(samples.span) { _ in }
    // One call for each of the 40 results, and one without a result at the end of each of the 12
    // parts of 4096 samples.
    #expect(timed.summary.pipelineSeconds == 2 * 52)
    // Its note has not ended.
    #expect(timed.summary.noteSeconds == 2 * 40)
    #expect(try outcome(of: samples, block: 4096).1.pipelineSeconds == 0)
  }
}
