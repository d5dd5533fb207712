// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@testable import PitchDetection

@Suite("MotorHum")
struct MotorHumTests {
  private static let update = 0.05

  /// Adds readings of one pitch for some seconds.
  private func add(
    _ frequency: Double, noise: Double? = 50, confidence: Double = 0.8, for seconds: Double,
    to motor: inout MotorHum
  ) {
    for _ in 0..<Int(seconds / Self.update) {
      motor.add(frequency, noise: noise, confidence: confidence, after: Self.update)
    }
  }

  @Test(
    "explains noisy readings that have had the speed of a motor for over 3 s",
    arguments: [46.0, 48.5, 49.5, 55.5, 59.5], [50.0, nil])
  func recognises(speed: Double, noise: Double?) {
    var motor = MotorHum()
    add(speed, noise: noise, for: 2.8, to: &motor)
    #expect(!motor.explains(speed))
    add(speed, noise: noise, for: 0.5, to: &motor)
    #expect(motor.explains(speed))
    #expect(motor.explains(speed * 1.02))
    #expect(!motor.explains(speed * 1.03))
  }

  @Test("explains no pitch that is not the speed of a motor", arguments: [41.2, 52, 82.41, 110])
  func ignoresOthers(frequency: Double) {
    var motor = MotorHum()
    add(frequency, for: 10, to: &motor)
    #expect(!motor.explains(frequency))
  }

  @Test("explains no string: its readings are clear for a moment after each stroke")
  func clear() {
    var motor = MotorHum()
    add(49, for: 10, to: &motor)
    add(49, noise: 12, confidence: 0.7, for: 0.2, to: &motor)
    #expect(!motor.explains(49))
    add(49, for: 1.5, to: &motor)
    #expect(!motor.explains(49))
  }

  @Test("still explains a motor after one clear reading at a low rate or without confidence")
  func unclear() {
    var motor = MotorHum()
    add(49, for: 10, to: &motor)
    add(49, noise: 12, confidence: 0.69, for: 1, to: &motor)
    add(49, noise: 12.1, confidence: 1, for: 1, to: &motor)
    add(49, noise: 12, confidence: 1, for: Self.update, to: &motor)
    #expect(motor.explains(49))
  }

  @Test("remembers a motor through other sounds, and forgets it 25 s after it has stopped")
  func forgets() {
    var motor = MotorHum()
    add(49, for: 10, to: &motor)
    add(196, for: 5, to: &motor)
    motor.rest(for: 5)
    #expect(motor.explains(49))
    motor.rest(for: 16)
    #expect(!motor.explains(49))
    // Another motor is remembered once the first one is forgotten.
    motor.rest(for: 15)
    add(58, for: 4, to: &motor)
    #expect(motor.explains(58))
    #expect(!motor.explains(49))
  }

  @Test(
    "makes an answer of fewer than one in fifty readings of a refrigerator",
    arguments: [(10, 2), (23, 1), (30, 0)] as [(UInt64, Int)])
  func room(seed: UInt64, draw: Int) throws {
    let rate = 48000
    let room = try #require(
      SignalSet.rooms.cases(seed: seed, draws: 3).first {
        $0.identifier == "rooms/refrigerator/\(draw)"
      })
    let samples = room.signal(at: SampleRate(rate)).render(at: SampleRate(rate))
    let readings = try hear(samples, rate: rate, updates: 20)
    let answers = readings.filter { $0.estimate?.confidence ?? 0 >= 0.7 }
    #expect(answers.count * 50 < readings.count, "\(answers.count) of \(readings.count)")
  }
}
