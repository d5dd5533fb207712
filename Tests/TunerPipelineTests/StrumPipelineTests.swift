// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import PitchDetection
import TestSignals
import Testing
import TunerPipeline
import Tuning

@Suite("The pipeline of strokes")
struct StrumPipelineTests {
  private static let rate = SampleRate(48_000)
  private static let strum = StrumDraw.guitar.strum(seed: 3)

  /// The longest signal of these tests, of which the others are the beginning.
  private static let longest = strum.signal(at: rate, lasting: 3).render(at: rate)

  private static func samples(lasting seconds: Double = 1.15) -> [Float] {
    let signal = strum.signal(at: rate, lasting: seconds)
    return Array(longest.prefix(signal.sampleCount(at: rate)))
  }

  private static func pipeline(
    updates: UpdateRate = .standard
  ) throws -> StrumPipeline {
    let strings = strum.voices.map { StrumString(target: $0.target) }
    return try StrumPipeline(
      StrumConfiguration(strings: strings, sampleRate: rate), updateRate: updates)
  }

  private func results(
    of samples: [Float], by pipeline: inout StrumPipeline, block: Int = 480,
    omitting: ClosedRange<Int>? = nil
  ) -> [StrumResult] {
    var results: [StrumResult] = []
    for start in stride(from: 0, to: samples.count, by: block) {
      let chunk = samples[start..<min(start + block, samples.count)]
      let copy = Array(chunk)
      var cursor = 0
      let isOmitting = omitting?.contains(start) ?? false
      while let result = pipeline.nextResult(
        in: copy.span, from: &cursor, omitting: isOmitting)
      {
        results.append(result)
      }
    }
    return results
  }

  @Test("blocks of any size give the same results to the bit")
  func blocks() throws {
    let samples = Self.samples()
    var first = try Self.pipeline()
    let expected = results(of: samples, by: &first)
    #expect(expected.contains { $0.isSounding })
    for block in [1, 61, 4096, samples.count] {
      var pipeline = try Self.pipeline()
      #expect(results(of: samples, by: &pipeline, block: block) == expected)
    }
  }

  @Test(
    "few results a second have the readings of many", arguments: [1, 2, 4, 5], [480, 6000])
  func lowRates(rate: Int, block: Int) throws {
    let samples = Self.samples(lasting: 3)
    var usual = try Self.pipeline()
    let expected = results(of: samples, by: &usual).filter {
      $0.timestamp.samples % Int64(48_000 / rate) == 0
    }
    #expect(expected.count { $0.isSounding } > 0)
    var pipeline = try Self.pipeline(updates: UpdateRate(updates: rate))
    #expect(results(of: samples, by: &pipeline, block: block) == expected)
    #expect(pipeline.omittedCount == 0)
  }

  @Test(
    "updates between results do not count where they are omitted, and a change of the rate ends them"
  )
  func omitsBetween() throws {
    let samples = Self.samples(lasting: 2)
    var pipeline = try Self.pipeline(updates: UpdateRate(updates: 2))
    let some = results(of: samples, by: &pipeline, omitting: 30_000...60_000)
    // Only the result at 1 s is due in that time.
    #expect(pipeline.omittedCount == 1)
    #expect(some.map(\.timestamp.samples) == [24_000, 72_000, 96_000])
    pipeline.setUpdateRate(UpdateRate(updates: 10))
    let more = results(of: samples, by: &pipeline)
    let origin = Int64(samples.count)
    #expect(more.prefix(2).map { $0.timestamp.samples - origin } == [4800, 9600])
  }

  @Test("a result is there with its last sample, once the opening was heard")
  func prompt() throws {
    var pipeline = try Self.pipeline()
    let samples = Self.samples(lasting: 2)
    var late: [Int64] = []
    for start in stride(from: 0, to: samples.count - 48, by: 48) {
      let chunk = Array(samples[start..<(start + 48)])
      var cursor = 0
      while let result = pipeline.nextResult(in: chunk.span, from: &cursor) {
        late.append(Int64(start + 48) - result.timestamp.samples)
      }
    }
    // Eight results lie in the 0.4 s that are held; the last of them is not late.
    #expect(late.prefix(7).allSatisfy { $0 >= 2400 })
    #expect(late.dropFirst(8).allSatisfy { (0..<48).contains($0) })
  }

  @Test(
    "nothing is allocated or asked for after the initialiser, gaps and rates included",
    .enabled(
      if: headstock_calls_are_counted() == 1 && headstock_allocations_are_counted() != 0,
      "A sanitizer wraps the calls itself."))
  func contract() throws {
    var pipeline = try Self.pipeline(updates: UpdateRate(updates: 60))
    var samples = Self.samples(lasting: 0.7)
    for index in 0..<48 { samples[20_000 + index] = .nan }
    var cursor = 0
    // The language runtime makes the metadata of a generic type on first use.
    var count = 0
    while cursor < 24_000, let result = pipeline.nextResult(in: samples.span, from: &cursor) {
      if result.isSounding { count += 1 }
    }
    count = 0
    var allocations = 0
    let calls = systemCalls {
      headstock_allocations_begin()
      while pipeline.nextResult(in: samples.span, from: &cursor) != nil { count += 1 }
      pipeline.skip(3000)
      cursor = 0
      while pipeline.nextResult(in: samples.span, from: &cursor) != nil { count += 1 }
      pipeline.setUpdateRate(.standard)
      cursor = 0
      while let result = pipeline.nextResult(in: samples.span, from: &cursor) {
        if result.isSounding { count += 1 }
      }
      allocations = headstock_allocations_end()
    }
    #expect(count > 50)
    #expect(allocations == 0)
    #expect(calls.locks == 0 && calls.clocks == 0 && calls.system == 0)
  }

  @Test("in a gap all strings are unclear and have no figures, up to the result at its end")
  func gap() throws {
    let samples = Self.samples(lasting: 2)
    var pipeline = try Self.pipeline()
    let before = results(of: samples, by: &pipeline)
    let last = try #require(before.last)
    #expect(last.isSounding)
    pipeline.skip(12_000)
    let lost = results(of: [0], by: &pipeline)
    #expect(
      lost.map(\.timestamp.samples) == (1...5).map { last.timestamp.samples + 2400 * Int64($0) })
    for result in lost {
      #expect(result.onsets == nil)
      for index in 0..<result.readings.count {
        let reading = result.readings[index]
        #expect(reading.state == .unclear && reading.frequency == nil && reading.confidence == 0)
      }
    }
    let after = results(of: samples, by: &pipeline)
    // The strings are silent before the next stroke, as at the start of a stream.
    #expect(after.first?.readings[0].state == .silent)
    #expect(after.last?.isSounding == true)
  }

  @Test("a stream that begins later keeps the grid of updates, and its positions")
  func begins() throws {
    let samples = Self.samples()
    var whole = try Self.pipeline()
    let expected = results(of: samples, by: &whole)
    for start in [Int64(2400), 240_000] {
      var pipeline = try Self.pipeline()
      pipeline.begin(at: SamplePosition(start))
      let moved = results(of: samples, by: &pipeline)
      #expect(moved.map(\.timestamp.samples) == expected.map { $0.timestamp.samples + start })
      #expect(moved.map(\.readings) == expected.map(\.readings))
      let onset = try #require(moved.last?.onsets?.lowerBound.samples)
      #expect(onset == (expected.last?.onsets?.lowerBound.samples ?? 0) + start)
    }
    var odd = try Self.pipeline()
    odd.begin(at: SamplePosition(2401))
    #expect(results(of: samples, by: &odd).first?.timestamp == SamplePosition(4800))
  }

  @Test("results that are left out are counted, and the others keep their positions")
  func omits() throws {
    let samples = Self.samples(lasting: 2)
    var pipeline = try Self.pipeline()
    let heard = results(of: samples, by: &pipeline, omitting: 48_000...72_000)
    // Due from 50 400 to 72 000, every 2400 samples: the one at 48 000 ends the block before.
    #expect(pipeline.omittedCount == 10)
    let times = heard.map { $0.timestamp.samples / 2400 }
    #expect(Set(times).count == times.count && times == times.sorted())
    #expect(times.last == Int64(samples.count / 2400))
    #expect(heard.last?.isSounding == true)
  }

  @Test("the level is that of the newest 50 ms, and silence has none")
  func level() throws {
    var pipeline = try Self.pipeline()
    let tone = (0..<48_000).map { Float(0.5 * sine(Double($0) * 440 / 48_000)) }
    let heard = results(of: tone + [Float](repeating: 0, count: 48_000), by: &pipeline)
    let level = try #require(heard[15].level)
    #expect(abs(level.value + 9.03) < 0.05)  // 20·log10(0.5) − 3.01
    #expect(heard.last?.level == nil)
  }

  /// sin 2πx by its series: no C library is imported for it.
  private func sine(_ turns: Double) -> Double {
    let x = 2 * Double.pi * (turns - turns.rounded())
    var (term, sum) = (x, x)
    for n in 1...14 {
      term *= -x * x / Double(2 * n * (2 * n + 1))
      sum += term
    }
    return sum
  }

  @Test("the strings of a stroke and of the engine have the same bounds")
  func bounds() {
    #expect(StrumTarget.leastDistance == StrumConfiguration.leastDistance)
    #expect(StrumTarget.frequencies == StrumConfiguration.targets)
    #expect(StringReadings.capacity == StrumConfiguration.stringCounts.upperBound)
  }
}
