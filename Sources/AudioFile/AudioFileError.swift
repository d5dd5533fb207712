// SPDX-License-Identifier: MIT

/// The reason why a recording cannot be read or written.
///
/// The descriptions do not name the file. A program prints its name before them: `take.wav: `.
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
  /// A known container with samples that cannot be decoded; `code` is libsndfile's.
  case unsupportedEncoding(reason: String, code: Int32)
  /// The header contradicts itself; `code` is libsndfile's where libsndfile found it.
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
