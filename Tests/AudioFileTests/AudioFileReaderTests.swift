// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Foundation
import Testing

@Suite("Audio file reader")
struct AudioFileReaderTests {
  /// A fresh name in the temporary directory.
  static func path() -> String {
    FileManager.default.temporaryDirectory.appending(path: "headstock-\(UUID().uuidString)").path
  }

  /// All samples of a recording, and what is missing from it.
  static func read(
    _ path: String, _ channels: ChannelSelection = .mix
  ) throws(AudioFileError) -> (samples: [Float], shortfall: Shortfall?) {
    var reader = try AudioFileReader(path: path, channels: channels)
    var samples: [Float] = []
    var block = [Float](repeating: 0, count: 777)
    while true {
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      if count == 0 { return (samples, reader.shortfall) }
      samples += block[..<count]
    }
  }

  static let wave = TestFile.wave(count: 20001)

  static let formats: [AudioFileFormat] = AudioFileFormat.Container.allCases.flatMap { container in
    [.int16, .int24, .float32].map { AudioFileFormat(container, $0) }
  }

  /// The formats that cannot be written: https://libsndfile.github.io/libsndfile/formats.html.
  static let refused: [AudioFileFormat] =
    [AudioFileFormat(.flac, .float32)]
    + [.ogg, .mp3].flatMap { container in
      [.int16, .int24, .float32].map { AudioFileFormat(container, $0) }
    }

  private static func write(to path: String, as format: AudioFileFormat) throws {
    var writer = try AudioFileWriter(path: path, sampleRate: SampleRate(48000), format: format)
    try writer.write(Self.wave.span)
    try writer.finish()
  }

  @Test("a format that libsndfile does not have is refused, and leaves no file", arguments: refused)
  func refusedFormats(format: AudioFileFormat) {
    let path = Self.path()
    #expect { try Self.write(to: path, as: format) } throws: { error in
      guard case AudioFileError.unsupportedFormat = error else { return false }
      return true
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "reads a written file bit for bit; a truncated file has a shortfall",
    arguments: formats.filter { !refused.contains($0) })
  func roundTrip(format: AudioFileFormat) throws {
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Self.write(to: path, as: format)
    let whole = try Self.read(path)
    #expect(whole.samples == Self.wave)
    #expect(whole.shortfall == nil)
    guard format.container != .w64 else { return }
    let data = try Data(contentsOf: URL(filePath: path))
    try data.prefix(data.count / 2).write(to: URL(filePath: path))
    let cut = try Self.read(path)
    #expect(cut.samples.count < Self.wave.count)
    #expect(cut.samples == Array(Self.wave[..<cut.samples.count]))
    #expect(cut.shortfall != nil)
  }

  @Test("refuses every prefix of a WAV header with a message", arguments: 0..<44)
  func prefixes(count: Int) throws {
    let path = Self.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var writer = try AudioFileWriter(path: path, sampleRate: SampleRate(8000), format: .wavInt16)
    try writer.write(Self.wave.span)
    try writer.finish()
    let data = try Data(contentsOf: URL(filePath: path))
    try data.prefix(count).write(to: URL(filePath: path))
    #expect(throws: AudioFileError.self) { try Self.read(path) }
  }

  @Test("refuses a directory, a missing file and a device")
  func notFiles() {
    #expect(throws: AudioFileError.isDirectory) { try Self.read("/") }
    #expect(throws: AudioFileError.noSuchFile) { try Self.read("/nowhere/at/all.wav") }
    #expect(throws: AudioFileError.notAFile(kind: "character device")) {
      try Self.read("/dev/null")
    }
    #expect(
      "\(AudioFileError.notAFile(kind: "character device"))"
        == "is a character device, not a file. Name a recording, or pipe one in")
  }
}
