// SPDX-License-Identifier: MIT

import CSndFile
import Glibc
import Synchronization

/// A handle of libsndfile on bytes that this module reads for it.
struct SoundFile: ~Copyable {
  /// The largest number of channels of libsndfile.
  static let channelLimit = 1024

  let info: SF_INFO
  let bytes: InputBytes
  private let handle: OpaquePointer

  /// libsndfile stores the reason of a failed opening once for the process.
  private static let opening = Mutex(())

  /// Opens `bytes`, as plain samples when `layout` is given.
  ///
  /// - Parameters:
  ///   - bytes: the file or pipe.
  ///   - layout: the location of plain samples; `nil` for a container.
  ///   - facts: the content of the header.
  ///   - range: the bytes of the container; `nil` for all.
  /// - Throws: ``AudioFileError`` when libsndfile can't open the bytes, or reading fails.
  init(
    _ bytes: InputBytes, layout: SampleLayout?, facts: HeaderFacts?, range: Range<Int64>? = nil
  ) throws(AudioFileError) {
    var info = SF_INFO()
    if let layout, let facts {
      bytes.narrow(to: layout.offset, length: layout.byteCount)
      info.format = Int32(SF_FORMAT_RAW) | layout.encoding
      info.samplerate = Int32(clamping: Int64(facts.sampleRate))
      info.channels = Int32(clamping: facts.channelCount)
    } else {
      bytes.narrow(to: range?.lowerBound ?? 0, length: range.map { $0.upperBound - $0.lowerBound })
    }
    let context = Unmanaged.passUnretained(bytes).toOpaque()
    let (address, code, reason) = Self.opening.withLock { _ in
      var functions = Self.functions
      let handle = sf_open_virtual(&functions, Int32(SFM_READ), &info, context)
      let code = handle == nil ? sf_error(nil) : 0
      return (UInt(bitPattern: handle), code, code == 0 ? "" : Self.reason(of: code))
    }
    let handle = OpaquePointer(bitPattern: address)
    if let failure = bytes.failure {
      if let handle { sf_close(handle) }
      throw .readFailed(code: failure, afterFrames: 0)
    }
    guard let handle else { throw Self.error(code: code, reason: reason) }
    self.handle = handle
    self.info = info
    self.bytes = bytes
  }

  deinit { sf_close(handle) }

  /// Reads up to `frames` frames of interleaved samples into `target`; returns their number.
  func read(_ frames: Int, into target: UnsafeMutablePointer<Float>) -> Int {
    guard holdsShorts else {
      return Int(max(0, sf_readf_float(handle, target, sf_count_t(frames))))
    }
    // libsndfile's own conversion takes most of the time of its reading.
    let count = frames * Int(info.channels)
    let shorts = UnsafeMutableRawPointer(target + count) - count * MemoryLayout<Int16>.stride
    let read = sf_readf_short(
      handle, shorts.assumingMemoryBound(to: Int16.self), sf_count_t(frames))
    widenShorts(Int(max(0, read)) * Int(info.channels), from: shorts, to: target)
    return Int(max(0, read))
  }

  /// True if the file holds 16-bit samples as they are.
  private var holdsShorts: Bool {
    info.format & Int32(SF_FORMAT_SUBMASK) == Int32(SF_FORMAT_PCM_16)
      && !leavesOutDamage
  }

  /// True for FLAC outside Ogg, whose decoder leaves out damaged frames and goes on.
  var leavesOutDamage: Bool {
    info.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_FLAC)
  }

  /// Moves to a frame of plain samples.
  ///
  /// - Parameters:
  ///   - position: the number of frames that were read.
  ///   - count: the number of frames to pass over.
  /// - Returns: the new position, at most the end; `nil` without a move if the samples are coded or
  ///   come from a pipe.
  func sought(to position: Int64, plus count: Int64) -> Int64? {
    let (sum, overflow) = position.addingReportingOverflow(count)
    let target = overflow ? info.frames : min(sum, max(position, info.frames))
    guard count > 0, holdsPlainSamples, bytes.isSeekable,
      sf_seek(handle, target, Int32(SEEK_SET)) == target
    else { return nil }
    return target
  }

  /// True for samples that are not coded, in a container whose frames have fixed places.
  private var holdsPlainSamples: Bool {
    let containers = [
      SF_FORMAT_RAW, SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_W64, SF_FORMAT_RF64, SF_FORMAT_AIFF,
      SF_FORMAT_AU, SF_FORMAT_CAF,
    ]
    let encodings = [
      SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
      SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE,
    ]
    return containers.contains { info.format & Int32(SF_FORMAT_TYPEMASK) == Int32($0) }
      && encodings.contains { info.format & Int32(SF_FORMAT_SUBMASK) == Int32($0) }
  }

  /// The error of the last read: libsndfile's number and text.
  var complaint: (code: Int32, reason: String)? {
    let code = sf_error(handle)
    return code == 0 ? nil : (code, Self.reason(of: code))
  }

  /// Returns the names of the container and encoding, such as "WAV (Microsoft), Signed 16 bit PCM".
  static func name(ofFormat format: Int32) -> String {
    names.withLock { names in
      if let name = names[format] { return name }
      let name = newName(ofFormat: format)
      names[format] = name
      return name
    }
  }

  /// The names that were already requested are kept, because a batch opens many recordings of one
  /// format.
  private static let names = Mutex<[Int32: String]>([:])

  private static func newName(ofFormat format: Int32) -> String {
    [format & Int32(SF_FORMAT_TYPEMASK), format & Int32(SF_FORMAT_SUBMASK)]
      .compactMap { part in
        var row = SF_FORMAT_INFO()
        row.format = part
        let size = Int32(MemoryLayout<SF_FORMAT_INFO>.size)
        guard sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &row, size) == 0 else { return nil }
        return row.name.map { String(cString: $0) }
      }
      .joined(separator: ", ")
  }

  // MARK: - Callbacks of libsndfile

  private static let functions = SF_VIRTUAL_IO(
    get_filelen: { context in SoundFile.bytes(context)?.length ?? 0 },
    seek: { offset, whence, context in
      guard let bytes = SoundFile.bytes(context) else { return -1 }
      let base: Int64 =
        switch whence {
        case 1: bytes.position
        case 2: bytes.length
        default: 0
        }
      let (target, overflow) = base.addingReportingOverflow(offset)
      if !overflow, target >= 0 { bytes.position = target }
      return bytes.position
    },
    read: { target, count, context in
      guard let bytes = SoundFile.bytes(context), count > 0 else { return 0 }
      return Int64(bytes.read(into: .init(start: target, count: Int(count))))
    },
    write: { _, _, _ in 0 },
    tell: { context in SoundFile.bytes(context)?.position ?? 0 })

  private static func bytes(_ context: UnsafeMutableRawPointer?) -> InputBytes? {
    context.map { Unmanaged<InputBytes>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The numbers of errors that have a text.
  ///
  /// libsndfile prints a message on standard output for another number, and some of its readers
  /// have numbers of their own from 666 on.
  private static let namedErrors: Range<Int32> = 0..<600

  private static func reason(of code: Int32) -> String {
    guard namedErrors.contains(code) else { return "error \(code)" }
    var text = sf_error_number(code).map { String(cString: $0) } ?? "no reason given"
    while text.hasSuffix(".") || text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private static func error(code: Int32, reason: String) -> AudioFileError {
    switch code {
    case Int32(SF_ERR_UNRECOGNISED_FORMAT):
      .notAudio(reason: "its first bytes belong to no known format")
    case Int32(SF_ERR_UNSUPPORTED_ENCODING): .unsupportedEncoding(reason: reason, code: code)
    default: .malformed(reason: reason, code: code)
    }
  }
}
