// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("Memory of the first partial's shift")
struct ShiftMemoryTests {
  private func memory(of shifts: [Double], error: Double, elapsed: Double) -> ShiftMemory {
    var memory = ShiftMemory()
    for shift in shifts { memory.add(shift, variance: error, at: 110, after: elapsed) }
    return memory
  }

  @Test(
    "begins with the typical shift of bodies, and keeps it without information from a measurement")
  func begins() {
    let body = BodyShift(at: 110)
    let memory = memory(of: [40], error: 1e12, elapsed: 0.01)
    #expect(abs(memory.mean - body.mean) < 1e-6)
    #expect(abs(memory.variance - body.variance) < 1e-6)
  }

  @Test("is the measured shift where its error is small")
  func follows() {
    #expect(abs(memory(of: [-7], error: 1e-9, elapsed: 0.01).mean + 7) < 1e-6)
  }

  @Test("adapts equally in the same time at any update rate")
  func rate() {
    let slow = memory(of: Array(repeating: -6, count: 10), error: 20, elapsed: 0.05)
    let fast = memory(of: Array(repeating: -6, count: 100), error: 20, elapsed: 0.005)
    #expect(abs(slow.mean - fast.mean) < 0.2)
    #expect(abs(slow.mean + 6) < 2)
  }

  @Test("starts again at another pitch and for another note")
  func another() {
    var memory = memory(of: Array(repeating: -6, count: 50), error: 1, elapsed: 0.02)
    memory.add(3, variance: 1e12, at: 220, after: 0.02)
    #expect(abs(memory.mean - BodyShift(at: 220).mean) < 1e-6)
    #expect(memory.seconds == 0)
    memory.reset()
    #expect(memory.variance == 0)
  }

  @Test("changes little above the resonances of a body")
  func high() {
    #expect(abs(BodyShift(at: 1000).mean) < 0.5)
    #expect(BodyShift(at: 1000).variance < BodyShift(at: 120).variance)
    #expect(BodyShift(at: 40).mean == BodyShift(at: 80).mean)
  }
}
