// SPDX-License-Identifier: MIT

public import Acoustics
import CSndFile
import FileStore
import Glibc

/// A recording that is written block by block.
///
/// The file is kept only after ``finish()``; a writer that is destroyed earlier removes it. Equal
/// samples give equal files, except in formats that contain random numbers (Ogg).
public struct AudioFileWriter: ~Copyable {
  /// The number of interleaved channels.
  public let channelCount: Int

  /// The number of frames written so far.
  public private(set) var writtenFrames: Int64 = 0

  private let handle: OpaquePointer
  private let bytes: OutputBytes
  private let format: AudioFileFormat
  private var scaled: [Int32]
  private var isOpen = true

  /// Creates the file at `path`, or empties an existing one.
  ///
  /// - Throws: ``AudioFileError/unsupportedFormat(reason:)`` when libsndfile cannot write the
  ///   combination, and other cases when the file cannot be created.
  public init(
    path: String, sampleRate: SampleRate, channelCount: Int = 1,
    format: AudioFileFormat = .wavFloat32
  ) throws(AudioFileError) {
    try self.init(sampleRate, channelCount, format) { () throws(AudioFileError) in
      try OutputBytes(path: path)
    }
  }

  /// Writes to an empty file that is open.
  ///
  /// The caller keeps or removes the file.
  ///
  /// - Parameters:
  ///   - descriptor: a descriptor of the file, which is duplicated.
  ///   - sampleRate: the rate of the samples.
  ///   - channelCount: the number of interleaved channels.
  ///   - format: the container and the encoding.
  /// - Throws: the errors of ``init(path:sampleRate:channelCount:format:)``.
  package init(
    descriptor: Int32, sampleRate: SampleRate, channelCount: Int = 1, format: AudioFileFormat
  ) throws(AudioFileError) {
    try self.init(sampleRate, channelCount, format) { () throws(AudioFileError) in
      try OutputBytes(copying: descriptor)
    }
  }

  private init(
    _ sampleRate: SampleRate, _ channelCount: Int, _ format: AudioFileFormat,
    _ open: () throws(AudioFileError) -> OutputBytes
  ) throws(AudioFileError) {
    var info = SF_INFO()
    info.samplerate = Int32(clamping: sampleRate.hertz)
    info.channels = Int32(clamping: channelCount)
    info.format = format.code
    guard sf_format_check(&info) != 0 else {
      throw .unsupportedFormat(
        reason: "\(format.container) does not take \(format.encoding) samples of "
          + "\(channelCount) channels at \(sampleRate.hertz) Hz")
    }
    let bytes = try open()
    var functions = OutputBytes.functions
    let context = Unmanaged.passUnretained(bytes).toOpaque()
    guard let handle = sf_open_virtual(&functions, Int32(SFM_WRITE), &info, context) else {
      if let code = bytes.failure { throw Self.failure(code, afterFrames: 0) }
      throw .unsupportedFormat(reason: "\(format.container), \(sampleRate.hertz) Hz")
    }
    // The PEAK chunk contains the time of day.
    sf_command(handle, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
    sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
    guard format.encoding != .vorbis || Self.setQuality(of: handle) else {
      sf_close(handle)
      throw .unsupportedFormat(reason: "the quality of Vorbis can't be set")
    }
    self.handle = handle
    self.bytes = bytes
    self.format = format
    self.channelCount = channelCount
    scaled = format.integerBits == nil ? [] : Array(repeating: 0, count: 4096 * channelCount)
  }

  deinit { if isOpen { sf_close(handle) } }

  /// Writes interleaved samples, full scale ±1.
  ///
  /// Integers are rounded to the nearest of x·2^(bits − 1) and clamped to full scale. NaN becomes
  /// 0.
  ///
  /// - Precondition: `block` consists of whole frames.
  /// - Throws: ``AudioFileError/diskFull(afterFrames:)``, ``AudioFileError/tooLong(limitInBytes:)``
  ///   or ``AudioFileError/writeFailed(reason:code:afterFrames:)``.
  public mutating func write(_ block: Span<Float>) throws(AudioFileError) {
    precondition(block.count.isMultiple(of: channelCount), "A block is made of whole frames.")
    let frames = block.count / channelCount
    if let limit = format.byteLimit {
      let frameSize = Int64((format.integerBits ?? 32) / 8 * channelCount)
      let (size, overflow) = (writtenFrames + Int64(frames)).multipliedReportingOverflow(
        by: frameSize)
      if overflow || size > limit { throw .tooLong(limitInBytes: limit) }
    }
    let written =
      if let bits = format.integerBits {
        writeScaled(block, bits: bits)
      } else {
        block.withUnsafeBufferPointer { source in
          source.baseAddress.map { Int(sf_writef_float(handle, $0, sf_count_t(frames))) } ?? 0
        }
      }
    writtenFrames += Int64(max(0, written))
    guard written == frames, bytes.failure == nil else { throw failure() }
  }

  /// Completes the header and closes the file.
  ///
  /// - Throws: the errors of ``write(_:)``. The file is then removed.
  public consuming func finish() throws(AudioFileError) {
    isOpen = false
    let code = sf_close(handle)
    if let failure = bytes.failure { throw Self.failure(failure, afterFrames: writtenFrames) }
    guard code == 0 else {
      throw .writeFailed(
        reason: String(cString: sf_error_number(code)), code: code, afterFrames: writtenFrames)
    }
    bytes.finish()
  }

  /// Sets the highest quality of Vorbis.
  ///
  /// At libsndfile's own choice, 0.4, the noise of the encoding changes the peak of a tone by up to
  /// 1 dB; at the highest by 0.2 dB (docs/decisions/0183).
  ///
  /// - Returns: true on success.
  private static func setQuality(of handle: OpaquePointer) -> Bool {
    var quality = 1.0
    let size = Int32(MemoryLayout<Double>.size)
    return sf_command(handle, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, size) == Int32(SF_TRUE)
  }

  // MARK: - Integers

  /// Rounds without libsndfile, which scales by 2^(bits − 1) − 1 when it writes, but not when it
  /// reads.
  private mutating func writeScaled(_ block: Span<Float>, bits: Int) -> Int {
    let scale = Double(Int64(1) << (bits - 1))
    var done = 0
    while done < block.count {
      let count = min(scaled.count, block.count - done)
      for index in 0..<count {
        let sample = Double(block[done + index])
        let level = sample.isNaN ? 0 : (sample * scale).rounded(.toNearestOrEven)
        scaled[index] = Int32(max(-scale, min(level, scale - 1))) << Int32(32 - bits)
      }
      let written = scaled.withUnsafeBufferPointer { source in
        source.baseAddress.map { Int(sf_write_int(handle, $0, sf_count_t(count))) } ?? 0
      }
      done += max(0, written)
      if written < count { break }
    }
    return done / channelCount
  }

  private func failure() -> AudioFileError {
    if let code = bytes.failure { return Self.failure(code, afterFrames: writtenFrames) }
    let code = sf_error(handle)
    return .writeFailed(
      reason: String(cString: sf_error_number(code)), code: code, afterFrames: writtenFrames)
  }

  private static func failure(_ code: Int32, afterFrames frames: Int64) -> AudioFileError {
    code == ENOSPC || code == EDQUOT
      ? .diskFull(afterFrames: frames)
      : .writeFailed(reason: errorText(code), code: code, afterFrames: frames)
  }
}
