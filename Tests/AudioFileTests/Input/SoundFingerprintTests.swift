// SPDX-License-Identifier: MIT

import AudioFile
import Testing

@Suite("The fingerprint of a recording's sound")
struct SoundFingerprintTests {
  private let samples = TestFile.wave(count: 50_000)

  private func fingerprint(
    _ samples: [Float], _ format: AudioFileFormat = AudioFileFormat(.wav, .float32)
  ) throws -> UInt64 {
    let file = try TestFile(samples, format)
    let fingerprint = try SoundFingerprint.of(file.path)
    // The file is removed with its value.
    _ = consume file
    return try #require(fingerprint).value
  }

  @Test("is that of the samples, in any container that keeps them")
  func containers() throws {
    let expected = try fingerprint(samples)
    for format in [AudioFileFormat(.flac, .int24), .init(.aiff, .int16), .init(.caf, .float32)] {
      #expect(try fingerprint(samples, format) == expected)
    }
    #expect(try fingerprint(samples.reversed()) != expected)
    #expect(try fingerprint(samples.dropLast()) != expected)
  }

  @Test("does not depend on silence before, after or within the sound")
  func silence() throws {
    let zeros = [Float](repeating: 0, count: 100)
    let padded = zeros + samples[..<999] + zeros + samples[999...] + zeros
    #expect(try fingerprint(padded) == fingerprint(samples))
  }

  @Test("is missing for what can't be read twice")
  func streams() throws {
    #expect(try SoundFingerprint.of("-") == nil)
    #expect(try SoundFingerprint.of("/dev/null") == nil)
  }
}
