// SPDX-License-Identifier: MIT

package import Acoustics

/// One recording of a set: the file, its origin in the source, and its measured pitch.
package struct DatasetRecording: Hashable, Sendable {
  /// The location of a recording in the set's source.
  package enum Origin: Hashable, Sendable {
    /// A member of an archive, installed as it is.
    case member(String)
    /// A sample of a sound font: its number in the header list, from 0, and its name in the list.
    case sample(Int, name: String)
    /// A sample of a Gravis patch: its number in the file, from 0, and its name in the file.
    case patchSample(Int, name: String)
    /// The whole file, installed as it is.
    case whole
  }

  /// The annotation of a recording's pitch over time.
  package struct Annotation: Decodable, Hashable, Sendable {
    /// The file, relative to the manifest.
    package let file: String
    /// The file's SHA-256 as 64 lower-case hexadecimal digits; `nil` when unknown.
    package let sha256: String?
  }

  /// The installed file's name, without a directory.
  package let file: String
  /// The place of the recording in its source.
  package let origin: Origin
  /// The file name of the source; `nil` when the set has only one.
  package let sourceFile: String?
  /// The annotation of its pitch over time; `nil` when there is none.
  package let annotation: Annotation?
  /// The installed file's SHA-256, as 64 lower-case hexadecimal digits.
  package let sha256: String
  /// The installed file's length in bytes.
  package let byteCount: Int
  /// Channels in the file.
  package let channelCount: Int
  /// Samples of each channel.
  package let frameCount: Int
  /// The string that was played, 1 the highest; `nil` when unknown.
  package let string: Int?
  /// The fret, 0 for an open string; `nil` when unknown.
  package let fret: Int?
  /// The note in the source's own label, as a fractional MIDI number.
  package let labelNote: Double?
  /// The first partial's signal-to-noise ratio.
  package let firstPartialSNR: Decibels?
  /// The known errors of this recording.
  package let knownErrors: [String]
  /// The description that every corpus has: nominal note, references, trust, onset, steady part.
  package let reference: CorpusRecording
}
