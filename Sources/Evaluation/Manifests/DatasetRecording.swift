// SPDX-License-Identifier: MIT

public import Acoustics

/// One recording of a set: the file, its origin in the source, and its measured pitch.
public struct DatasetRecording: Hashable, Sendable {
  /// The place of a recording in the set's source.
  public enum Origin: Hashable, Sendable {
    /// A member of an archive, installed as it is.
    case member(String)
    /// A sample of a sound font, numbered from 0 in its header list, with the name it has there.
    case sample(Int, name: String)
    /// A sample of a Gravis patch, numbered from 0 in the file, with the name it has there.
    case patchSample(Int, name: String)
    /// The whole file, installed as it is.
    case whole
  }

  /// The annotation of a recording's pitch over time.
  public struct Annotation: Decodable, Hashable, Sendable {
    /// The file, relative to the manifest.
    public let file: String
    /// The file's SHA-256 as 64 lower-case hexadecimal digits; `nil` when unknown.
    public let sha256: String?
  }

  /// The installed file's name, without a directory.
  public let file: String
  /// The place of the recording in its source.
  public let origin: Origin
  /// The file name of the source; `nil` when the set has only one.
  public let sourceFile: String?
  /// The annotation of its pitch over time; `nil` when there is none.
  public let annotation: Annotation?
  /// The installed file's SHA-256, as 64 lower-case hexadecimal digits.
  public let sha256: String
  /// The installed file's length in bytes.
  public let byteCount: Int
  /// Channels in the file.
  public let channelCount: Int
  /// Samples of each channel.
  public let frameCount: Int
  /// The string that was played, 1 the highest; `nil` when unknown.
  public let string: Int?
  /// The fret, 0 for an open string; `nil` when unknown.
  public let fret: Int?
  /// The note that the source's own label claims, as a fractional MIDI number.
  public let labelNote: Double?
  /// The first partial's signal-to-noise ratio.
  public let firstPartialSNR: Decibels?
  /// The known errors of this recording.
  public let knownErrors: [String]
  /// The recording as any corpus describes it: nominal note, references, trust, onset, steady part.
  public let reference: CorpusRecording
}
