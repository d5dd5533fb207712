// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Glibc
import Testing

@testable import ALSAAudio

@Suite("The list of devices")
struct ALSADeviceTests {
  @Test("lists the abilities of a device, or the reason why it can't be opened, and releases it")
  func describes() {
    let script = Script()
    script.openAnswers = [0, EACCES]
    var device = ScriptedPCM(script)
    let name = DeviceNames.Name(name: "hw:0", summary: "A card")
    let usable = ALSADevice.describe(name, .capture, with: &device)
    #expect(usable.abilities == .success(script.abilities))
    #expect(!script.isOpen)
    let denied = ALSADevice.describe(name, .capture, with: &device)
    #expect(denied.abilities == .failure(.notPermitted(name: "hw:0", code: EACCES)))
    script.abilities.formats = []
    let odd = ALSADevice.describe(name, .playback, with: &device)
    #expect(odd.abilities == .failure(.noUsableFormat(name: "hw:0")))
    #expect(odd.summary == "A card")
  }

  @Test("leaves out ALSA's converters and outputs for special formats")
  func converters() {
    let shown = ["default", "hw:CARD=PCH,DEV=0", "plughw:1", "pulse", "pipewire", "mine"]
    let hidden = ["front:CARD=PCH", "surround51:CARD=PCH", "iec958", "null", "dsnoop:CARD=PCH"]
    #expect(shown.filter { DeviceNames.Name(name: $0, summary: "").isConverter } == [])
    #expect(hidden.filter { !DeviceNames.Name(name: $0, summary: "").isConverter } == [])
  }

  @Test("joins a description of several lines into one")
  func lines() {
    #expect(DeviceNames.line("HDA Intel PCH,\n  ALC257 Analog\n") == "HDA Intel PCH, ALC257 Analog")
    #expect(DeviceNames.line("") == "")
  }

  // libasound itself, on a machine without a card: nothing may crash, and `null` always opens.
  @Test("calls the installed library", arguments: StreamDirection.allCases)
  func library(direction: StreamDirection) throws {
    let all = ALSADevice.list(direction)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.allSatisfy { $0.direction == direction })
    var device = ALSAPCM()
    let name = DeviceNames.Name(name: "null", summary: "")
    let null = ALSADevice.describe(name, direction, with: &device)
    let abilities = try null.abilities.get()
    #expect(abilities.formats.contains(SampleFormat(.int16)))
    #expect(abilities.agreedRates.contains(48000))
    #expect(throws: ALSAError.noSuchDevice(name: "no such device", code: ENOENT)) {
      _ = try ALSACapture(CaptureConfiguration(deviceName: "no such device"))
    }
  }

  @Test("captures from the library's null device, which is silent, and releases it")
  func nullCapture() throws {
    var capture = try ALSACapture(CaptureConfiguration(deviceName: "null"))
    #expect(capture.sampleRate.hertz == 48000)
    #expect(capture.setup.format == SampleFormat(.float32))
    var block = [Float](repeating: 1, count: 4800)
    var heard = 0
    // Bounded by calls: each waits 20 ms at most.
    for _ in 0..<50 where heard == 0 {
      var span = block.mutableSpan
      if case .samples(let count) = try capture.capture(into: &span) { heard = count }
    }
    #expect(heard > 0)
    #expect(block.prefix(heard).allSatisfy { $0 == 0 })
  }

  @Test("plays to the library's null device")
  func nullPlayback() throws {
    var playback = try ALSAPlayback(deviceName: "null")
    let samples = [Float](repeating: 0.5, count: 48000)
    let isDone = try playback.write(samples.span)
    try playback.finish()
    #expect(isDone)
    #expect(playback.sampleRate.hertz == 48000)
  }
}
