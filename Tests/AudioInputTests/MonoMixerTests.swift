// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Testing

@Suite("Mono mixer")
struct MonoMixerTests {
  @Test("the mean of equal channels is the channel, for any channel count", arguments: 1...64)
  func equalChannels(count: Int) throws {
    let wave: [Float] = [0.1, -0.7, 1, -1, 1.5, 3e-30]
    let interleaved = wave.flatMap { Array(repeating: $0, count: count) }
    var source = try MemorySource(
      interleaved: interleaved, channelCount: count, sampleRate: SampleRate(8000))
    var block = [Float](repeating: 9, count: 8)
    var span = block.mutableSpan
    let read = source.read(into: &span)
    let after = source.read(into: &span)
    #expect(read == 6)
    #expect(after == 0)
    #expect(Array(block[..<6]) == wave)
  }

  @Test("refuses a channel that does not exist", arguments: [-1, 0, 3, Int.max])
  func noSuchChannel(number: Int) {
    #expect(throws: ChannelError.noSuchChannel(required: number, available: 2)) {
      try MonoMixer(channelCount: 2, selection: .channel(number))
    }
  }
}
