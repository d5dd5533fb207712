// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import Testing

@testable import AudioFile

@Suite("A recording that is valid after every write")
struct RecordingWriterTests {
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("headstock recording \(UUID().uuidString)").path

  private func place() throws -> String {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    return directory + "/take.wav"
  }

  private func samples(_ path: String) throws -> (samples: [Float], gaps: [SampleGap]) {
    var reader = try AudioFileReader(path: path)
    var block = [Float](repeating: 0, count: 1 << 16)
    var all: [Float] = []
    while true {
      let count = try Self.read(&reader, &block)
      if count == 0 { return (all, reader.gaps) }
      all += block.prefix(count)
    }
  }

  private static func read(
    _ reader: inout AudioFileReader, _ block: inout [Float]
  ) throws(AudioFileError) -> Int {
    var span = block.mutableSpan
    return try reader.read(into: &span)
  }

  private static func gap(_ start: Int64, _ count: Int) -> SampleGap {
    SampleGap(start: SamplePosition(start), count: count)
  }

  @Test("keeps every sample bit for bit, for any value, and every gap at its position")
  func roundTrip() throws {
    let path = try place()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let odd: [Float] = [0, -0.0, 1.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1e30]
    var writer = try RecordingWriter(path: path, sampleRate: SampleRate(44100))
    try writer.skip(3)
    try writer.write(odd.span)
    try writer.skip(100)
    try writer.skip(20)
    try writer.write(odd.span)
    try writer.skip(7)
    let (read, gaps) = try samples(path)
    #expect(gaps == [Self.gap(0, 3), Self.gap(11, 120), Self.gap(139, 7)])
    let silence = { [Float](repeating: 0, count: $0) }
    let expected = silence(3) + odd + silence(120) + odd + silence(7)
    #expect(read.map(\.bitPattern) == expected.map(\.bitPattern))
    #expect(writer.sampleCount == 146)
  }

  // A copy of the file at one moment equals the file that a program killed at that moment leaves.
  @Test("is a complete recording of the written samples at every moment")
  func moments() throws {
    let path = try place()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var writer = try RecordingWriter(path: path, sampleRate: SampleRate(48000))
    for step in 1...20 {
      let block = [Float](repeating: Float(step), count: 480)
      try writer.write(block.span)
      if step.isMultiple(of: 5) { try writer.skip(step) }
      let reader = try AudioFileReader(path: path)
      #expect(reader.promisedFrames == Int64(writer.sampleCount))
      #expect(reader.gaps.count == step / 5)
    }
  }

  @Test("never overwrites an existing file")
  func existing() throws {
    let path = try place()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try Data("music".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: AudioFileError.createFailed(code: EEXIST)) {
      _ = try RecordingWriter(path: path, sampleRate: SampleRate(48000))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("music".utf8))
  }

  // A write to a read-only descriptor fails like one to a full disk: it writes nothing.
  @Test("keeps the bytes that were written before the disk was full")
  func refused() throws {
    let path = try place()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var writer = try RecordingWriter(path: path, sampleRate: SampleRate(48000))
    let block = [Float](repeating: 0.5, count: 4800)
    try writer.write(block.span)
    let readOnly = open(path, O_RDONLY)
    dup2(readOnly, writer.descriptor)
    close(readOnly)
    var failures: [AudioFileError] = []
    do throws(AudioFileError) { try writer.write(block.span) } catch { failures.append(error) }
    do throws(AudioFileError) { try writer.skip(9) } catch { failures.append(error) }
    for failure in failures {
      guard case .writeFailed(_, EBADF, 4800) = failure else {
        Issue.record("\(failure)")
        continue
      }
    }
    #expect(failures.count == 2)
    let (read, gaps) = try samples(path)
    #expect(read == block)
    #expect(gaps.isEmpty)
  }

  // 2³¹ samples of silence are a hole; the numbers are those of EBU Tech 3306.
  @Test("becomes RF64 beyond 4 GB, and is read up to its end")
  func long() throws {
    let path = try place()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var writer = try RecordingWriter(path: path, sampleRate: SampleRate(48000))
    let block: [Float] = [1, 2, 3]
    try writer.write(block.span)
    let lost = 1 << 31
    try writer.skip(lost)
    try writer.write(block.span)
    let reader = try AudioFileReader(path: path)
    #expect(reader.promisedFrames == Int64(lost + 6))
    #expect(reader.gaps == [Self.gap(3, lost)])
    let head =
      try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).read(upToCount: 48) ?? Data()
    #expect(head.prefix(4) == Data("RF64".utf8))
    #expect(head[12..<16] == Data("ds64".utf8))
    let size = head[28..<36].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    #expect(size == UInt64(4 * (lost + 6)))
  }

  @Test("lists gaps up to its limit, and counts the others")
  func manyGaps() throws {
    let path = try place()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var writer = try RecordingWriter(path: path, sampleRate: SampleRate(8000))
    let one: [Float] = [1]
    for _ in 0..<(RecordingHeader.gapCapacity + 2) {
      try writer.write(one.span)
      try writer.skip(1)
    }
    #expect(writer.unlistedGaps == 2)
    let (read, gaps) = try samples(path)
    #expect(gaps.count == RecordingHeader.gapCapacity)
    #expect(read.count == 2 * (RecordingHeader.gapCapacity + 2))
  }

  @Test(
    "a contradictory list of gaps is ignored, and the samples are used",
    arguments: [
      ([Self.gap(2, 2), Self.gap(1, 1)], true), ([Self.gap(0, 2), Self.gap(2, 1)], true),
      ([Self.gap(1, 0)], true), ([Self.gap(0, 1), Self.gap(2, 1)], false),
    ])
  func damaged(list: [SampleGap], isIgnored: Bool) throws {
    let path = try place()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var header = RecordingHeader(sampleRate: SampleRate(48000), sampleCount: 4)
    header.gaps = list
    var data = Data(header.bytes)
    for _ in 0..<4 { data.append(contentsOf: [0, 0, 0, 0x3F]) }
    try data.write(to: URL(fileURLWithPath: path))
    let (read, gaps) = try samples(path)
    #expect(read == [0.5, 0.5, 0.5, 0.5])
    #expect(gaps == (isIgnored ? [] : list))
    let doubt = "gaps that overlap, touch or have no length"
    #expect(
      try AudioFileReader(path: path).doubt
        == (isIgnored ? .malformed(reason: doubt, code: nil) : nil))
  }
}
