// SPDX-License-Identifier: MIT

import Acoustics
import Glibc
import Testing

@testable import ALSAAudio

@Suite("The playback on a device")
struct PCMPlaybackTests {
  private let samples = (0..<20_000).map { Float($0) / 32768 }

  private func playback(_ script: Script) throws(ALSAError) -> PCMPlayback<ScriptedPCM> {
    script.abilities.formats = [SampleFormat(.int16)]
    return try PCMPlayback(
      name: "test", preferredRate: SampleRate(48000), device: ScriptedPCM(script))
  }

  /// The samples that the device was given, as integers.
  private func written(_ script: Script) -> [Int16] {
    stride(from: 0, to: script.written.count, by: 2).map {
      Int16(bitPattern: UInt16(script.written[$0]) | UInt16(script.written[$0 + 1]) << 8)
    }
  }

  @Test(
    "writes every sample once, for any number of samples that the device accepts per call",
    arguments: [.max, 333, 1])
  func writes(longest: Int) throws {
    let script = Script()
    script.longestRead = longest
    var playback = try playback(script)
    let isDone = try playback.write(samples.span) { true }
    try playback.finish { true }
    #expect(isDone)
    #expect(written(script) == (0..<20_000).map { Int16($0) })
  }

  @Test("continues after an underrun, a suspension and an interruption")
  func faults() throws {
    let script = Script()
    script.faults = [
      (1000, .overrun(milliseconds: 10)), (5000, .answer(EINTR)),
      (9000, .suspension(milliseconds: 10, answers: [ENOSYS])),
    ]
    script.longestRead = 500
    var playback = try playback(script)
    let isDone = try playback.write(samples.span) { true }
    #expect(isDone)
    #expect(playback.underrunCount == 1)
    #expect(written(script) == (0..<20_000).map { Int16($0) })
  }

  @Test("stops on request, and reports a device that is gone or hangs")
  func ends() throws {
    let script = Script()
    script.longestRead = 100
    var playback = try playback(script)
    var calls = 0
    let isDone = try playback.write(samples.span) {
      calls += 1
      return calls <= 3
    }
    #expect(!isDone)
    #expect(written(script).count == 300)

    let gone = Script()
    gone.faults = [(4096, .unplugged(backAfter: nil))]
    var lost = try self.playback(gone)
    #expect(throws: ALSAError.unplugged(name: "test", code: ENODEV)) {
      _ = try lost.write(samples.span) { true }
    }
    let hung = Script()
    hung.faults = [(4096, .stall)]
    var stuck = try self.playback(hung)
    do throws(ALSAError) {
      _ = try stuck.write(samples.span) { true }
      Issue.record("It was written.")
    } catch {
      guard case .stalled = error else { throw error }
    }
  }

  @Test("reports the reason why a device can't be opened")
  func refusals() {
    let script = Script()
    script.openAnswers = [EBUSY]
    #expect(throws: ALSAError.deviceBusy(name: "test", code: EBUSY)) { _ = try playback(script) }
  }
}
