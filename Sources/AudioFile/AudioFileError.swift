// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import FileStore
import Glibc

/// The reason why a recording cannot be read or written.
///
/// The descriptions do not name the file. A program prints the name before them: `take.wav: `.
public enum AudioFileError: Error, Hashable, Sendable {
  /// No file has that name.
  case noSuchFile
  /// The system denies access.
  case notPermitted
  /// The path is a directory.
  case isDirectory
  /// Standard input is a terminal, which gives no recording.
  case isTerminal
  /// The path is neither a file nor a pipe, such as a device.
  case notAFile(kind: String)
  /// A named pipe has no writer.
  case noWriter
  /// The file is empty.
  case empty
  /// The header ends before the first sample.
  case headerEnds(format: String, afterBytes: Int64)
  /// The header is complete, but there are no samples.
  ///
  /// - Parameter promisedFrames: the number of frames in the header; `nil` for none.
  case noSamples(promisedFrames: Int64?)
  /// The first bytes belong to no known format.
  case notAudio(reason: String)
  /// A known format that libsndfile does not read.
  case unsupportedContainer(name: String)
  /// A MIDI file, which has notes and no sound.
  case noSound
  /// A known container with samples that cannot be decoded; `code` is libsndfile's.
  case unsupportedEncoding(reason: String, code: Int32)
  /// The header contradicts itself; `code` is libsndfile's if libsndfile detected it.
  case malformed(reason: String, code: Int32?)
  /// The sample rate is not supported, or missing.
  case unsupportedSampleRate(hertz: Double)
  /// The number of channels is not supported.
  case unsupportedChannelCount(actual: Int, limit: Int)
  /// A selected channel does not exist, counted from 1.
  case noSuchChannel(required: Int, available: Int)
  /// The file cannot be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// The system failed to read; `code` is its errno.
  case readFailed(code: Int32, afterFrames: Int64)
  /// The decoder found damage; `code` is libsndfile's.
  case damaged(reason: String, code: Int32, afterFrames: Int64)
  /// Pages of an Ogg file are missing or damaged, so that the time of the later sound is unknown.
  case pagesMissing(afterFrames: Int64)
  /// Frames of an MP3 file are missing or damaged, so that the time of the later sound is unknown.
  case framesMissing(afterFrames: Int64)
  /// The next stream of an Ogg file can't be decoded.
  case nextStreamUnreadable(reason: String, afterFrames: Int64)
  /// Standard input could not be copied to a temporary file; `code` is the system's errno.
  case spoolFailed(code: Int32)
  /// The file cannot be created; `code` is the system's errno.
  case createFailed(code: Int32)
  /// The combination of container, encoding, rate and channels cannot be written.
  case unsupportedFormat(reason: String)
  /// The disk is full.
  case diskFull(afterFrames: Int64)
  /// The system failed to write; `code` is its errno or libsndfile's number.
  case writeFailed(reason: String, code: Int32, afterFrames: Int64)
  /// There are more samples than the length field of the container can count.
  case tooLong(limitInBytes: Int64)
}

extension AudioFileError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy, if there is one.
  public var description: String {
    switch self {
    case .noSuchFile: "no such file. Check its name and directory"
    case .notPermitted: "permission denied"
    case .isDirectory: "is a directory. Name the recordings in it"
    case .isTerminal: "standard input is a terminal. Name a file, or pipe a recording in"
    case .notAFile(let kind): "is a \(kind), not a file. Name a recording, or pipe one in"
    case .noWriter: "is a named pipe that nothing writes to. Start its writer first"
    case .empty: "not an audio file (it is empty). Record it again, or name another"
    case .headerEnds(let format, let count):
      "not an audio file (the \(format) header ends after \(Self.bytes(count)))"
    case .noSamples(let promised?) where promised > 0:
      "holds no samples: the header promises \(promised), and the file ends before the first"
    case .noSamples: "holds no samples. Record it again"
    case .notAudio(let reason):
      "not an audio file (\(reason)). It can be WAV, AIFF, FLAC, Ogg, Opus, MP3 or CAF"
    case .unsupportedContainer(let name):
      "\(name) can't be read. Convert it: ffmpeg -i FILE -f wav - | tuner analyze -"
    case .noSound: "a MIDI file holds no sound. Record it with a synthesiser first"
    case .unsupportedEncoding(let reason, _):
      "its encoding is not supported (\(reason)). Convert it to WAV or FLAC"
    case .malformed(let reason, _): "the header is damaged (\(reason))"
    case .unsupportedSampleRate(let hertz):
      "the header says \(Self.number(hertz)) Hz, and only \(Self.rates) Hz can be analysed"
    case .unsupportedChannelCount(let actual, let limit):
      "the header says \(actual) channels, and only 1 to \(limit) can be read"
    case .noSuchChannel(let required, let available):
      ChannelError.noSuchChannel(required: required, available: available).description
    case .openFailed(let code): "can't be opened (\(errorText(code)))"
    case .readFailed(let code, let frames):
      "reading failed after \(Self.frames(frames)) (\(errorText(code)))"
    case .damaged(let reason, _, let frames):
      "the recording is damaged after \(Self.frames(frames)) (\(reason))"
    case .pagesMissing(let frames):
      "the recording is damaged after \(Self.frames(frames)) (Ogg pages are missing or changed)"
    case .framesMissing(let frames):
      "the recording is damaged after \(Self.frames(frames)) (MP3 frames are missing or changed)"
    case .nextStreamUnreadable(let reason, let frames):
      "after \(Self.frames(frames)) another stream follows, which can't be read (\(reason))"
    case .spoolFailed(let code):
      "can't keep standard input in a temporary file (\(errorText(code))). "
        + "Save it to a file, or set TMPDIR to a place with room"
    case .createFailed(let code): "can't be created (\(errorText(code)))"
    case .unsupportedFormat(let reason): "can't be written like this (\(reason))"
    case .diskFull(let frames): "the disk is full after \(Self.frames(frames)). Make room first"
    case .writeFailed(let reason, _, let frames):
      "writing failed after \(Self.frames(frames)) (\(reason))"
    case .tooLong(let limit):
      "a file of this format ends at \(Self.bytes(limit)). Write several, or choose CAF"
    }
  }

  private static var rates: String {
    "\(SampleRate.supported.lowerBound.hertz) to \(SampleRate.supported.upperBound.hertz)"
  }

  private static func bytes(_ count: Int64) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

  private static func frames(_ count: Int64) -> String {
    count == 1 ? "1 sample" : "\(count) samples"
  }

  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
