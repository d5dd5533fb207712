// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Foundation
import Testing

@Suite("Audio file writer")
struct AudioFileWriterTests {
  @Test("a full disk is an error, and no partial file remains")
  func fullDisk() throws {
    var writer = try AudioFileWriter(path: "/dev/full", sampleRate: SampleRate(48000))
    let block = [Float](repeating: 0.25, count: 100_000)
    let error = #expect(throws: AudioFileError.self) {
      try writer.write(block.span)
      try writer.write(block.span)
    }
    #expect(error?.description.hasPrefix("the disk is full") == true)
    #expect(FileManager.default.fileExists(atPath: "/dev/full"))
  }

  @Test("a file that is not finished is removed")
  func unfinished() throws {
    let place = try TestFile()
    do {
      var writer = try AudioFileWriter(path: place.path, sampleRate: SampleRate(48000))
      try writer.write([0.5, 0.25].span)
      #expect(FileManager.default.fileExists(atPath: place.path))
    }
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test(
    "an open file gets the bytes that a path gets, and the caller keeps it",
    arguments: [
      AudioFileFormat(.wav, .int24), .init(.flac, .int24), .init(.aiff, .int24),
      .init(.caf, .int24), .init(.au, .int24), .wavFloat32,
    ])
  func openFile(format: AudioFileFormat) throws {
    let wave = TestFile.wave(count: 20000)
    let place = try TestFile()
    let descriptor = open(place.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var writer = try AudioFileWriter(
      descriptor: descriptor, sampleRate: SampleRate(48000), format: format)
    try writer.write(wave.span)
    try writer.finish()
    #expect(try place.bytes == TestFile(wave, format).bytes)
    do {
      _ = try AudioFileWriter(
        descriptor: descriptor, sampleRate: SampleRate(48000), format: format)
    }
    #expect(FileManager.default.fileExists(atPath: place.path))
  }

  // Full scale is 1, so a sine of amplitude 0.5 has a peak of -6.02 dB.
  @Test(
    "Vorbis keeps the peak of a tone within a quarter of a decibel",
    arguments: [41.2, 82.41, 110, 146.83, 246.94, 329.63, 440, 659.26])
  func vorbisLevel(hertz: Double) throws {
    let wave = (0..<72000).map { index in
      Float(0.5 * sin(2 * .pi * hertz * Double(index) / 48000))
    }
    let heard = try TestFile(wave, .init(.ogg, .vorbis)).read()
    let peak = heard.samples.reduce(0) { max($0, abs($1)) }
    #expect(abs(20 * log10(Double(peak) / 0.5)) < 0.25)
  }

  @Test("equal samples give equal files")
  func deterministic() throws {
    let wave: [Float] = [0.5, -0.25, 0]
    #expect(try TestFile(wave, .wavFloat32).bytes == TestFile(wave, .wavFloat32).bytes)
  }

  @Test("integer samples are rounded and limited to full scale, and NaN becomes 0")
  func wholeNumbers() throws {
    let wave: [Float] = [1, -1, 2, -2, .nan, .infinity, 0.6 / 32768, 0.4 / 32768]
    let heard = try TestFile(wave, .wavInt16).read()
    let highest: Float = 32767.0 / 32768
    let step: Float = 1.0 / 32768
    let expected: [Float] = [highest, -1, highest, -1, 0, highest, step, 0]
    #expect(heard.samples == expected)
  }

  @Test("an unsupported format is refused with a reason")
  func refused() throws {
    #expect(throws: AudioFileError.isDirectory) {
      _ = try AudioFileWriter(path: "/", sampleRate: SampleRate(48000))
    }
    let place = try TestFile()
    #expect(throws: AudioFileError.self) {
      _ = try AudioFileWriter(
        path: place.path, sampleRate: SampleRate(48000), format: .init(.wav, .vorbis))
    }
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }
}
