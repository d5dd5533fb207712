// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing

@testable import Plotting
@testable import TunerAnalysis

@Suite("The data of a figure stay bounded")
struct RecordingFigureTests {
  @Test("readings are reduced in their order, and clear ones are preferred")
  func boundsReadings() {
    var series = ReadingSeries()
    for index in 0..<20_000 {
      series.append(
        TrackPicture.Reading(
          time: Double(index), frequency: index.isMultiple(of: 2) ? nil : 110, cents: nil,
          sigma: nil, confidence: 1))
    }
    #expect((2000...4000).contains(series.values.count))
    #expect(series.values.map(\.time) == series.values.map(\.time).sorted())
    #expect(series.values.allSatisfy { $0.frequency == 110 })
  }

  @Test("the sound is cut at its limit, and a sample outside the range of samples is silence")
  func boundsSound() throws {
    let sound = try SoundExcerpt(sampleRate: SampleRate(48_000), limit: 100_000)
    let block: [Float] = [.nan, 1, -2, 0.5, 1e15]
    try sound.append(block.span)
    #expect(sound.count == 5 && !sound.isCut)
    let rest = [Float](repeating: 0.25, count: 100_000)
    try sound.append(rest.span)
    try sound.finish()
    #expect(sound.count == 100_000 && sound.isCut)
    var wav: [UInt8] = []
    try sound.wav { wav += $0 }
    // The canonical header of RIFF WAVE has 44 bytes.
    #expect(wav.count == 44 + 2 * 100_000)
    #expect(Array(wav.prefix(4)) == Array("RIFF".utf8))
    // 0, 32767, −32767, 16384, 0 as little-endian numbers of 16 bits.
    #expect(wav[44..<54] == [0, 0, 0xFF, 0x7F, 0x01, 0x80, 0x00, 0x40, 0, 0])
    var part: [UInt8] = []
    try sound.wav(atMost: 3) { part += $0 }
    #expect(part.count == 50 && part[40] == 6)
  }

  @Test(
    "a spectrogram has a bounded number of columns, and its strongest row at a sine's frequency")
  func boundsSpectrogram() throws {
    let rate = SampleRate(8000)
    var builder = try SpectrogramBuilder(sampleRate: rate)
    let samples = (0..<8000 * 180).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 8000)) }
    builder.append(samples.span)
    let finished = builder.finished()
    let picture = try #require(finished)
    let columns = picture.levels.count / picture.rowCount
    #expect((500...1200).contains(columns))
    #expect(abs(picture.duration - 180) < 1)
    let start = columns / 2 * picture.rowCount
    let column = picture.levels[start..<(start + picture.rowCount)]
    let strongest = try #require(column.indices.max { column[$0] < column[$1] }) - column.startIndex
    // Rows divide the range of frequencies evenly by their logarithm.
    let (low, high) = (picture.frequencies.lowerBound, picture.frequencies.upperBound)
    let row = log(440 / low) / log(high / low) * Double(picture.rowCount)
    #expect(abs(Double(strongest) - row) <= 4)
  }

  @Test("a spectrogram of a long recording shows every short note, also one at its end")
  func shortNotes() throws {
    let rate = 8000
    let total = rate * 1200
    let starts = [1_000_003, 5_500_000, total - 4000]
    var builder = try SpectrogramBuilder(sampleRate: SampleRate(rate))
    let note = (0..<4000).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 8000)) }
    let silence = [Float](repeating: 0, count: rate)
    var done = 0
    for start in starts {
      while done < start {
        let count = min(rate, start - done)
        builder.append(silence.span.extracting(first: count))
        done += count
      }
      builder.append(note.span)
      done += note.count
    }
    let finished = builder.finished()
    let picture = try #require(finished)
    let count = picture.levels.count / picture.rowCount
    #expect((600...1201).contains(count))
    let loud = (0..<count).filter { column in
      picture.levels[column * picture.rowCount..<(column + 1) * picture.rowCount].contains(15)
    }
    for start in starts {
      let column = Double(start) / (picture.duration * Double(rate)) * Double(count)
      #expect(loud.contains { abs(Double($0) - column) < 2 }, "\(start): \(column) of \(loud)")
    }
  }

  @Test(
    "a spectrogram takes a sample outside the range of samples for silence",
    arguments: [Float.nan, -Float.infinity, 1e15])
  func rejected(sample: Float) throws {
    func levels(with sample: Float) throws -> [UInt8] {
      var builder = try SpectrogramBuilder(sampleRate: SampleRate(8000))
      var samples = (0..<16_000).map { Float(0.5 * sin(2 * .pi * 440 * Double($0) / 8000)) }
      samples[8000] = sample
      builder.append(samples.span)
      let finished = builder.finished()
      return try #require(finished).levels
    }
    #expect(try levels(with: sample) == levels(with: 0))
  }

  @Test("a spectrogram of silence is empty, and one of a quiet sound is not")
  func silence() throws {
    for (amplitude, isEmpty) in [(0.0, true), (1e-4, false)] {
      var builder = try SpectrogramBuilder(sampleRate: SampleRate(8000))
      let samples = (0..<16_000).map {
        Float(amplitude * sin(2 * .pi * 440 * Double($0) / 8000))
      }
      builder.append(samples.span)
      let finished = builder.finished()
      let picture = try #require(finished)
      #expect(picture.levels.allSatisfy { $0 == 0 } == isEmpty)
    }
  }
}
