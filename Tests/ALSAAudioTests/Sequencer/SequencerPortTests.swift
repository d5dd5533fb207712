// SPDX-License-Identifier: MIT

import CALSA
import Glibc
import Testing

@testable import ALSAAudio

@Suite("A port of the ALSA sequencer")
struct SequencerPortTests {
  /// True on a machine with the sequencer.
  static let hasSequencer = access("/dev/snd/seq", F_OK) == 0

  // The events of alsa/seq_event.h for the channel messages of MIDI 1.0.
  @Test("bytes become events: notes, bends around zero, and controllers")
  func events() throws {
    var encoder = EventEncoder()
    let onEvent = encoder.event(of: [0x90, 45, 64])
    let on = try #require(onEvent)
    #expect(on.type == UInt8(SND_SEQ_EVENT_NOTEON.rawValue))
    #expect(on.data.note.channel == 0 && on.data.note.note == 45 && on.data.note.velocity == 64)
    let offEvent = encoder.event(of: [0x80, 45, 64])
    let off = try #require(offEvent)
    #expect(off.type == UInt8(SND_SEQ_EVENT_NOTEOFF.rawValue) && off.data.note.note == 45)
    for (bytes, value) in [
      ([0xE0, 0, 0x40], 0), ([0xE0, 0, 0], -8192), ([0xE0, 127, 127], 8191),
    ]
      as [([UInt8], Int32)]
    {
      let bendEvent = encoder.event(of: bytes)
      let bend = try #require(bendEvent)
      #expect(bend.type == UInt8(SND_SEQ_EVENT_PITCHBEND.rawValue))
      #expect(bend.data.control.value == value)
    }
    let rangeEvent = encoder.event(of: [0xB0, 6, 2])
    let range = try #require(rangeEvent)
    #expect(range.type == UInt8(SND_SEQ_EVENT_CONTROLLER.rawValue))
    #expect(range.data.control.param == 6 && range.data.control.value == 2)
  }

  @Test("an unfinished message is no event, and does not touch the next")
  func unfinished() {
    var encoder = EventEncoder()
    let half = encoder.event(of: [0x90, 45])
    #expect(half?.type == nil)
    let whole = encoder.event(of: [0x80, 46, 64])
    #expect(whole?.data.note.note == 46)
  }

  @Test("without the sequencer, it says what is missing", .enabled(if: !hasSequencer))
  func absent() {
    let error = #expect(throws: SequencerError.self) {
      _ = try SequencerPort(named: "Headstock")
    }
    #expect(error == .noSequencer(code: ENOENT))
    #expect(error?.description.contains("modprobe snd-seq") == true)
  }

  @Test("with the sequencer, a port has an address and takes messages", .enabled(if: hasSequencer))
  func present() throws {
    var port = try SequencerPort(named: "Headstock")
    let address = port.address
    #expect(address.contains(":"))
    let isSent = port.send([0x90, 45, 64])
    #expect(isSent)
    #expect(throws: SequencerError.noReceiver(name: "no such client:0")) {
      _ = try SequencerPort(named: "Headstock", connectedTo: "no such client:0")
    }
  }
}
