// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput

/// A recording, or a part of it, as a source of samples.
///
/// The samples before a part are passed over: plain samples are sought, others are decoded and
/// dropped, so that a part has the same samples in every format.
struct PartReader: ~Copyable, AudioSource {
  typealias Failure = AudioFileError

  let sampleRate: SampleRate
  let gaps: [SampleGap]
  /// The number of samples that the part should have; `nil` if it is not known.
  let promisedFrames: Int64?

  private var reader: AudioFileReader
  private var left: Int64?

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - identity: the recording and the part; `-` for standard input.
  ///   - channels: the channels that are mixed.
  /// - Throws: `AudioFileError`, and `PartError` if the recording ends before the part.
  /// - Complexity: O(1) for plain samples, otherwise O(samples before the part).
  init(_ identity: RecordingIdentity, channels: ChannelSelection) throws {
    var reader =
      identity.path == "-"
      ? try AudioFileReader.standardInput(channels: channels)
      : try AudioFileReader(path: identity.path, channels: channels)
    var (gaps, promised) = (reader.gaps, reader.promisedFrames)
    var left: Int64?
    if let part = identity.part {
      let rate = Double(reader.sampleRate.hertz)
      let frames = { (seconds: Double) in Int64(min(seconds * rate, 0x1p62).rounded()) }
      let start = frames(part.start)
      let count = part.end.map { frames($0) - start }
      gaps = Self.gaps(of: gaps, from: start, count: count)
      promised = promised.map { max(0, min($0 - start, count ?? $0)) }
      left = count
      let passed = try reader.skip(start)
      if passed < start {
        throw PartError(availableSeconds: Double(passed) / rate, requiredSeconds: part.start)
      }
    }
    sampleRate = reader.sampleRate
    self.gaps = gaps
    promisedFrames = promised
    self.left = left
    self.reader = reader
  }

  /// True if the channels cancel each other in the mix read so far.
  var mixIsCancelled: Bool { reader.mixIsCancelled }

  /// The remark on a recording that was read; `nil` for none.
  ///
  /// Samples that are missing after a part that was read to its end don't count.
  var remark: RecordingRemark? {
    RecordingRemark(
      left == 0 ? nil : reader.shortfall, doubt: reader.doubt,
      mixIsCancelled: reader.mixIsCancelled)
  }

  /// Reads the next samples; after the end of a part their number is 0.
  mutating func read(into block: inout MutableSpan<Float>) throws(AudioFileError) -> Int {
    if left == 0 { return 0 }
    let count = try reader.read(into: &block)
    guard let left else { return count }
    let used = min(left, Int64(count))
    self.left = left - used
    return Int(used)
  }

  /// Returns the gaps within a part, in positions relative to the part.
  private static func gaps(of gaps: [SampleGap], from start: Int64, count: Int64?) -> [SampleGap] {
    gaps.compactMap { gap in
      let first = max(gap.start.samples - start, 0)
      let last = min(gap.end.samples - start, count ?? .max)
      guard first < last else { return nil }
      return SampleGap(start: SamplePosition(first), count: Int(last - first))
    }
  }
}

/// The error for a part that begins after the end of its recording.
struct PartError: Error, Hashable, CustomStringConvertible {
  let availableSeconds: Double
  let requiredSeconds: Double

  var description: String {
    "the recording ends at \(TextFigures.number(availableSeconds, places: 3)) s, before the part "
      + "begins at \(TextFigures.number(requiredSeconds, places: 3)) s"
  }
}
