// SPDX-License-Identifier: MIT

import Acoustics
import FileStore

/// A hash of the sound in a recording.
///
/// It is the same in every container that keeps the samples, and for every analysis. FNV-1a over
/// the samples, mixed to one channel, a word at a time. Samples of exactly 0 do not count, so that
/// silence before, after or in a gap of the sound changes nothing.
package struct SoundFingerprint: Hashable, Sendable {
  private var hash = FNV1a()
  /// The length of the recording in seconds; 0 for samples that were added one by one.
  package private(set) var seconds = 0.0

  /// Makes the fingerprint of no sound.
  package init() {}

  /// Decodes a recording and returns its fingerprint.
  ///
  /// - Parameter path: the recording.
  /// - Returns: the fingerprint; `nil` for anything but a regular file, which can't be read a
  ///   second time.
  /// - Throws: `AudioFileError` when there is no readable recording.
  package static func of(_ path: String) throws(AudioFileError) -> SoundFingerprint? {
    guard FilePath.regularFile(path) != nil else { return nil }
    var reader = try AudioFileReader(path: path)
    var fingerprint = SoundFingerprint()
    var block = [Float](repeating: 0, count: 1 << 15)
    while true {
      var span = block.mutableSpan
      let count = try reader.read(into: &span)
      if count == 0 { return fingerprint }
      fingerprint.seconds += Double(count) / Double(reader.sampleRate.hertz)
      fingerprint.add(block.span.extracting(first: count))
    }
  }

  /// Adds the next samples.
  package mutating func add(_ samples: Span<Float>) {
    for index in samples.indices where samples[index] != 0 {
      add(UInt64(samples[index].bitPattern))
    }
  }

  /// Adds a number, which distinguishes recordings of one sound, such as the start of a part.
  package mutating func add(_ word: UInt64) { hash.add(word) }

  /// The hash.
  package var value: UInt64 { hash.value }
}
