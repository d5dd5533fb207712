// SPDX-License-Identifier: MIT

import CSndFile

/// A container and an encoding to write.
public struct AudioFileFormat: Hashable, Sendable {
  /// The kind of file.
  public enum Container: Hashable, Sendable, CaseIterable {
    /// Microsoft's WAV, and its 64-bit successors.
    case wav, rf64, w64
    /// Apple's formats.
    case aiff, caf
    /// Sun's format.
    case au
    /// The compressed formats: lossless FLAC, and Ogg and MP3.
    case flac, ogg, mp3
  }

  /// The kind of sample.
  public enum Encoding: Hashable, Sendable, CaseIterable {
    /// Integers of 16, 24 or 32 bits.
    case int16, int24, int32
    /// Floating point, which keeps values beyond ±1, infinity and NaN.
    case float32
    /// The lossy encodings; Vorbis at its highest quality.
    case vorbis, opus, mpegLayer3
  }

  /// The kind of file.
  public var container: Container
  /// The kind of sample.
  public var encoding: Encoding

  /// Makes a format.
  ///
  /// Some pairs cannot be written.
  public init(_ container: Container, _ encoding: Encoding) {
    self.container = container
    self.encoding = encoding
  }

  /// WAV with samples of 32-bit floating point.
  public static let wavFloat32 = AudioFileFormat(.wav, .float32)
  /// WAV with integers of 16 bits.
  public static let wavInt16 = AudioFileFormat(.wav, .int16)

  /// The format as libsndfile's number.
  var code: Int32 {
    let container: Int =
      switch self.container {
      case .wav: SF_FORMAT_WAV
      case .rf64: SF_FORMAT_RF64
      case .w64: SF_FORMAT_W64
      case .aiff: SF_FORMAT_AIFF
      case .caf: SF_FORMAT_CAF
      case .au: SF_FORMAT_AU
      case .flac: SF_FORMAT_FLAC
      case .ogg: SF_FORMAT_OGG
      case .mp3: SF_FORMAT_MPEG
      }
    let encoding: Int =
      switch self.encoding {
      case .int16: SF_FORMAT_PCM_16
      case .int24: SF_FORMAT_PCM_24
      case .int32: SF_FORMAT_PCM_32
      case .float32: SF_FORMAT_FLOAT
      case .vorbis: SF_FORMAT_VORBIS
      case .opus: SF_FORMAT_OPUS
      case .mpegLayer3: SF_FORMAT_MPEG_LAYER_III
      }
    return Int32(container | encoding)
  }

  /// The bits of an integer sample; `nil` for other samples.
  var integerBits: Int? {
    switch encoding {
    case .int16: 16
    case .int24: 24
    case .int32: 32
    case .float32, .vorbis, .opus, .mpegLayer3: nil
    }
  }

  /// The largest number of sample bytes that the 32-bit length of the container can count.
  var byteLimit: Int64? {
    switch container {
    case .wav, .aiff, .au: Int64(UInt32.max) - 4096
    case .rf64, .w64, .caf, .flac, .ogg, .mp3: nil
    }
  }
}

/// The library that reads and writes files for this module.
public enum AudioFileLibrary {
  /// The name and version that the library reports: "libsndfile-1.2.2".
  public static var version: String { sf_version_string().map { String(cString: $0) } ?? "unknown" }
}
