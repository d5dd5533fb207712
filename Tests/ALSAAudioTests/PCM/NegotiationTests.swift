// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Glibc
import Testing

@testable import ALSAAudio

@Suite("The negotiation of a device's parameters")
struct NegotiationTests {
  private func open(
    _ script: Script, _ configuration: CaptureConfiguration = .init(deviceName: "test")
  ) throws(ALSAError) -> StreamSetup {
    let capture = try PCMCapture(configuration, device: ScriptedPCM(script))
    return capture.setup
  }

  @Test("takes the best format that a device supports")
  func format() throws {
    let script = Script()
    for formats in [SampleFormat.all, SampleFormat.all.reversed()] {
      script.abilities.formats = formats
      #expect(try open(script).format == SampleFormat(.float32))
    }
    script.refusals[SampleFormat(.float32)] = PCMRefusal(step: .parameters, code: EINVAL)
    #expect(try open(script).format == SampleFormat(.int32))
    script.abilities.formats = [SampleFormat(.int16, isBigEndian: true), SampleFormat(.int16)]
    #expect(try open(script).format == SampleFormat(.int16))
    script.abilities.formats = []
    #expect(throws: ALSAError.noUsableFormat(name: "test")) { try open(script) }
  }

  @Test("requests a period that divides the hop and is at most 17 ms, and a buffer of one second")
  func period() throws {
    // Hops of 50, 33.3, 20, 16.7 and 100 ms: three, two, two, one and six periods.
    let rows = [(20, 800), (30, 800), (50, 480), (60, 800), (10, 800)]
    for (rate, period) in rows {
      let script = Script()
      _ = try open(script, .init(deviceName: "test", updateRate: UpdateRate(updates: rate)))
      #expect(script.wishes.last?.periodInFrames == period, "\(rate) Hz")
      #expect(script.wishes.last?.bufferInFrames == 48000)
    }
  }

  @Test("takes the device's nearest rate, and refuses an unsupported one")
  func rate() throws {
    let script = Script()
    script.abilities.rates = 44100...44100
    script.agreedRate = 44100
    #expect(try open(script).rateInHertz == 44100)
    #expect(script.wishes.last?.rateInHertz == 44100)
    for hertz in [4000, 384_000, 0, -1] {
      script.agreedRate = hertz
      #expect(throws: ALSAError.unsupportedSampleRate(name: "test", hertz: hertz)) {
        try open(script)
      }
    }
  }

  @Test("requests as many channels as are needed, and reports fewer")
  func channels() throws {
    let script = Script()
    #expect(try open(script).channelCount == 1)
    let second = CaptureConfiguration(deviceName: "test", channels: .channel(2))
    #expect(try open(script, second).channelCount == 2)
    let mono = CaptureConfiguration(deviceName: "test", channels: .channel(0))
    #expect(throws: ALSAError.noSuchChannel(name: "test", required: 0, available: 1)) {
      try open(script, mono)
    }
  }

  // The mapping of errors: refused access is denied; a busy, absent or unplugged device is
  // unavailable; refused parameters are a failed initialization.
  @Test("classifies each errno")
  func kinds() {
    let rows: [(step: PCMRefusal.Step, code: Int32, kind: ALSAError.Kind, words: String)] = [
      (.open, EACCES, .denied, "may not be opened"), (.open, EPERM, .denied, "may not be opened"),
      (.open, EBUSY, .unavailable, "is in use"), (.open, ENOENT, .unavailable, "is not there"),
      (.open, ENODEV, .unavailable, "is not there"),
      (.open, ECONNREFUSED, .unavailable, "can't be opened"),
      (.rate, EINVAL, .setup, "does not agree to any rate"),
      (.parameters, EINVAL, .setup, "does not agree to any parameters"),
      (.format, EBUSY, .unavailable, "is in use"),
    ]
    for row in rows {
      let script = Script()
      if row.step == .open {
        script.openAnswers = [row.code]
      } else {
        script.refusals[SampleFormat(.float32)] = PCMRefusal(step: row.step, code: row.code)
      }
      do throws(ALSAError) {
        _ = try open(script)
        Issue.record("It opened.")
      } catch {
        #expect(error.kind == row.kind, "\(row)")
        #expect(error.description.hasPrefix("device \"test\" \(row.words)"), "\(error)")
        #expect(error.deviceName == "test")
      }
    }
  }

  @Test("has the error messages that the command line documents")
  func words() {
    #expect(
      ALSAError.deviceBusy(name: "hw:1", code: EBUSY).description
        == "device \"hw:1\" is in use. Close the other program, or choose one from: tuner devices")
    #expect(
      ALSAError.setupRefused(name: "hw:1", parameter: "access", code: EINVAL).description
        .hasSuffix("Let ALSA convert: use \"plughw:1\""))
    #expect(
      ALSAError.noUsableFormat(name: "x").description.hasSuffix("Choose one from: tuner devices"))
    #expect(ALSAError.noUsableFormat(name: "x").ownRemedy == nil)
    #expect(ALSAError.deviceBusy(name: "hw:1", code: EBUSY).ownRemedy == "Close the other program")
  }
}
