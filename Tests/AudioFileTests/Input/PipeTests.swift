// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import Testing

@testable import AudioFile

@Suite("Pipes")
struct PipeTests {
  static let wave = TestFile.wave(count: 60000)

  /// Writes `bytes` to a pipe in pieces of odd lengths.
  private func hear(_ bytes: Data) throws -> Heard {
    let pipe = Pipe()
    let input = pipe.fileHandleForWriting
    // The writer gets a closed pipe, not a signal, when the reader gives up early.
    signal(SIGPIPE, SIG_IGN)
    let writer = Thread {
      var rest = bytes[...]
      while !rest.isEmpty {
        do { try input.write(contentsOf: rest.prefix(1013)) } catch { break }
        rest = rest.dropFirst(1013)
      }
      try? input.close()
    }
    writer.start()
    defer { try? pipe.fileHandleForReading.close() }
    return try Heard(AudioFileReader(descriptor: pipe.fileHandleForReading.fileDescriptor))
  }

  @Test(
    "samples pass through a pipe unchanged",
    arguments: [
      AudioFileFormat.wavInt16, .wavFloat32, .init(.caf, .int24), .init(.flac, .int16),
      .init(.aiff, .int16), .init(.au, .int16),
    ])
  func throughPipe(format: AudioFileFormat) throws {
    let heard = try hear(TestFile(Self.wave, format).bytes)
    #expect(heard.samples == Self.wave)
    #expect(heard.shortfall == nil)
    #expect(heard.failure == nil)
  }

  @Test("the file that holds a pipe lies in TMPDIR, and in /tmp if that is unset or empty")
  func directory() {
    #expect(Spool.directory(named: nil) == "/tmp")
    #expect(Spool.directory(named: "") == "/tmp")
    #expect(Spool.directory(named: "/var/tmp") == "/var/tmp")
  }

  @Test("samples of a WAV arrive before its writer has finished")
  func streams() throws {
    let pipe = Pipe()
    let half = TestBytes.wav(
      dataSize: .max, samples: TestBytes.int16(Array(Self.wave[..<10000])))
    // The bytes fit into the pipe, whose writing end stays open.
    try pipe.fileHandleForWriting.write(contentsOf: half)
    var reader = try AudioFileReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    var block = [Float](repeating: 0, count: 9000)
    var span = block.mutableSpan
    #expect(try reader.read(into: &span) == 9000)
    #expect(block == Array(Self.wave[..<9000]))
  }

  @Test("a WAV from a pipe that ends early has a shortfall")
  func cutPipe() throws {
    let bytes = TestBytes.wav(dataSize: 4000, samples: TestBytes.int16([0.5, 0.25]))
    let heard = try hear(bytes)
    #expect(heard.samples == [0.5, 0.25])
    #expect(heard.shortfall == .headerPromisesMore(promisedFrames: 2000, deliveredFrames: 2))
  }

  @Test("an empty pipe, half a header and random bytes are refused")
  func refused() throws {
    #expect(throws: AudioFileError.empty) { try hear(Data()) }
    let half = TestBytes.wav(samples: Data()).prefix(30)
    #expect(throws: AudioFileError.headerEnds(format: "RIFF", afterBytes: 30)) { try hear(half) }
    #expect(throws: AudioFileError.self) { try hear(TestBytes.garbage(seed: 7, count: 9000)) }
  }

  @Test("a file on a descriptor is read from its offset, and the offset does not change")
  func descriptor() throws {
    let file = try TestFile(Data(count: 100) + TestFile(Self.wave, .wavInt16).bytes)
    let descriptor = open(file.path, O_RDONLY)
    defer { close(descriptor) }
    lseek(descriptor, 100, SEEK_SET)
    let heard = try Heard(AudioFileReader(descriptor: descriptor))
    #expect(heard.samples == Self.wave)
    #expect(lseek(descriptor, 0, SEEK_CUR) == 100)
  }

  @Test("opening a named pipe without a writer ends with an error")
  func namedPipe() throws {
    let place = try TestFile()
    #expect(mkfifo(place.path, 0o600) == 0)
    #expect(throws: AudioFileError.noWriter) {
      try InputOpening.open(path: place.path, grace: 10)
    }
  }
}
