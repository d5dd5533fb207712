// SPDX-License-Identifier: MIT

/// Why a recording can't be read or written.
///
/// The descriptions don't name the file: whoever shows them puts `take.wav: ` in front.
public enum AudioFileError: Error, Hashable, Sendable {
  /// Nothing has that name.
  case noSuchFile
  /// The system refuses the access.
  case notPermitted
  /// A directory stands where a file is wanted.
  case isDirectory
  /// Standard input is a terminal: nobody types a recording.
  case isTerminal
  /// Something that is neither a file nor a pipe, such as a device.
  case notAFile(kind: String)
  /// A named pipe that nothing writes to.
  case noWriter
  /// Not a single byte.
  case empty
  /// The header stops before the first sample.
  case headerEnds(format: String, afterBytes: Int64)
  /// A whole header and not one sample.
  ///
  /// - Parameter promisedFrames: the number of frames that the header counts, if it does.
  case noSamples(promisedFrames: Int64?)
  /// The first bytes belong to no format that is known.
  case notAudio(reason: String)
  /// A known kind of file that libsndfile does not read.
  case unsupportedContainer(name: String)
  /// A known container with samples that can't be decoded; `code` is libsndfile's.
  case unsupportedEncoding(reason: String, code: Int32)
  /// A header that contradicts itself; `code` is libsndfile's, if it was libsndfile that said so.
  case malformed(reason: String, code: Int32?)
  /// A sample rate that is not listened at, or no rate at all.
  case unsupportedSampleRate(hertz: Double)
  /// A channel count that no recording has.
  case unsupportedChannelCount(actual: Int, limit: Int)
  /// A selected channel that is not there, counted from 1.
  case noSuchChannel(required: Int, available: Int)
  /// The file can't be opened; `code` is the system's errno.
  case openFailed(code: Int32)
  /// The system could not read on; `code` is the system's errno.
  case readFailed(code: Int32, afterFrames: Int64)
  /// The decoder met damage that it can't pass; `code` is libsndfile's.
  case damaged(reason: String, code: Int32, afterFrames: Int64)
  /// Standard input could not be kept in a temporary file; `code` is the system's errno.
  case spoolFailed(code: Int32)
  /// The file can't be created; `code` is the system's errno.
  case createFailed(code: Int32)
  /// A combination of container, encoding, rate and channel count that can't be written.
  case unsupportedFormat(reason: String)
  /// The disk is full.
  case diskFull(afterFrames: Int64)
  /// The system could not write on; `code` is the system's errno or libsndfile's own number.
  case writeFailed(reason: String, code: Int32, afterFrames: Int64)
  /// More samples than the container's length field can count.
  case tooLong(limitInBytes: Int64)
}
