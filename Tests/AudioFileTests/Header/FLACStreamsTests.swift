// SPDX-License-Identifier: MIT

import AudioFile
import Foundation
import Testing

@Suite("The streams of a FLAC file")
struct FLACStreamsTests {
  @Test("a following stream is reported and not read")
  func following() throws {
    let format = AudioFileFormat(.flac, .int16)
    let first = try TestFile(TestFile.wave(count: 60_000), format)
    let second = try TestFile(TestFile.wave(count: 8000), format, rate: 44_100, channels: 2)
    let whole = try first.read()
    #expect(whole.failure == nil && whole.shortfall == nil && whole.samples.count == 60_000)
    for front in [Data(), Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 1, 0]) + Data(count: 128)] {
      let heard = try TestFile(first.bytes + front + second.bytes).read()
      #expect(heard.samples == whole.samples && heard.failure == nil)
      #expect(
        heard.shortfall
          == .otherStream(deliveredFrames: 60_000, sampleRate: 44_100, channelCount: 2))
    }
    // Tags after the last frame are no stream.
    let tagged = try TestFile(first.bytes + Data("TAG".utf8) + Data(count: 125)).read()
    #expect(tagged.samples == whole.samples && tagged.shortfall == nil)
  }
}
