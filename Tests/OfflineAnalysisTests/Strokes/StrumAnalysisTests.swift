// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import OfflineAnalysis
import PitchDetection
import Synchronization
import TestSignals
import Testing

@Suite("The analysis of strokes")
struct StrumAnalysisTests {
  static let rate = SampleRate(48_000)

  /// The reports of an analysis.
  struct Outcome: Equatable {
    var updates: [StrumUpdate] = []
    var strokes: [Stroke] = []

    mutating func take(_ event: StrumAnalysis.Event) {
      switch event {
      case .update(let update): updates.append(update)
      case .stroke(let stroke): strokes.append(stroke)
      }
    }
  }

  /// Returns the samples of a stroke; those of the same stroke are computed once.
  func rendered(
    _ strum: Strum, rate: SampleRate = rate, lasting seconds: Double = 1.15
  ) -> [Float] {
    let key = Rendered(strum: strum, rate: rate, seconds: seconds)
    if let samples = Self.known.withLock({ $0[key] }) { return samples }
    let samples = strum.signal(at: rate, lasting: seconds).render(at: rate)
    Self.known.withLock { $0[key] = samples }
    return samples
  }

  private struct Rendered: Hashable {
    var strum: Strum
    var rate: SampleRate
    var seconds: Double
  }

  private static let known = Mutex<[Rendered: [Float]]>([:])

  private func configuration(_ strum: Strum, rate: SampleRate = rate) -> StrumConfiguration {
    StrumConfiguration(
      strings: strum.voices.map { StrumString(target: $0.target) }, sampleRate: rate)
  }

  func outcome(
    of samples: [Float], _ strum: Strum, rate: SampleRate = rate,
    updates: UpdateRate = .standard, clock: PartsPerMillion = .zero, block: Int = 4096
  ) throws -> Outcome {
    var analysis = try StrumAnalysis(
      configuration(strum, rate: rate), updateRate: updates, clock: clock)
    var outcome = Outcome()
    for start in stride(from: 0, to: samples.count, by: block) {
      let end = min(start + block, samples.count)
      analysis.append(samples.span.extracting(start..<end)) { outcome.take($0) }
    }
    analysis.finish { outcome.take($0) }
    return outcome
  }

  @Test("gives the same bits as the engine on its own", arguments: UInt64(1)...8)
  func equalsEngine(seed: UInt64) throws {
    let strum = StrumDraw.guitar.strum(seed: seed)
    let samples = rendered(strum)
    var engine = try StrumEngine(configuration(strum))
    var expected: [[StringReading]] = []
    for start in stride(from: 0, through: samples.count - 2400, by: 2400) {
      engine.append(samples.span.extracting(start..<(start + 2400)))
      engine.update()
      expected.append((0..<6).map { engine.reading(ofString: $0) })
    }
    let updates = try outcome(of: samples, strum).updates
    #expect(updates.map(\.readings) == expected)
    let positions = (1...Int64(expected.count)).map { (update: Int64) -> Int64 in update * 2400 }
    #expect(updates.map(\.position.samples) == positions)
  }

  @Test("the processor time is the sum of the calls without the readings, and 0 without a clock")
  func measuresTime() throws {
    var (ticks, isReady) = (0.0, false)
    let configuration = configuration(StrumDraw.guitar.strum(seed: 1))
    var timed = try StrumAnalysis(
      configuration, updateRate: .standard,
      processorTime: {
        // A reading takes 1, and everything between two readings 2.
        ticks += isReady ? 3 : 1
        return ticks
      })
    isReady = true
    let silence = [Float](repeating: 0, count: Self.rate.hertz)
    timed.append(silence.span) { _ in }
    // One call for each of the 20 updates, and one without an update at the end.
    #expect(timed.summary.pipelineSeconds == 2 * 21)
    var untimed = try StrumAnalysis(configuration, updateRate: .standard)
    untimed.append(silence.span) { _ in }
    #expect(untimed.summary.pipelineSeconds == 0)
  }

  @Test("blocks of any size give the same events")
  func blocks() throws {
    let strum = StrumDraw.guitar.strum(seed: 3)
    let samples = rendered(strum)
    let expected = try outcome(of: samples, strum)
    #expect(!expected.strokes.isEmpty)
    for block in [1, 977, 100_000] {
      #expect(try outcome(of: samples, strum, block: block) == expected)
    }
  }

  @Test(
    "updates have the same positions as those of single pitches",
    arguments: [
      UpdateRate(updates: 1), UpdateRate(updates: 10), UpdateRate(updates: 60),
      UpdateRate(updates: 200), UpdateRate(updates: 7, seconds: 3),
    ], [44_100, 16_000])
  func positions(updates: UpdateRate, hertz: Int) throws {
    let strum = StrumDraw.guitar.strum(seed: 5)
    let sampleRate = SampleRate(hertz)
    let samples = rendered(strum, rate: sampleRate)
    let heard = try outcome(of: samples, strum, rate: sampleRate, updates: updates).updates
    #expect(!heard.isEmpty)
    for (index, update) in heard.enumerated() {
      #expect(update.position == updates.position(ofUpdate: Int64(index + 1), at: sampleRate))
    }
    let next = updates.position(ofUpdate: Int64(heard.count + 1), at: sampleRate)
    #expect(next.samples > samples.count)
  }

  @Test(
    "no update rate loses a string of a stroke", arguments: [1, 2, 3, 4, 5, 9], [UInt64(1), 2])
  func lowRates(rate: Int, seed: UInt64) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    let strum = draw.strum(seed: seed)
    let samples = rendered(strum, lasting: 3)
    let usual = try outcome(of: samples, strum)
    let low = try outcome(of: samples, strum, updates: UpdateRate(updates: rate))
    #expect(low.updates.count == samples.count * rate / 48_000)
    #expect(usual.strokes.count == 1 && low.strokes.count == 1)
    let expected = try #require(usual.strokes.first?.readings)
    #expect(expected.allSatisfy { $0.state == .sounding })
    // Those rates divide the default of 20 updates a second.
    if 20 % rate == 0 { #expect(low.strokes == usual.strokes) }
    for (reading, expected) in zip(try #require(low.strokes.first?.readings), expected) {
      #expect(reading.state == .sounding)
      let difference = (reading.deviation?.value ?? 99) - (expected.deviation?.value ?? 0)
      #expect(abs(difference) < 1, "\(difference)")
    }
  }

  @Test("a stroke at the first samples is read like one after silence", arguments: UInt64(1)...6)
  func strokeAtStart(seed: UInt64) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    let strum = draw.strum(seed: seed)
    let whole = rendered(strum)
    for early in [0, 240, 960, 2400] {
      let begin = Int(strum.firstOnset * 48_000) - early
      let outcome = try outcome(of: Array(whole[begin...]), strum)
      #expect(outcome.strokes.count == 1, "\(early) samples before")
      let stroke = try #require(outcome.strokes.first)
      #expect(abs(stroke.start.samples - Int64(early)) < 960, "\(early) samples before")
      #expect(stroke.readings.count { $0.state == .sounding } >= 5)
    }
  }

  @Test(
    "a slow stroke at the first samples is found, though it becomes louder at first",
    arguments: [0, 5, 10, 15], [30.0, 40, 60])
  func slowStrokeAtStart(milliseconds: Int, signalToNoise: Double) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    draw.signalToNoise = signalToNoise
    var strum = draw.strum(seed: 3)
    for (place, index) in strum.voices.indices.sorted(by: {
      strum.voices[$0].target < strum.voices[$1].target
    }).enumerated() {
      strum.voices[index].pluck.onset = 0.001 * Double(milliseconds) + 0.02 * Double(place)
    }
    let outcome = try outcome(of: rendered(strum), strum)
    #expect(outcome.strokes.count == 1)
    let stroke = try #require(outcome.strokes.first)
    #expect(stroke.start.seconds(at: Self.rate) < 0.05)
    #expect(stroke.readings.count { $0.state == .sounding } >= 5)
  }

  /// Returns a stroke over one string of a guitar, at a signal-to-noise ratio of 60 dB.
  func one(_ string: Int) -> Strum {
    var draw = StrumDraw.guitar
    draw.missing = 0
    draw.signalToNoise = 60
    var strum = draw.strum(seed: 4)
    for index in strum.voices.indices { strum.voices[index].isPlayed = index == string }
    return strum
  }

  @Test("a string that is plucked again while it rings begins a stroke", arguments: 0..<6)
  func pluckedAgain(string: Int) throws {
    let strum = one(string)
    let once = rendered(strum, lasting: 3.5)
    var samples = once
    // The same again 1.5 s later, 3 dB fainter, over the first.
    for index in 72_000..<samples.count { samples[index] += 0.7 * once[index - 72_000] }
    let outcome = try outcome(of: samples, strum)
    try #require(outcome.strokes.count == 2)
    let distance = outcome.strokes[1].start.distance(from: outcome.strokes[0].start)
    #expect(abs(distance - 72_000) < 960)
  }

  @Test("reads each string of each stroke once")
  func strokes() throws {
    let strums = [1, 2, 3].map { StrumDraw.guitar.strum(seed: $0) }
    // One signal with one noise: a noise that begins would be heard as an onset.
    var plucks: [Pluck] = []
    var duration = 0.0
    for strum in strums {
      let end = duration + strum.signal(at: Self.rate, lasting: 1.5).duration
      for voice in strum.voices where voice.isPlayed {
        plucks.append(
          Pluck(
            string: voice.pluck.string, onset: duration + voice.pluck.onset, stop: end - 0.1))
      }
      duration = end
    }
    let signal = TestSignal(
      plucks: plucks, noise: strums[0].signal(at: Self.rate).noise, duration: duration)
    let outcome = try outcome(of: signal.render(at: Self.rate), strums[0])
    try #require(outcome.strokes.count == 3)
    var begin = 0.0
    for (strum, stroke) in zip(strums, outcome.strokes) {
      #expect(abs(stroke.start.seconds(at: Self.rate) - begin - strum.firstOnset) < 0.02)
      #expect(stroke.end > stroke.start)
      let time = strum.lastOnset + 1
      for (index, reading) in stroke.readings.enumerated() {
        guard let truth = strum.firstPartial(ofString: index, at: time) else {
          #expect(reading.state != .sounding)
          #expect(reading.frequency == nil)
          continue
        }
        guard reading.state == .sounding, let frequency = reading.frequency else { continue }
        #expect(frequency.interval(above: truth).magnitude.value < 5)
      }
      begin += strum.signal(at: Self.rate, lasting: 1.5).duration
    }
    #expect(outcome.strokes.flatMap(\.readings).count { $0.state == .sounding } >= 12)
  }

  @Test("silence, noise, a single tap and samples that are not numbers give no stroke")
  func noStroke() throws {
    let strum = StrumDraw.guitar.strum(seed: 1)
    var tap = [Float](repeating: 0, count: 72_000)
    for index in 0..<48 { tap[24_000 + index] = index.isMultiple(of: 2) ? 0.5 : -0.5 }
    let noise = TestSignal(
      plucks: [], noise: Noise(colour: .white, power: 1e-3, seed: 7), duration: 2
    ).render(at: Self.rate)
    let signals = [
      [], [0.1], [Float](repeating: 0, count: 48_000), noise, tap,
      [Float](repeating: .nan, count: 48_000),
    ]
    for (index, signal) in signals.enumerated() {
      let outcome = try outcome(of: signal, strum)
      #expect(outcome.strokes.isEmpty, "signal \(index)")
      #expect(outcome.updates.allSatisfy { !$0.isSounding }, "signal \(index)")
    }
  }

  @Test("samples that are not numbers are counted, and the strings are read again after them")
  func rejected() throws {
    let strum = StrumDraw.guitar.strum(seed: 3)
    var samples = rendered(strum, lasting: 2.5)
    for index in 40_000..<40_100 { samples[index] = index.isMultiple(of: 2) ? .nan : 1e30 }
    var analysis = try StrumAnalysis(configuration(strum), updateRate: .standard)
    var outcome = Outcome()
    analysis.append(samples.span) { outcome.take($0) }
    analysis.finish { outcome.take($0) }
    #expect(analysis.summary.rejectedSamples == 100)
    let last = try #require(outcome.updates.last)
    for (index, reading) in last.readings.enumerated() where reading.state == .sounding {
      let truth = try #require(strum.firstPartial(ofString: index, at: 2.5))
      #expect(try #require(reading.frequency).interval(above: truth).magnitude.value < 5)
    }
    #expect(last.isSounding)
  }

  @Test("there is no reading in a gap, and a stroke after it is found")
  func gap() throws {
    let strum = StrumDraw.guitar.strum(seed: 3)
    let samples = rendered(strum)
    var analysis = try StrumAnalysis(configuration(strum), updateRate: .standard)
    var outcome = Outcome()
    analysis.append(samples.span) { outcome.take($0) }
    analysis.skip(48_000) { outcome.take($0) }
    let before = outcome.updates.count
    #expect(outcome.updates[(before - 19)...].allSatisfy { !$0.isSounding })
    analysis.append(samples.span) { outcome.take($0) }
    analysis.finish { outcome.take($0) }
    #expect(outcome.strokes.count == 2)
    let shift = Int64(samples.count + 48_000)
    #expect(abs(outcome.strokes[1].start.samples - outcome.strokes[0].start.samples - shift) < 240)
  }

  @Test("frequencies are corrected for a wrong clock")
  func clock() throws {
    let strum = StrumDraw.guitar.strum(seed: 3)
    let samples = rendered(strum)
    let plain = try outcome(of: samples, strum).updates
    let corrected = try outcome(of: samples, strum, clock: PartsPerMillion(1000)).updates
    for (left, right) in zip(plain, corrected) {
      for (before, after) in zip(left.readings, right.readings) {
        guard let from = before.frequency, let to = after.frequency else {
          #expect(before == after)
          continue
        }
        #expect(abs(to.value / from.value - 1.001) < 1e-12)
        let cents = try #require(after.deviation).value - #require(before.deviation).value
        #expect(abs(cents - 1.73037) < 1e-4)  // 1200·log2(1.001)
      }
    }
    #expect(plain.contains { $0.isSounding })
  }

  @Test("a recording with gaps is analysed to its end")
  func source() throws {
    let strum = StrumDraw.guitar.strum(seed: 3)
    var source = MemorySource(rendered(strum), sampleRate: Self.rate)
    var analysis = try StrumAnalysis(configuration(strum), updateRate: .standard)
    var outcome = Outcome()
    try analysis.run(&source) { outcome.take($0) }
    let expected = try self.outcome(of: rendered(strum), strum)
    #expect(outcome == expected)
    #expect(analysis.summary.strokeCount == 1)
    #expect(analysis.summary.clearResults > 10)
  }
}
