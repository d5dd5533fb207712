// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
import FileStore
import Glibc

/// A recording that is a complete file after every write.
///
/// Samples are written before the header counts them. So a killed program or a full disk leaves a
/// readable file that lacks at most the last block. Lost samples are stored as silence of their
/// length, which takes no disk space if the file system supports sparse files. The header lists the
/// gaps (``RecordingHeader``), and ``AudioFileReader/gaps`` returns them exactly to the sample.
public struct RecordingWriter: SampleSink, ~Copyable {
  /// The error that ends a recording early.
  public typealias Failure = AudioFileError

  /// The number of samples so far, lost ones included.
  public var sampleCount: Int { header.sampleCount }
  /// The number of gaps that are stored as silence only, because the list was full.
  public private(set) var unlistedGaps = 0

  let descriptor: Int32
  private var header: RecordingHeader

  /// Creates the file at `path`.
  ///
  /// - Parameters:
  ///   - path: a path without a file. A recording is never overwritten.
  ///   - sampleRate: samples a second.
  /// - Throws: ``AudioFileError/createFailed(code:)`` with `EEXIST` if a file exists, and other
  ///   cases when it cannot be created.
  public init(path: String, sampleRate: SampleRate) throws(AudioFileError) {
    let header = RecordingHeader(sampleRate: sampleRate)
    descriptor = try Self.create(path, header)
    self.header = header
  }

  deinit { close(descriptor) }

  private static func create(
    _ path: String, _ header: RecordingHeader
  ) throws(AudioFileError) -> Int32 {
    guard !path.utf8.contains(0) else { throw .createFailed(code: EINVAL) }
    let descriptor = PathText.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      switch errno {
      case EACCES, EPERM: throw .notPermitted
      case let code: throw .createFailed(code: code)
      }
    }
    do throws(AudioFileError) {
      try put(header.bytes, at: 0, into: descriptor, after: 0)
    } catch {
      close(descriptor)
      PathText.withCString(path) { _ = unlink($0) }
      throw error
    }
    return descriptor
  }

  /// Appends samples unchanged.
  ///
  /// - Parameter samples: the next samples of the stream.
  /// - Throws: ``AudioFileError/diskFull(afterFrames:)`` or
  ///   ``AudioFileError/writeFailed(reason:code:afterFrames:)``. The file keeps the earlier
  ///   samples.
  public mutating func write(_ samples: Span<Float>) throws(AudioFileError) {
    guard !samples.isEmpty else { return }
    let code = samples.withUnsafeBytes { Self.put($0, at: end, into: descriptor) }
    guard code == 0 else { throw Self.failure(code, after: header.sampleCount) }
    try count(samples.count)
  }

  /// Appends silence for samples that were lost, and lists them.
  ///
  /// - Parameter count: the number of lost samples, 1 or more.
  /// - Throws: the errors of ``write(_:)``.
  public mutating func skip(_ count: Int) throws(AudioFileError) {
    guard count > 0 else { return }
    try list(SampleGap(start: SamplePosition(Int64(header.sampleCount)), count: count))
    guard ftruncate(descriptor, off_t(end + 4 * count)) == 0 else {
      throw Self.failure(errno, after: header.sampleCount)
    }
    try self.count(count)
  }

  // MARK: - Steps

  /// The offset after the last sample.
  private var end: Int { RecordingHeader.dataOffset + 4 * header.sampleCount }

  /// Lists a gap before its silence is counted, so that a reader that finds the silence also finds
  /// the gap.
  private mutating func list(_ gap: SampleGap) throws(AudioFileError) {
    let body = RecordingHeader.gapOffset
    var index = header.gaps.count
    var gap = gap
    if let last = header.gaps.last, last.end == gap.start {
      index -= 1
      gap = SampleGap(start: last.start, count: last.count + gap.count)
    } else if index == RecordingHeader.gapCapacity {
      unlistedGaps += 1
      return
    }
    try put(GapChunk.entry(gap), at: body + GapChunk.headCount + GapChunk.entryCount * index)
    header.gaps.replaceSubrange(index..., with: [gap])
    var number = LittleEndianBytes()
    number.append(UInt32(header.gaps.count))
    try put(number.bytes, at: body + 4)
  }

  /// Counts samples that were written.
  private mutating func count(_ count: Int) throws(AudioFileError) {
    header.sampleCount += count
    // The 64-bit lengths are written first, because a 32-bit length of all ones refers readers to
    // them.
    try put(header.lengths, at: 0)
    try put(header.frameCount, at: RecordingHeader.countOffset)
    try put(header.dataLength, at: RecordingHeader.dataOffset - 4)
  }

  private func put(_ bytes: [UInt8], at offset: Int) throws(AudioFileError) {
    try Self.put(bytes, at: offset, into: descriptor, after: header.sampleCount)
  }

  private static func put(
    _ bytes: [UInt8], at offset: Int, into descriptor: Int32, after count: Int
  ) throws(AudioFileError) {
    let code = bytes.withUnsafeBytes { put($0, at: offset, into: descriptor) }
    guard code == 0 else { throw failure(code, after: count) }
  }

  /// Writes all of `bytes`; returns the errno of a failure.
  private static func put(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, into descriptor: Int32
  ) -> Int32 {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      if count > 0 {
        done += count
      } else if count == 0 {
        return ENOSPC
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  private static func failure(_ code: Int32, after count: Int) -> AudioFileError {
    code == ENOSPC || code == EDQUOT
      ? .diskFull(afterFrames: Int64(count))
      : .writeFailed(reason: errorText(code), code: code, afterFrames: Int64(count))
  }
}
