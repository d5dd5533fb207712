// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import CAllocationCounter
import Glibc
import Testing

@testable import ALSAAudio

@Suite("The capture from a device")
struct PCMCaptureTests {
  private func capture(
    _ script: Script, reconnectSeconds: Double = 0, channels: ChannelSelection = .mix
  ) throws(ALSAError) -> PCMCapture<ScriptedPCM> {
    try PCMCapture(
      CaptureConfiguration(
        deviceName: "test", channels: channels, reconnectSeconds: reconnectSeconds),
      device: ScriptedPCM(script))
  }

  @Test(
    "delivers every sample once, at its position, for reads of any length", arguments: [.max, 7, 1])
  func delivers(longestRead: Int) throws {
    let script = Script()
    script.longestRead = longestRead
    var capture = try capture(script)
    let stream = try CapturedStream(&capture, samples: 30_000)
    #expect(stream.runs.count == 1)
    #expect(stream.isSeamless)
    #expect(stream.worstMisplacement == 0)
    #expect(capture.health.snapshot.lostSamples == 0)
  }

  @Test("decodes the samples that arrived, and no old ones behind them")
  func decodesNoMore() throws {
    let decoder = SampleDecoder(format: SampleFormat(.float32))
    let mixer = try MonoMixer(channelCount: 2, selection: .mix)
    let bytes = [UInt8](repeating: 0, count: 4800 * 8)
    var interleaved = [Float](repeating: 1, count: 4800 * 2)
    var block = [Float](repeating: 1, count: 4800)
    var span = block.mutableSpan
    let count = PCMCapture<ScriptedPCM>.decode(
      bytes, byteCount: 800 * 8, by: decoder, through: &interleaved, mixer, into: &span)
    #expect(count == 800 * 2)
    #expect(interleaved[..<1600].allSatisfy { $0 == 0 })
    #expect(interleaved[1600...].allSatisfy { $0 == 1 })
    #expect(block.firstIndex(of: 1) == 800)
  }

  // The gap covers the discarded buffer and the time until the restart. It equals the jump in the
  // numbers of the samples, within one sample of rounding.
  @Test(
    "turns an overrun into a gap of the same length, by the device's clock or the system's",
    arguments: [true, false])
  func overrun(tellsTime: Bool) throws {
    let script = Script()
    script.tellsTime = tellsTime
    script.faults = [(5000, .overrun(milliseconds: 1500)), (90_000, .overrun(milliseconds: 30))]
    var capture = try capture(script)
    let stream = try CapturedStream(&capture, samples: 120_000)
    try #require(stream.gaps.count == 2)
    #expect((72_000...72_801).contains(stream.gaps[0]))  // 1.5 s, and the period that had come
    #expect(stream.isSeamless)
    #expect(stream.worstMisplacement <= 1)
    let health = capture.health.snapshot
    #expect(health.overruns == 2)
    #expect(health.lostSamples == stream.gaps.reduce(0, +))
  }

  // After EAGAIN the capture calls `resume` again; if the driver can't resume, it prepares the
  // stream.
  @Test(
    "continues after a suspension, for every way to resume",
    arguments: [[0], [EAGAIN, EAGAIN, 0], [ENOSYS], [EAGAIN, ENOSYS], []])
  func suspension(answers: [Int32]) throws {
    let script = Script()
    script.faults = [(4800, .suspension(milliseconds: 800, answers: answers))]
    var capture = try capture(script)
    let stream = try CapturedStream(&capture, samples: 20_000)
    #expect(stream.gaps.count == 1)
    #expect(stream.worstMisplacement <= 1)
    #expect(capture.health.snapshot.suspensions == 1)
  }

  @Test("repeats a call that was interrupted or came too early", arguments: [EINTR, EAGAIN])
  func interrupted(code: Int32) throws {
    let script = Script()
    script.faults = [(1000, .answer(code)), (1000, .answer(code))]
    var capture = try capture(script)
    let stream = try CapturedStream(&capture, samples: 9600)
    #expect(stream.isSeamless)
    #expect(stream.gaps.isEmpty)
    #expect(stream.idleCount >= 2)
  }

  @Test("reports a device that is gone, and has closed it")
  func unplugged() throws {
    let script = Script()
    script.faults = [(2000, .unplugged(backAfter: nil))]
    var capture = try capture(script)
    #expect(throws: ALSAError.unplugged(name: "test", code: ENODEV)) {
      _ = try CapturedStream(&capture, samples: 9600)
    }
    #expect(!script.isOpen)
    #expect(!capture.health.isOpen)
  }

  @Test("reconnects to a device that returns in time, with the gap at its position")
  func replugged() throws {
    let script = Script()
    script.faults = [(2000, .unplugged(backAfter: 700))]
    var capture = try capture(script, reconnectSeconds: 2)
    let stream = try CapturedStream(&capture, samples: 20_000)
    #expect(stream.gaps.count == 1)
    #expect(stream.worstMisplacement <= 1)
    #expect(script.openCount > 2)
    #expect(capture.health.snapshot.reconnections == 1)
    #expect(capture.health.isOpen)
  }

  @Test(
    "ends when a device does not return in time, and reports one that returns with other settings")
  func reconnectionFails() throws {
    let script = Script()
    script.faults = [(2000, .unplugged(backAfter: nil))]
    var lost = try capture(script, reconnectSeconds: 1)
    #expect(throws: ALSAError.unplugged(name: "test", code: ENODEV)) {
      _ = try CapturedStream(&lost, samples: 9600)
    }
    let other = Script()
    other.faults = [(2000, .unplugged(backAfter: 100))]
    var changed = try capture(other, reconnectSeconds: 1)
    other.agreedRate = 44100
    #expect(throws: ALSAError.rateChanged(name: "test", required: 48000, actual: 44100)) {
      other.agreedRate = 44100
      _ = try CapturedStream(&changed, samples: 9600)
    }
  }

  @Test("releases the device on request, and continues after a gap on permission")
  func released() throws {
    let script = Script()
    var capture = try capture(script)
    let before = try CapturedStream(&capture, samples: 4800)
    capture.health.release()
    let meanwhile = try CapturedStream(&capture, samples: 1, calls: 10)
    #expect(meanwhile.runs.isEmpty)
    #expect(!script.isOpen)
    #expect(!capture.health.isOpen)
    capture.health.reclaim()
    let after = try CapturedStream(&capture, samples: 480)
    let last = try #require(before.runs.last?.samples.last)
    let first = try #require(after.runs.first?.samples.first)
    #expect(after.gaps.count == 1)
    #expect(abs(Int(first - last) - 1 - after.gaps[0]) <= 1)
    #expect(script.isOpen)
  }

  @Test("reports the reason why it can't reopen the device")
  func reclaimBusy() throws {
    let script = Script()
    var capture = try capture(script)
    _ = try CapturedStream(&capture, samples: 4800)
    capture.health.release()
    _ = try CapturedStream(&capture, samples: 1, calls: 3)
    script.openAnswers = [EBUSY]
    capture.health.reclaim()
    #expect(throws: ALSAError.deviceBusy(name: "test", code: EBUSY)) {
      _ = try CapturedStream(&capture, samples: 480)
    }
  }

  @Test("closes a device that reports that it runs but delivers no samples")
  func stalled() throws {
    let script = Script()
    script.faults = [(2000, .stall)]
    var capture = try capture(script)
    do {
      _ = try CapturedStream(&capture, samples: 9600)
      Issue.record("It went on.")
    } catch {
      guard case .stalled("test", let seconds) = error else { throw error }
      #expect((5...5.1).contains(seconds))
    }
  }

  @Test("ends at an error that it can't recover from", arguments: [EIO, EBADFD, EINVAL])
  func broken(code: Int32) throws {
    let script = Script()
    script.faults = [(2000, .answer(code))]
    var capture = try capture(script)
    #expect(throws: ALSAError.streamFailed(name: "test", code: code)) {
      _ = try CapturedStream(&capture, samples: 9600)
    }
  }

  @Test("measures the actual sample rate, which can differ from the one that the device reports")
  func wrongRate() throws {
    let script = Script()
    script.trueRate = 44100
    var capture = try capture(script)
    _ = try CapturedStream(&capture, samples: 44100 * 6)
    let measured = try #require(capture.health.snapshot.measuredRate)
    #expect(abs(measured - 44100) < 5)
  }

  @Test("counts consecutive zeros, and passes on NaN and infinity")
  func zerosAndGarbage() throws {
    let script = Script()
    script.sample = { frame, _ in
      frame < 1000 ? 0.5 : frame < 20_000 ? 0 : frame.isMultiple(of: 2) ? .nan : .infinity
    }
    var capture = try capture(script)
    let zeros = try CapturedStream(&capture, samples: 19_200)
    #expect(zeros.runs.last?.samples.last == 0)
    #expect((18_000...20_000).contains(capture.health.snapshot.zeroSamples))
    let garbage = try CapturedStream(&capture, samples: 4800)
    #expect(garbage.runs.last?.samples.last?.isFinite == false)
    #expect(capture.health.snapshot.zeroSamples == 0)
  }

  @Test("reports the samples that wait in the device, and their largest number so far")
  func backlog() throws {
    let script = Script()
    script.longestRead = 100  // of 800 a period
    var capture = try capture(script)
    _ = try CapturedStream(&capture, samples: 480)
    let health = capture.health.snapshot
    #expect(health.peakBacklog == 700)
    #expect(health.backlog <= health.peakBacklog)
  }

  @Test("mixes the channels, or selects one of them")
  func channels() throws {
    let script = Script()
    script.abilities.channels = 2...2
    script.sample = { _, channel in channel == 0 ? 0.25 : 0.75 }
    var mixed = try capture(script)
    #expect(try CapturedStream(&mixed, samples: 480).runs[0].samples[0] == 0.5)
    var second = try capture(script, channels: .channel(2))
    #expect(try CapturedStream(&second, samples: 480).runs[0].samples[0] == 0.75)
  }

  @Test("allocates nothing while it runs, even at an overrun")
  func doesNotAllocate() throws {
    let script = Script()
    // The first event of each kind makes the language runtime allocate once.
    script.faults = [(9600, .overrun(milliseconds: 20)), (400_000, .overrun(milliseconds: 20))]
    var capture = try capture(script)
    // After eight seconds the clock is known, and measured again every second.
    _ = try CapturedStream(&capture, samples: 384_000)
    try #require(capture.health.snapshot.drift != nil)
    var block = [Float](repeating: 0, count: 4096)
    var gaps = 0
    var allocating = [Int](repeating: 0, count: 200)
    for call in allocating.indices {
      headstock_allocations_begin()
      let event = try Self.next(&capture, &block)
      allocating[call] = headstock_allocations_end()
      if case .gap = event { gaps += 1 }
    }
    #expect(gaps == 1)
    #expect(allocating.allSatisfy { $0 == 0 }, "\(allocating)")
    headstock_allocations_begin()
    let canary = [Float](repeating: 1, count: Int(block[0]) % 7 + 100)
    let canaries = headstock_allocations_end()
    let isDeaf = headstock_allocations_are_counted() == 0
    #expect(canaries >= 1 || isDeaf, "\(canary.count)")
  }

  private static func next(
    _ capture: inout PCMCapture<ScriptedPCM>, _ block: inout [Float]
  ) throws(ALSAError) -> CaptureEvent {
    var span = block.mutableSpan
    return try capture.capture(into: &span)
  }
}
