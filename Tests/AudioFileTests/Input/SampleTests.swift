// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import CAllocationCounter
import Foundation
import Testing

@Suite("Samples of a recording")
struct SampleTests {
  @Test("NaN, infinity and values beyond full scale pass through")
  func passThrough() throws {
    let heard = try TestFile([0.5, .nan, .infinity, -.infinity, 3, -3e30], .wavFloat32).read()
    #expect(heard.samples.count == 6)
    #expect(heard.samples[1].isNaN)
    #expect(heard.samples[2...] == [.infinity, -.infinity, 3, -3e30])
  }

  @Test("channels are mixed, or one of them is chosen", arguments: [2, 3, 8, 255])
  func channels(count: Int) throws {
    // Channel c of frame f holds (f + c) / 1024, whose mean over the channels is exact enough.
    let frames = 5000
    let interleaved: [Float] = (0..<frames * count).map { place in
      let value = place / count % 100 + place % count
      return Float(value) / 1024
    }
    let file = try TestFile(interleaved, .wavFloat32, channels: count)
    for channel in [1, count] {
      let heard = try file.read(.channel(channel))
      let expected: [Float] = (0..<frames).map { Float($0 % 100 + channel - 1) / 1024 }
      #expect(heard.samples == expected)
    }
    let mixed = try file.read()
    let offset = Double(count - 1) / 2
    let means: [Float] = (0..<frames).map { frame in
      let mean = Double(frame % 100) + offset
      return Float(mean / 1024)
    }
    #expect(mixed.samples == means)
    #expect(throws: AudioFileError.noSuchChannel(required: count + 1, available: count)) {
      try file.read(.channel(count + 1))
    }
  }

  /// Lossy formats return a sine at its level, and report no missing samples.
  @Test(
    "lossy formats are read completely",
    arguments: [
      AudioFileFormat(.ogg, .vorbis), .init(.ogg, .opus), .init(.mp3, .mpegLayer3),
    ])
  func lossy(format: AudioFileFormat) throws {
    let wave = (0..<96000).map { (index: Int) -> Float in
      0.5 * sin(2 * .pi * 440 * Float(index) / 48000)
    }
    let file = try TestFile(wave, format)
    let heard = try file.read()
    #expect(heard.shortfall == nil)
    #expect(heard.failure == nil)
    // Padding by the encoder is at most two MPEG frames and its delay.
    #expect(heard.samples.count >= 96000 && heard.samples.count <= 96000 + 4000)
    let middle = heard.samples[40000..<60000]
    let power = middle.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(middle.count)
    #expect(abs(power - 0.125) < 0.01)
  }

  @Test("reads every rate", arguments: [8000, 11025, 44100, 96000, 192_000])
  func rates(rate: Int) throws {
    let file = try TestFile([0.5, 0.25], .wavInt16, rate: rate)
    let reader = try AudioFileReader(path: file.path)
    #expect(reader.sampleRate == SampleRate(rate))
    #expect(reader.formatName == "WAV (Microsoft), Signed 16 bit PCM")
    #expect(reader.promisedFrames == 2)
  }

  @Test(
    "reading allocates nothing after the first block",
    arguments: [(AudioFileFormat.wavInt16, 1), (.wavInt16, 2), (.init(.flac, .int16), 1)])
  func allocations(format: AudioFileFormat, channels: Int) throws {
    let wave = TestFile.wave(count: 200_000)
    let file = try TestFile(wave, format, channels: channels)
    var block = [Float](repeating: 0, count: 4096)
    // The runtime makes the metadata of a type once, at its first use by any thread.
    var first = try AudioFileReader(path: file.path)
    while try Self.next(&first, &block) > 0 {}
    var reader = try AudioFileReader(path: file.path)
    var total = 0
    _ = try Self.next(&reader, &block)
    headstock_allocations_begin()
    while true {
      let count = try Self.next(&reader, &block)
      if count == 0 { break }
      total += count
    }
    let allocations = headstock_allocations_end()
    #expect(allocations == 0)
    #expect(total == 200_000 / channels - 4096)

    // The canary: a counter that misses this would miss the others too.
    headstock_allocations_begin()
    let canary = [Float](repeating: Float(total), count: 100 + total)
    let canaries = headstock_allocations_end()
    let isDeaf = headstock_allocations_are_counted() == 0
    #expect(canaries >= 1 || isDeaf, "\(canary.count)")
  }

  private static func next(
    _ reader: inout AudioFileReader, _ block: inout [Float]
  ) throws(AudioFileError) -> Int {
    var span = block.mutableSpan
    return try reader.read(into: &span)
  }
}
