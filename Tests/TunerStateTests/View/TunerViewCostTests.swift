// SPDX-License-Identifier: MIT

import CAllocationCounter
import Testing
import TunerState
import Tuning

@Suite("The cost of a result")
struct TunerViewCostTests {
  /// A player's minutes: silence, attacks, flat and in tune, one string after another.
  private static func result(_ index: Int) -> PitchResult {
    let samples = Int64(index) * 2400
    if index % 40 < 4 { return Reading.silence(at: samples) }
    return Reading.string(
      6 - index / 40 % 6, cents: Double(index % 40) - 30, onset: Int64(index / 40),
      at: samples)
  }

  @Test(
    "nothing is allocated for a result, and the counter finds an allocation",
    arguments: [0.0, 1.0])
  func allocations(hysteresis: Double) {
    var tuner = TunerView.listening(.with([.hysteresis: .number(hysteresis)]))
    let results = (0..<4000).map {
      TunerAction.pitchResult(Self.result($0), at: .milliseconds(50 * $0))
    }
    let counted = ReductionAllocations(of: results, in: &tuner)
    #expect(counted.steady == 0)
    // A check of the counter: a list of effects is allocated, so the counter must show it.
    #expect(counted.feedbackCount == 100 || counted.isDeaf)
    #expect(counted.begun >= counted.feedbackCount || counted.isDeaf)
  }

  @Test(
    "a confirmation allocates nothing in a list that has room",
    .enabled(
      if: headstock_allocations_are_counted() != 0, "A sanitizer has an allocator of its own."))
  func confirmations() {
    var tuner = TunerView.listening()
    let results = (0..<4000).map {
      TunerAction.pitchResult(Self.result($0), at: .milliseconds(50 * $0))
    }
    var effects: [TunerEffect] = []
    effects.reserveCapacity(3)
    var (confirmed, allocations) = (0, 0)
    for (index, action) in results.enumerated() {
      headstock_allocations_begin()
      effects.removeAll(keepingCapacity: true)
      tuner.reduce(action, into: &effects)
      let count = headstock_allocations_end()
      // The first confirmations prepare the types of the language's runtime.
      if index >= 400 { allocations += count }
      confirmed += effects.feedbackCount
    }
    #expect(confirmed == 100)
    #expect(allocations == 0)
  }

  // The reducer's part of the 5 ms.
  // The service level is p99.99 ≤ 50 µs of an optimised build; in any build the bulk is far below.
  @Test("a result is reduced in microseconds")
  func time() {
    var tuner = TunerView.listening()
    let clock = ContinuousClock()
    var times: [Duration] = []
    times.reserveCapacity(100_000)
    for index in 0..<100_000 {
      let action = TunerAction.pitchResult(Self.result(index), at: .milliseconds(50 * index))
      let start = clock.now
      _ = tuner.reduce(action)
      times.append(clock.now - start)
    }
    times.sort()
    print(
      "reduce: p50 \(times[50_000]), p99 \(times[99_000]), p99.99 \(times[99_990]), "
        + "max \(times[99_999])")
    #expect(times[50_000] < .microseconds(50))
  }
}
