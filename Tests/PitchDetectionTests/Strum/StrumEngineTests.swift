// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Foundation
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Strum engine")
struct StrumEngineTests {
  private func error(_ reading: StringReading, _ truth: Hertz?) throws -> Double {
    let heard = try #require(reading.frequency)
    return try #require(truth).interval(above: heard).magnitude.value
  }

  /// Twelve strokes and what the engine reads in them.
  private static let twelve = Result {
    try (UInt64(100)..<112).map { seed in
      let strum = StrumDraw.guitar.strum(seed: seed)
      return (seed: seed, strum: strum, heard: try strum.hear())
    }
  }

  /// The limits: seconds after the last onset, and the median and the bound of the
  /// error in cents, of strings 6 to 3 and of strings 2 and 1, whose first partials collide.
  @Test(
    "reads every string of twelve strokes",
    arguments: [(0.5, (0.05, 0.5), (0.2, 2.0)), (1.0, (0.02, 0.2), (0.1, 1.0))])
  func everyString(
    seconds: Double, free: (median: Double, high: Double), collided: (median: Double, high: Double)
  ) throws {
    var errors: (free: [Double], collided: [Double]) = ([], [])
    for (seed, strum, heard) in try Self.twelve.get() {
      let one = try #require(heard.first(after: strum.lastOnset, by: seconds))
      for (index, voice) in strum.voices.enumerated() {
        let reading = one.readings[index]
        guard voice.isPlayed else {
          #expect(reading.state != .sounding, "seed \(seed): string \(index) is not played")
          continue
        }
        let error = try error(reading, strum.firstPartial(ofString: index, at: one.time))
        // A large sigma may announce a collided partial that cannot be measured.
        let sigma = try #require(reading.sigma).value
        let high = index < 4 ? free.high : collided.high
        #expect(error < max(high, 2 * sigma), "seed \(seed), string \(index): \(sigma)")
        if index < 4 { errors.free.append(error) } else { errors.collided.append(error) }
      }
    }
    for (errors, limit) in [(errors.free.sorted(), free), (errors.collided.sorted(), collided)] {
      #expect(errors[errors.count / 2] < limit.median)
      // Few may be beyond the target, whatever their sigma.
      #expect(errors[(errors.count - 1) * 95 / 100] < limit.high)
    }
  }

  @Test("tells the first string of a slow stroke, although updates come too soon after onsets")
  func slow() throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var strum = draw.strum(seed: 3)
    // A window needs 97 ms. The first one is complete at 0.402 s, between two updates.
    let onsets = [0.305, 0.415, 0.485, 0.555, 0.625, 0.695]
    for (index, onset) in onsets.enumerated() {
      strum.voices[index].pluck.onset = onset
      strum.voices[index].companions = []
    }
    let heard = try strum.hear()
    let one = try #require(heard.first { $0.readings.contains { $0.state == .sounding } })
    #expect(one.time < 0.5)
    #expect(one.readings.filter { $0.state == .sounding }.count == 1)
    let reading = one.readings[0]
    let error = try error(reading, strum.firstPartial(ofString: 0, at: 0.36))
    #expect(error < 3 * (try #require(reading.sigma).value))
    let last = try #require(heard.first(after: strum.lastOnset, by: 0.5))
    #expect(last.readings.allSatisfy { $0.state == .sounding })
  }

  @Test("reads strings in tune, whose partials overlap", arguments: UInt64(0)..<6)
  func inTune(seed: UInt64) throws {
    var draw = StrumDraw.guitar
    (draw.detuning, draw.missing) = (3, 0)
    let strum = draw.strum(seed: seed)
    let one = try #require(try strum.hear().first(after: strum.lastOnset, by: 1))
    for index in strum.voices.indices {
      let reading = one.readings[index]
      let error = try error(reading, strum.firstPartial(ofString: index, at: one.time))
      #expect(error < 1, "string \(index): \(error) cents")
      let sigma = try #require(reading.sigma).value
      #expect(error < 4 * sigma, "string \(index): \(error) of \(sigma) cents")
    }
  }

  @Test("reports a string that was not played as silent or unclear", arguments: 0..<6)
  func missing(index: Int) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var strum = draw.strum(seed: 40 + UInt64(index))
    strum.voices[index].isPlayed = false
    for one in try strum.hear() where one.time > strum.lastOnset + 0.3 {
      #expect(one.readings[index].state != .sounding, "after \(one.time) s")
    }
  }

  @Test("reports a single string, and no other", arguments: 0..<6)
  func alone(index: Int) throws {
    var strum = StrumDraw.guitar.strum(seed: 60 + UInt64(index))
    for other in strum.voices.indices { strum.voices[other].isPlayed = other == index }
    let one = try #require(try strum.hear().first(after: strum.lastOnset, by: 1))
    #expect(one.readings[index].state == .sounding)
    let error = try error(
      one.readings[index], strum.firstPartial(ofString: index, at: one.time))
    #expect(error < 0.25)
    for other in one.readings.indices where other != index {
      #expect(one.readings[other].state != .sounding, "string \(other)")
    }
  }

  @Test("gives the same bits for chunks of any size", arguments: [48000, 44100])
  func chunks(rate: Int) throws {
    let strum = StrumDraw.guitar.strum(seed: 7)
    let samples = strum.signal(at: SampleRate(rate)).render(at: SampleRate(rate))
    let reference = try hearStrings(samples, targets: strum.targets, rate: rate)
    #expect(reference.last?.readings.contains { $0.state == .sounding } ?? false)
    for size in [1, 7, 480, 4096] {
      let chunked = try hearStrings(samples, targets: strum.targets, rate: rate) { size }
      #expect(chunked == reference, "chunks of \(size)")
    }
  }

  @Test("does not depend on the order of the strings")
  func permutation() throws {
    let strum = StrumDraw.guitar.strum(seed: 3)
    let samples = strum.signal(at: SampleRate(48000)).render(at: SampleRate(48000))
    let reference = try hearStrings(samples, targets: strum.targets)
    let order = [3, 0, 5, 1, 4, 2]
    let other = try hearStrings(samples, targets: order.map { strum.targets[$0] })
    #expect(reference.count == other.count)
    #expect(reference.contains { $0.readings.contains { $0.state == .sounding } })
    for (one, two) in zip(reference, other) {
      #expect(order.map { one.readings[$0] } == two.readings)
    }
  }

  /// Returns the readings of all strings at 20 updates a second.
  private func readings(of samples: [Float], by engine: inout StrumEngine) -> [StringReading] {
    var readings: [StringReading] = []
    for position in stride(from: 0, to: samples.count - 2400, by: 2400) {
      engine.append(samples.span.extracting(position..<(position + 2400)))
      engine.update()
      readings += (0..<engine.stringCount).map { engine.reading(ofString: $0) }
    }
    return readings
  }

  @Test("gives the same readings after a reset as when new")
  func reset() throws {
    let strum = StrumDraw.guitar.strum(seed: 5)
    let samples = strum.signal(at: SampleRate(48000)).render(at: SampleRate(48000))
    var engine = try StrumEngine(
      StrumConfiguration(
        strings: strum.targets.map { StrumString(target: $0) }, sampleRate: SampleRate(48000)))
    var passes: [[StringReading]] = []
    for _ in 0..<2 {
      // Later updates search for the strings in turn, so the turn must begin anew too.
      passes.append(readings(of: samples, by: &engine))
      engine.reset()
      #expect(engine.reading(ofString: 0).state == .silent)
    }
    #expect(passes[0] == passes[1])
    #expect(passes[0].contains { $0.state == .sounding })
  }

  // The onset of one string is the only one, so both streams have it at the same position. If
  // updates are rare, a measurement between two of them finds the stroke first.
  @Test(
    "does not continue the fit of another stream whose onset was at the same position",
    arguments: 0..<6)
  func resetAtSameOnset(string: Int) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var strum = draw.strum(seed: 5)
    let targets = strum.targets
    strum.voices = [strum.voices[string]]
    let samples = strum.signal(at: SampleRate(48000)).render(at: SampleRate(48000))
    var engine = try StrumEngine(
      StrumConfiguration(
        strings: targets.map { StrumString(target: $0) }, sampleRate: SampleRate(48000)))
    var passes: [[StringReading]] = []
    for _ in 0..<2 {
      passes.append(readings(of: samples, by: &engine))
      engine.reset()
    }
    #expect(passes[0] == passes[1])
    #expect(passes[0].contains { $0.state == .sounding })
  }

  @Test("gives the same readings after other strokes and a reset as when new", arguments: 0..<4)
  func resetAfterOthers(seed: Int) throws {
    let targets = StrumDraw.guitar.notes.map { StrumString(target: $0.frequency) }
    let configuration = StrumConfiguration(strings: targets, sampleRate: SampleRate(48000))
    func samples(of strum: Strum) -> [Float] {
      strum.signal(at: SampleRate(48000)).render(at: SampleRate(48000))
    }
    let next = samples(of: StrumDraw.guitar.strum(seed: 5))
    var new = try StrumEngine(configuration)
    let expected = readings(of: next, by: &new)
    var reused = try StrumEngine(configuration)
    var muted = StrumDraw.guitar
    muted.muted = 0.04...0.12
    let before =
      samples(of: StrumDraw.guitar.strum(seed: 70 + UInt64(seed)))
      + samples(of: muted.strum(seed: UInt64(seed)))
    #expect(readings(of: before, by: &reused).contains { $0.state == .sounding })
    reused.reset()
    #expect(readings(of: next, by: &reused) == expected)
    #expect(expected.contains { $0.state == .sounding })
  }

  @Test(
    "gives the same readings after a reset in the middle of a stroke as when new",
    arguments: [150, 200, 250, 300, 400, 500])
  func resetInStroke(milliseconds: Int) throws {
    let strum = StrumDraw.guitar.strum(seed: 5)
    let samples = strum.signal(at: SampleRate(48000)).render(at: SampleRate(48000))
    let onset = Int(strum.firstOnset * 48000)
    let first = samples[..<(onset + 48 * milliseconds)]
    var reused = try StrumEngine(
      StrumConfiguration(
        strings: strum.targets.map { StrumString(target: $0) }, sampleRate: SampleRate(48000)))
    var new = try StrumEngine(
      StrumConfiguration(
        strings: strum.targets.map { StrumString(target: $0) }, sampleRate: SampleRate(48000)))
    for position in stride(from: 0, to: first.count - 2400, by: 2400) {
      reused.append(first.span.extracting(position..<(position + 2400)))
      reused.update()
    }
    reused.reset()
    for position in stride(from: 0, to: samples.count - 2400, by: 2400) {
      for engine in 0..<2 {
        let block = samples.span.extracting(position..<(position + 2400))
        if engine == 0 { reused.append(block) } else { new.append(block) }
      }
      reused.update()
      new.update()
      for string in 0..<6 {
        #expect(reused.reading(ofString: string) == new.reading(ofString: string))
      }
    }
  }

  @Test(
    "allocates nothing while it measures, and bounds its rounds",
    .enabled(
      if: headstock_allocations_are_counted() != 0, "A sanitizer has an allocator of its own."))
  func allocations() throws {
    let strum = StrumDraw.guitar.strum(seed: 9)
    let samples = strum.signal(at: SampleRate(48000)).render(at: SampleRate(48000))
    var engine = try StrumEngine(
      StrumConfiguration(
        strings: strum.targets.map { StrumString(target: $0) }, sampleRate: SampleRate(48000)))
    var (position, most, sounding) = (0, 0, 0)
    headstock_allocations_begin()
    while position + 2400 <= samples.count {
      engine.append(samples.span.extracting(position..<(position + 2400)))
      position += 2400
      engine.update()
      most = max(most, engine.roundCount)
      for index in 0..<6 where engine.reading(ofString: index).state == .sounding {
        sounding += 1
      }
    }
    let count = headstock_allocations_end()
    #expect(count == 0)
    #expect(sounding > 20)
    #expect((1...StrumEngine.roundsOfNew).contains(most))
  }
}
