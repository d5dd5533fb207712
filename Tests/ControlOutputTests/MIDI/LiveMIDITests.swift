// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing
import Tuning

@testable import ControlOutput

@Suite("Live readings as MIDI messages")
struct LiveMIDITests {
  private static let centre = 8192

  /// A reading of a note that began at a sample.
  private func reading(
    _ keys: Double?, onset: Int? = 0, level: Double = -30, confidence: Double = 0.9
  ) -> PitchResult {
    let onset = onset.map { SamplePosition.start.advanced(by: $0) }
    let estimate = keys.map {
      PitchEstimate(frequency: Hertz(440 * exp2(($0 - 69) / 12)), confidence: confidence)
    }
    var result = PitchClassifier(selection: .chromatic).classify(
      estimate, level: Decibels(level), at: .start)
    result.onset = onset
    return result
  }

  @Test("a note begins with its bend, follows the pitch, and ends in silence")
  func note() {
    var midi = LiveMIDI()
    // A quarter of a semitone is an eighth of the range of two semitones.
    #expect(
      midi.reduce(reading(45.25)) == [.bend(Self.centre + 1024), .noteOn(45, velocity: 64)])
    #expect(midi.reduce(reading(45.25)).isEmpty)
    #expect(midi.reduce(reading(45)) == [.bend(Self.centre)])
    #expect(midi.reduce(reading(nil, onset: nil)) == [.noteOff(45), .bend(Self.centre)])
    #expect(midi.reduce(reading(nil, onset: nil)).isEmpty)
  }

  @Test("another stroke ends the note before, also on the same key")
  func stroke() {
    var midi = LiveMIDI()
    _ = midi.reduce(reading(45, onset: 0))
    #expect(
      midi.reduce(reading(45, onset: 9)) == [
        .noteOff(45), .bend(Self.centre), .noteOn(45, velocity: 64),
      ])
    #expect(
      midi.reduce(reading(52, onset: 12)) == [
        .noteOff(45), .bend(Self.centre), .noteOn(52, velocity: 64),
      ])
  }

  @Test("a glide bends up to two semitones, and then begins another note")
  func glide() {
    var midi = LiveMIDI()
    _ = midi.reduce(reading(45))
    #expect(midi.reduce(reading(46)) == [.bend(Self.centre + 4096)])
    #expect(midi.reduce(reading(43.5)) == [.bend(Self.centre - 6144)])
    #expect(midi.reduce(reading(46.999)) == [.bend(Self.centre + 8188)])
    #expect(
      midi.reduce(reading(47.75)) == [
        .noteOff(45), .bend(Self.centre - 1024), .noteOn(48, velocity: 64),
      ])
  }

  @Test("a reading without a clear pitch holds its note, and ends that of another")
  func unclear() {
    var midi = LiveMIDI()
    _ = midi.reduce(reading(45, onset: 0))
    #expect(midi.reduce(reading(nil, onset: 0)).isEmpty)
    #expect(midi.reduce(reading(47, onset: 0, confidence: 0.01)).isEmpty)
    var other = reading(50, onset: 0)
    // A string that rings on: there is a target, and no deviation from it.
    other.cents = nil
    #expect(midi.reduce(other).isEmpty)
    #expect(midi.reduce(reading(nil, onset: 9)) == [.noteOff(45), .bend(Self.centre)])
  }

  @Test(
    "the velocity is linear in decibels, from 1 at -60 dB to 127 at full scale",
    arguments: [(-90.0, 1), (-60, 1), (-30, 64), (0, 127), (6, 127)])
  func velocity(level: Double, velocity: UInt8) {
    var midi = LiveMIDI()
    #expect(midi.reduce(reading(60, level: level)).last == .noteOn(60, velocity: velocity))
  }

  @Test("keys stay within those of MIDI", arguments: [(-3.0, UInt8(0)), (130, 127)])
  func keys(exact: Double, key: UInt8) {
    var midi = LiveMIDI()
    #expect(midi.reduce(reading(exact)).last == .noteOn(key, velocity: 64))
  }

  @Test("whatever is read, keys begin and end in turn, and rest leaves none sounding")
  func balance() {
    var state: UInt64 = 35
    func next(_ count: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % count
    }
    var midi = LiveMIDI()
    var sounding: UInt8?
    for round in 0..<20_000 {
      let keys = next(3) == 0 ? nil : Double(next(1000)) / 10 + 20
      let onset = next(4) == 0 ? nil : Int(next(3))
      let messages =
        round % 97 == 96
        ? midi.rest()
        : midi.reduce(
          reading(keys, onset: onset, confidence: next(2) == 0 ? 0.9 : 0.01))
      for message in messages {
        switch message {
        case .noteOn(let key, _):
          #expect(sounding == nil)
          sounding = key
        case .noteOff(let key):
          #expect(sounding == key)
          sounding = nil
        case .bend(let bend): #expect((0...16383).contains(bend))
        case .control: Issue.record("a controller")
        }
      }
    }
    for message in midi.rest() where message.isEnd { sounding = nil }
    #expect(sounding == nil)
    #expect(midi.rest().isEmpty)
  }

  // The bytes of MIDI 1.0, channel 1.
  @Test("messages have the bytes of MIDI 1.0")
  func bytes() {
    #expect(MIDIMessage.noteOn(45, velocity: 64).bytes == [0x90, 45, 64])
    #expect(MIDIMessage.noteOff(45).bytes == [0x80, 45, 64])
    #expect(MIDIMessage.bend(8192).bytes == [0xE0, 0, 0x40])
    #expect(MIDIMessage.bend(16383).bytes == [0xE0, 0x7F, 0x7F])
    #expect(
      LiveMIDI.setup.flatMap(\.bytes) == [
        0xB0, 101, 0, 0xB0, 100, 0, 0xB0, 6, 2, 0xB0, 38, 0, 0xB0, 101, 127, 0xB0, 100, 127,
      ])
  }

  @Test("a receiver is a port, an address of the sequencer, or a path")
  func places() throws {
    #expect(try MIDIDestination("port") == .ownPort)
    #expect(try MIDIDestination("128:0") == .connected("128:0"))
    #expect(try MIDIDestination("FLUID Synth:0") == .connected("FLUID Synth:0"))
    #expect(try MIDIDestination("/dev/snd/midiC1D0") == .file("/dev/snd/midiC1D0"))
    #expect(try MIDIDestination("./a:b") == .file("./a:b"))
  }

  @Test(
    "anything else is refused", arguments: ["", "128", ":0", "128:", "128:x", "128:256", "a\0/"])
  func refused(text: String) {
    #expect(throws: MIDIDestinationError.self) { try MIDIDestination(text) }
  }
}
