// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

// MIDI 1.0: key 69 is A4, a bend has 14 bits with 8192 in the centre.
@Suite("Keys and bends of MIDI")
struct MIDIPitchTests {
  /// A pitch some semitones above A4 at 440 Hz.
  private static func pitch(_ semitones: Double) -> MIDIPitch {
    MIDIPitch(Hertz(440).raised(by: Cents(100 * semitones)))
  }

  @Test(
    "a full bend is two semitones, and a pitch beyond it is at the limit",
    arguments: [
      (0, 8192), (0.5, 10_240), (-0.5, 6144), (1, 12_288), (-2, 0), (2, 16_383), (3, 16_383),
      (-3, 0),
    ])
  func bends(semitones: Double, bend: Int) {
    #expect(Self.pitch(semitones).bend(from: 69) == bend)
  }

  @Test("a bend reaches two semitones to each side")
  func reach() {
    #expect(Self.pitch(0).isInReach(of: 71) && Self.pitch(0).isInReach(of: 67))
    #expect(!Self.pitch(0.1).isInReach(of: 67) && !Self.pitch(-0.1).isInReach(of: 71))
  }

  @Test(
    "the nearest key is one of the keyboard",
    arguments: [(0.4, 69), (-0.6, 68), (70, 127), (-80, 0)] as [(Double, UInt8)])
  func keys(semitones: Double, key: UInt8) {
    #expect(Self.pitch(semitones).nearestKey == key)
  }

  @Test(
    "the velocity is linear in decibels from -60 to 0, and medium for an unknown level",
    arguments: [(-90, 1), (-60, 1), (-30, 64), (0, 127), (6, 127), (nil, 64)]
      as [(Double?, UInt8)])
  func velocities(level: Double?, velocity: UInt8) {
    #expect(MIDIPitch.velocity(of: level.map { Decibels($0) }) == velocity)
  }

  @Test("registered parameter 0 sets the range of the bend, and 127, 127 ends the change")
  func range() {
    #expect(MIDIPitch.rangeControls.map(\.controller) == [101, 100, 6, 38, 101, 100])
    #expect(MIDIPitch.rangeControls.map(\.value) == [0, 0, 2, 0, 127, 127])
  }
}
