// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Glibc
import Testing

@testable import ALSAAudio

/// The delays of a busy machine, from a seed (SplitMix64).
private struct Delays {
  private var state: UInt64
  /// The rest of a stretch of time in which everything is late, in readings.
  private var busy = 0

  init(seed: UInt64) { state = seed }

  private mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return (Double((bits ^ (bits >> 31)) >> 11) + 0.5) * 0x1p-53
  }

  /// The next delay in seconds.
  ///
  /// Most delays are about 80 µs, one in a hundred is up to 4 ms, and sometimes all are 1 ms and
  /// more for half a second. The timestamp is off by up to ±20 µs.
  mutating func next() -> Double {
    if busy > 0 { busy -= 1 } else if uniform() < 1e-4 { busy = 50 }
    var delay = -80e-6 * log(uniform())
    if uniform() < 0.01 { delay += 4e-3 * uniform() }
    if busy > 0 { delay += 1e-3 + 2e-3 * uniform() }
    return delay + 20e-6 * (2 * uniform() - 1)
  }
}

@Suite("The measurement of a device's clock")
struct ClockCalibratorTests {
  /// Reads periods of 480 samples for a time, and returns the measured drift.
  private func measured(
    _ ppm: Double, minutes: Double, seed: UInt64, restarts: Int = 0
  ) -> ClockDrift? {
    var calibrator = ClockCalibrator(rateInHertz: 48000)
    var delays = Delays(seed: seed)
    let periods = Int(minutes * 6000)
    for index in 1...periods {
      let time = 0.01 * Double(index) / (1 + ppm * 1e-6)
      calibrator.read(480, end: Int64((time + delays.next()) * 1e9))
      if restarts > 0, index.isMultiple(of: periods / (restarts + 1)) { calibrator.restart() }
    }
    return calibrator.drift
  }

  @Test(
    "has an error below 2 ppm after ten minutes on a busy machine",
    arguments: [-180.0, -29, 0, 3.5, 250])
  func tenMinutes(ppm: Double) throws {
    let drift = try #require(measured(ppm, minutes: 10, seed: 7))
    #expect(abs(drift.clock.value - ppm) < 2)
    #expect(drift.sigma.value < 0.5)
    #expect((560...600).contains(drift.seconds))
  }

  // A normal error lies within its two sigmas 95 times of 100, and between 89 and 99 times in all
  // but one of a hundred such counts (binomial).
  @Test(
    "reports a standard error: two sigmas cover the error in 89 to 99 of 100 runs",
    arguments: [2.0, 10])
  func coverage(minutes: Double) {
    var held = 0
    var worst = 0.0
    for seed in 1...100 {
      guard let drift = measured(31, minutes: minutes, seed: UInt64(seed)) else { continue }
      let error = abs(drift.clock.value - 31)
      worst = max(worst, error)
      if error <= 2 * drift.sigma.value { held += 1 }
    }
    #expect((89...99).contains(held), "\(held) of 100 after \(minutes) min, at worst \(worst) ppm")
  }

  @Test("continues through interruptions, and reports no drift without enough data")
  func interruptions() throws {
    let drift = try #require(measured(-60, minutes: 10, seed: 3, restarts: 7))
    #expect(abs(drift.clock.value + 60) < 2)
    #expect(measured(-60, minutes: 0.05, seed: 3) == nil)
    // With an interruption every half second the measurement never settles.
    #expect(measured(-60, minutes: 1, seed: 3, restarts: 119) == nil)
  }

  @Test("uses bounded memory for hours")
  func hours() throws {
    let drift = try #require(measured(12, minutes: 120, seed: 5))
    #expect(abs(drift.clock.value - 12) < 0.05)
    #expect(drift.seconds > 7000)
  }
}

@Suite("The clock of a scripted device")
struct ScriptedClockTests {
  // USB moves its pointer every millisecond, and reports it up to some milliseconds late.
  @Test(
    "is measured to 2 ppm in ten minutes of capture, an overrun among them",
    arguments: [(ppm: 29.0, step: 48), (ppm: -87, step: 1)])
  func capture(ppm: Double, step: Int) throws {
    let script = Script()
    script.trueRate = 48000 * (1 + ppm * 1e-6)
    script.pointerStep = step
    script.faults = [(9_000_000, .overrun(milliseconds: 700))]
    var delays = Delays(seed: 11)
    script.lateness = { Int64(max(0, delays.next()) * 1e9) }
    script.sample = { _, _ in 0.5 }
    var capture = try PCMCapture(
      CaptureConfiguration(deviceName: "test"), device: ScriptedPCM(script))
    var block = [Float](repeating: 0, count: 4096)
    let end = script.time + 600_000_000_000
    while script.time < end { _ = try Self.next(&capture, &block) }
    let drift = try #require(capture.health.snapshot.drift)
    #expect(abs(drift.clock.value - ppm) < 2, "\(drift)")
    #expect(drift.seconds > 560)
  }

  private static func next(
    _ capture: inout PCMCapture<ScriptedPCM>, _ block: inout [Float]
  ) throws(ALSAError) -> CaptureEvent {
    var span = block.mutableSpan
    return try capture.capture(into: &span)
  }
}
