// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing

@testable import NoteTracking

@Suite("Steady pitch")
struct SteadyPitchTests {
  private func readings(
    _ count: Int, frequency: (Double) -> Double, level: (Double) -> Double = { _ in -20 }
  ) -> ArraySlice<Readings.Reading> {
    (0..<count).map { index in
      let time = 0.2 + 0.05 * Double(index)
      return Readings.Reading(
        estimate: PitchEstimate(
          frequency: Hertz(frequency(time)), confidence: 1, sigma: Cents(0.1)),
        time: time, level: Decibels(level(time)))
    }[...]
  }

  /// Half a sine over a number of readings, which is zero one step before the first and one after
  /// the last.
  private func taper(_ time: Double, of count: Int) -> Double {
    sin(Double.pi * (time - 0.15) / (0.05 * Double(count + 1)))
  }

  private func cents(_ pitch: SteadyPitch, above hertz: Double) -> Double {
    pitch.frequency.interval(above: Hertz(hertz)).value
  }

  @Test("of one pitch is that pitch, for any number of readings", arguments: [1, 2, 3, 31])
  func constant(count: Int) {
    let pitch = SteadyPitch(of: readings(count) { _ in 110 })
    #expect(pitch.frequency == Hertz(110))
    #expect(pitch.sigma == Cents(0.1))
  }

  @Test("has no smaller error than its readings if one of them has most of the weight")
  func short() throws {
    let cents = [30.0, 0, -4]
    let pitch = SteadyPitch(
      of: readings(3) { Hertz(110).raised(by: Cents(cents[Int(($0 - 0.2) / 0.05 + 0.5)])).value })
    #expect(try #require(pitch.sigma).value >= 0.1)
  }

  @Test("of a linear glide at a constant level is its middle")
  func glide() {
    // The bell of an even tone is symmetric about the middle; each reading is the mean since the
    // one before, half a step earlier.
    let pitch = SteadyPitch(
      of: readings(31) { Hertz(110).raised(by: Cents(8 * ($0 - 0.025 - 0.95))).value })
    #expect(abs(cents(pitch, above: 110)) < 1e-9)
  }

  /// The line through the phase itself, by the normal equations.
  ///
  /// The phase is the exact integral of the instantaneous frequency, and each reading its mean
  /// slope since the reading before.
  @Test(
    "is the slope of the phase, weighted by the amplitude and by half a sine",
    arguments: [0.0, -10, -30])
  func phase(decay: Double) {
    // The integral of 2·cos(20t), in cents·seconds.
    let phase = { (time: Double) in sin(20 * time) / 10 }
    let level = { (time: Double) in -20 + decay * time }
    let steady = readings(
      31,
      frequency: { time in
        Hertz(220).raised(by: Cents((phase(time) - phase(time - 0.05)) / 0.05)).value
      }, level: level)
    var (s, st, stt, sp, stp) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for reading in steady {
      let time = reading.time
      let amplitude = pow(10, level(time) / 20) * taper(time, of: 31)
      s += amplitude
      st += amplitude * time
      stt += amplitude * time * time
      sp += amplitude * phase(time)
      stp += amplitude * time * phase(time)
    }
    let slope = (s * stp - st * sp) / (s * stt - st * st)
    #expect(abs(cents(SteadyPitch(of: steady), above: 220) - slope) < 1e-9)
  }

  /// The sum over a decaying, wavering tone, on a fine grid of frequencies, has its peak there.
  @Test(
    "is the peak of the tapered periodogram of a tone with decay and vibrato",
    arguments: [0.0, -20, -40])
  func periodogram(decay: Double) {
    let level = { (time: Double) in -20 + decay * time }
    // The integral of 2·cos(9t) cents, and it in radians about 220 Hz.
    let phase = { (time: Double) in 2 * sin(9 * time) / 9 }
    let radians = { (cents: Double) in 2 * Double.pi * 220 * cents * log(2) / 1200 }
    let steady = readings(
      31,
      frequency: { time in
        Hertz(220).raised(by: Cents((phase(time) - phase(time - 0.05)) / 0.05)).value
      }, level: level)
    let strength = { (cents: Double) -> Double in
      var (real, imaginary) = (0.0, 0.0)
      for step in 0...1500 {
        let time = 0.2 + Double(step) / 1000
        let angle = radians(phase(time) - cents * time)
        let amplitude = pow(10, level(time) / 20) * taper(time, of: 31)
        real += amplitude * cos(angle)
        imaginary += amplitude * sin(angle)
      }
      return real * real + imaginary * imaginary
    }
    let grid = stride(from: -2.0, through: 2, by: 0.01)
    let peak = grid.max { strength($0) < strength($1) } ?? .nan
    #expect(abs(cents(SteadyPitch(of: steady), above: 220) - peak) < 0.12)
  }

  @Test(
    "of a pitch that beats about twice a second is its mean, wherever the part ends",
    arguments: [0.4, 0.5, 0.6])
  func beat(period: Double) {
    for count in 21...31 {
      let pitch = SteadyPitch(
        of: readings(count) {
          Hertz(220).raised(by: Cents(10 * cos(2 * Double.pi * $0 / period))).value
        })
      // Without the taper the error reaches 0.62 cents.
      #expect(abs(cents(pitch, above: 220)) < 0.4)
    }
  }

  @Test("follows the louder of two pitches, and not the one that lasts longer")
  func power() {
    // 0.5 s at 110 Hz, then a second 12 cents lower and 40 dB softer.
    let low = Hertz(110).raised(by: Cents(-12)).value
    let pitch = SteadyPitch(
      of: readings(31, frequency: { $0 < 0.69 ? 110 : low }, level: { $0 < 0.69 ? -20 : -60 }))
    #expect(abs(cents(pitch, above: 110)) < 2)
  }

  @Test(
    "is weighted by the first partial's level if every reading has one, else by the sound's level")
  func partial() {
    let frequency = { (time: Double) in time < 0.69 ? 110.0 : 110.5 }
    let fading = { (time: Double) in time < 0.69 ? -20.0 : -60.0 }
    let bySound = SteadyPitch(of: readings(31, frequency: frequency, level: fading))
    var beating = readings(31, frequency: frequency)
    for index in beating.indices {
      var estimate = beating[index].estimate
      estimate.firstPartialLevel = Decibels(fading(beating[index].time))
      beating[index] = Readings.Reading(
        estimate: estimate, time: beating[index].time, level: Decibels(-20))
    }
    #expect(SteadyPitch(of: beating).frequency == bySound.frequency)
    let even = SteadyPitch(of: readings(31, frequency: frequency)).frequency
    #expect(even != bySound.frequency)
    // One reading has no level of its first partial, so all are weighted by the level of the sound.
    let first = beating.startIndex
    beating[first] = Readings.Reading(
      estimate: PitchEstimate(frequency: Hertz(110), confidence: 1, sigma: Cents(0.1)),
      time: beating[first].time, level: Decibels(-20))
    #expect(SteadyPitch(of: beating).frequency == even)
  }

  @Test("changes by no more than its own scatter because of a wrong reading")
  func outlier() {
    let wave = { (time: Double) in Hertz(110).raised(by: Cents(sin(40 * time))).value }
    let clean = SteadyPitch(of: readings(31, frequency: wave))
    let wrong = SteadyPitch(
      of: readings(31) { abs($0 - 0.95) < 0.01 ? Hertz(110).raised(by: Cents(60)).value : wave($0) }
    )
    // 60 cents in one of 31 readings would be 3.7 cents in the middle of the bell.
    #expect(wrong.frequency.interval(above: clean.frequency).magnitude.value < 0.25)
  }

  @Test("has the standard deviation of its weighted readings, for any number of them")
  func sigma() throws {
    // Readings at −1, 0 and 1 in turn: two thirds of them lie 1 cent off, in every part of the
    // bell.
    for count in [16, 31] {
      let pitch = SteadyPitch(
        of: readings(count) {
          Hertz(110).raised(by: Cents(Double(Int(($0 / 0.05).rounded()) % 3 - 1))).value
        })
      let sigma = try #require(pitch.sigma)
      #expect(abs(sigma.value / (2.0 / 3).squareRoot() - 1) < 0.05)
    }
  }

  @Test("adds the beat that a reading left out, unless no body causes one as large")
  func beat() {
    for (beat, added) in [(2.0, 2.0), (-38, -38), (42, 0), (-120, 0)] {
      let readings = readings(31) { _ in 110 }.map { reading in
        var estimate = reading.estimate
        estimate.beat = Cents(beat)
        return Readings.Reading(estimate: estimate, time: reading.time, level: reading.level)
      }
      #expect(abs(cents(SteadyPitch(of: readings[...]), above: 110) - added) < 1e-9)
    }
  }

  @Test("does not let one reading stand for a gap before it")
  func gap() {
    // A reading 20 cents higher, with and without half a second of no readings before it.
    let pitch = { (isAfterGap: Bool) in
      let all = readings(31) { abs($0 - 1.1) < 0.01 ? Hertz(110).raised(by: Cents(20)).value : 110 }
      let kept = all.filter { !isAfterGap || $0.time < 0.59 || $0.time > 1.09 }
      return cents(SteadyPitch(of: kept[...]), above: 110)
    }
    #expect(pitch(true) < 5)
    #expect(pitch(false) < 1)
  }
}
