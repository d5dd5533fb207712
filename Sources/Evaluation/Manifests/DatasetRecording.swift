// SPDX-License-Identifier: MIT

public import Acoustics

/// One recording of a set: the file, where it is cut from, and the pitch it was measured to have.
public struct DatasetRecording: Hashable, Sendable {
  /// Where in the set's source a recording is found.
  public enum Origin: Hashable, Sendable {
    /// A member of an archive, installed as it is.
    case member(String)
    /// A sample of a sound font, numbered from 0 in its header list, with the name it has there.
    case sample(Int, name: String)
  }

  /// The installed file's name, without a directory.
  public let file: String
  /// Where it comes from.
  public let origin: Origin
  /// The installed file's SHA-256, as 64 lower-case hexadecimal digits.
  public let sha256: String
  /// The installed file's length in bytes.
  public let byteCount: Int
  /// Channels in the file.
  public let channelCount: Int
  /// Samples of each channel.
  public let frameCount: Int
  /// The string that was played, 1 the highest; `nil` where it isn't known.
  public let string: Int?
  /// The fret, 0 for an open string; `nil` where it isn't known.
  public let fret: Int?
  /// The note that the source's own label claims, as a fractional MIDI number.
  public let labelNote: Double?
  /// The first partial's signal-to-noise ratio.
  public let firstPartialSNR: Decibels?
  /// What is wrong with this recording, and its traps.
  public let knownErrors: [String]
  /// The recording as any corpus describes it: nominal note, references, trust, onset, steady part.
  public let reference: CorpusRecording
}
