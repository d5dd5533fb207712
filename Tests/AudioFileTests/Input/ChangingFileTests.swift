// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Foundation
import Testing

/// A file that changes under the reader.
@Suite("A file that changes while it is read")
struct ChangingFileTests {
  static let wave = TestFile.wave(count: 200_000)

  /// Reads a first block, changes the file and reads the rest.
  private func read(
    _ file: TestFile, whenChangedBy change: (TestFile) throws -> Void
  ) throws -> Heard {
    var reader = try AudioFileReader(path: file.path)
    var block = [Float](repeating: 0, count: 1000)
    var span = block.mutableSpan
    let count = try reader.read(into: &span)
    try change(file)
    var heard = Heard(reader)
    heard.samples = block[..<count] + heard.samples
    return heard
  }

  @Test("a file that grows is read up to its first length, with a notice")
  func growth() throws {
    let file = try TestFile(Self.wave, .wavInt16)
    let heard = try read(file) { try $0.append(Data(count: 5000)) }
    #expect(heard.samples == Self.wave)
    #expect(heard.failure == nil)
    #expect(heard.shortfall == .grewWhileRead(deliveredFrames: 200_000))
  }

  @Test("data after a complete recording is ignored, even a second recording")
  func appended() throws {
    let whole = try TestFile(Self.wave, .wavInt16)
    try whole.append(whole.bytes)
    let heard = try read(whole) { _ in }
    #expect(heard.samples == Self.wave)
    #expect(heard.failure == nil)
    #expect(heard.shortfall == nil)
  }

  @Test("a recording that is still being written, with an open length, ends at its present end")
  func openGrowth() throws {
    let bytes = TestBytes.wav(dataSize: .max, samples: TestBytes.int16(Self.wave))
    let heard = try read(TestFile(bytes)) { try $0.append(Data(count: 5000)) }
    #expect(heard.samples == Self.wave)
    #expect(heard.shortfall == .grewWhileRead(deliveredFrames: 200_000))
  }

  @Test("a file that is cut off while it is read yields the existing samples, with a notice")
  func truncation() throws {
    let heard = try read(TestFile(Self.wave, .wavInt16)) { file in
      #expect(truncate(file.path, 44 + 2 * 150_000) == 0)
    }
    #expect(heard.samples == Array(Self.wave[..<150_000]))
    #expect(heard.failure == nil)
    #expect(heard.shortfall == .shrankWhileRead(deliveredFrames: 150_000))
  }

  @Test("a file that is removed while it is read is read to its end", arguments: [true, false])
  func vanishing(isPlain: Bool) throws {
    let file = try TestFile(Self.wave, isPlain ? .wavInt16 : .init(.flac, .int16))
    let heard = try read(file) { #expect(unlink($0.path) == 0) }
    #expect(heard.samples == Self.wave)
    #expect(heard.shortfall == nil)
    #expect(heard.failure == nil)
  }

  /// The number of samples before the damage that the decoder found; `nil` for another end.
  private static func damage(in heard: Heard) -> Int64? {
    if case .damaged(_, _, let frames) = heard.failure { frames } else { nil }
  }

  @Test("FLAC cut short yields its whole blocks and the shortfall")
  func cutFLAC() throws {
    let data = try TestFile(Self.wave, .init(.flac, .int16)).bytes
    let heard = try TestFile(data.prefix(data.count * 2 / 3)).read()
    let count = heard.samples.count
    #expect(count > 50000 && count < 200_000)
    #expect(heard.samples == Array(Self.wave[..<count]))
    #expect(
      heard.shortfall
        == .headerPromisesMore(promisedFrames: 200_000, deliveredFrames: Int64(count)))
  }

  @Test(
    "FLAC with damage in the middle is an error after the good samples", arguments: UInt64(1)...5)
  func damagedFLAC(seed: UInt64) throws {
    // Noise, so that the block in the middle is not a handful of bytes.
    let noise = TestBytes.garbage(seed: seed, count: 200_000)
      .map { Float(Int8(bitPattern: $0)) / 128 }
    var data = try TestFile(noise, .init(.flac, .int16)).bytes
    let middle = data.count / 2
    data.replaceSubrange(
      middle..<middle + 300, with: TestBytes.garbage(seed: seed + 100, count: 300))
    let heard = try TestFile(data).read()
    let count = heard.samples.count
    #expect(count >= 80_000 && count < 110_000, "seed \(seed)")
    #expect(heard.samples == Array(noise[..<count]))
    #expect(heard.shortfall == nil)
    #expect(Self.damage(in: heard) == Int64(count), "seed \(seed)")
  }

  @Test("FLAC without a part in the middle is an error after the good samples", arguments: [1, 2])
  func gapInFLAC(channelCount: Int) throws {
    let wave = TestFile.wave(count: 200_000 * channelCount)
    var data = try TestFile(wave, .init(.flac, .int16), channels: channelCount).bytes
    let middle = data.count / 2
    data.removeSubrange(middle..<middle + data.count / 10)
    let heard = try TestFile(data).read(.channel(1))
    let count = heard.samples.count
    #expect(count > 80_000 && count <= 100_000)
    #expect(heard.samples == (0..<count).map { wave[$0 * channelCount] })
    #expect(heard.shortfall == nil)
    #expect(Self.damage(in: heard) == Int64(count))
  }

  @Test(
    "a file without read permission is an error that names the reason",
    .enabled(if: geteuid() != 0, "root may read every file"))
  func permission() throws {
    let file = try TestFile(Self.wave, .wavInt16)
    chmod(file.path, 0)
    #expect(throws: AudioFileError.notPermitted) { try file.read() }
  }
}
