// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
import CSndFile

/// A recording that is read block by block as mono samples, in constant memory.
///
/// Reads whatever libsndfile reads (WAV, AIFF, FLAC, Ogg, Opus, MP3, CAF and more) from a file or a
/// pipe. A WAV of plain samples is streamed from a pipe; the other formats need seeking, and are kept
/// in a temporary file without a name.
public struct AudioFileReader: ~Copyable, AudioSource {
  /// Reading ends with an ``AudioFileError``.
  public typealias Failure = AudioFileError

  /// The number of samples a second.
  public let sampleRate: SampleRate

  /// The number of channels in the recording, before they are mixed.
  public let channelCount: Int

  /// The number of frames that the header counts; `nil` when it leaves them open, as a stream's does.
  public let promisedFrames: Int64?

  /// Container and encoding in words, such as "WAV (Microsoft), Signed 16 bit PCM".
  public let formatName: String

  /// Where samples were lost when this was recorded; empty but for recordings of ours
  /// (``RecordingWriter``).
  public let gaps: [SampleGap]

  /// The number of frames read so far: one sample of each channel is a frame.
  public private(set) var deliveredFrames: Int64 = 0

  /// What is missing, known at the end; `nil` before the end and in a complete recording.
  public private(set) var shortfall: Shortfall?

  private let file: SoundFile
  private let mixer: MonoMixer
  private var interleaved: [Float]
  /// Whether `interleaved` begins with the frame that was read to see whether there is one.
  private var holdsFirstFrame = true
  private var pending: AudioFileError?
  private var hasEnded = false

  private static let interleavedCount = 1 << 15

  /// Opens the recording at `path`.
  ///
  /// - Parameters:
  ///   - path: a file or a named pipe. A pipe without a writer is given up after two seconds.
  ///   - channels: the channels to listen to.
  /// - Throws: ``AudioFileError`` when there is no recording that can be read.
  public init(path: String, channels: ChannelSelection = .mix) throws(AudioFileError) {
    try self.init(path: path, channels: channels, writerGrace: InputOpening.writerGrace)
  }

  /// Opens the recording that an open descriptor stands for: 0 is standard input.
  ///
  /// The descriptor stays the caller's. A file is read from its current offset on, which stays.
  ///
  /// - Throws: ``AudioFileError`` when there is no recording that can be read, and
  ///   ``AudioFileError/isTerminal`` rather than waiting for a keyboard.
  public init(descriptor: Int32, channels: ChannelSelection = .mix) throws(AudioFileError) {
    try self.init(InputOpening.open(descriptor: descriptor), channels: channels)
  }

  /// Opens the recording on standard input.
  ///
  /// - Throws: as ``init(descriptor:channels:)``.
  public static func standardInput(
    channels: ChannelSelection = .mix
  ) throws(AudioFileError) -> AudioFileReader {
    try AudioFileReader(descriptor: 0, channels: channels)
  }

  /// Opens the recording at `path`, and waits `writerGrace` milliseconds for a named pipe's writer.
  ///
  /// - Throws: as ``init(path:channels:)``.
  init(path: String, channels: ChannelSelection, writerGrace: Int32) throws(AudioFileError) {
    try self.init(InputOpening.open(path: path, grace: writerGrace), channels: channels)
  }

  private init(_ bytes: InputBytes, channels: ChannelSelection) throws(AudioFileError) {
    let recording = try Recording(bytes)
    let info = recording.file.info
    let mixer: MonoMixer
    do throws(ChannelError) {
      mixer = try MonoMixer(channelCount: Int(info.channels), selection: channels)
    } catch {
      throw switch error {
      case .noChannels: .unsupportedChannelCount(actual: 0, limit: SoundFile.channelLimit)
      case .noSuchChannel(let required, let available):
        .noSuchChannel(required: required, available: available)
      }
    }
    let frames = mixer.isIdentity ? 1 : max(1, Self.interleavedCount / mixer.channelCount)
    var interleaved = [Float](repeating: 0, count: frames * mixer.channelCount)
    let promisedFrames = recording.promisedFrames
    let gaps = recording.facts?.gaps ?? []
    let formatName = SoundFile.name(ofFormat: recording.format)
    let doubt = recording.doubt
    let file = recording.takeFile()
    // A header alone is no recording, and only the decoder knows whether anything follows it.
    guard Self.read(1, of: file, into: &interleaved) == 1 else {
      let ending = Ending(of: file, promisedFrames: promisedFrames, deliveredFrames: 0)
      if case .failure(let error) = ending { throw error }
      throw doubt ?? .noSamples(promisedFrames: promisedFrames)
    }
    channelCount = mixer.channelCount
    sampleRate = SampleRate(Int(info.samplerate))
    self.mixer = mixer
    self.promisedFrames = promisedFrames
    self.gaps = gaps
    self.formatName = formatName
    self.interleaved = interleaved
    self.file = file
  }

  /// Writes the next mono samples to the front of `block`.
  ///
  /// - Parameter block: filled to its end, unless the recording ends first.
  /// - Returns: the number of samples written; 0 at the end, where ``shortfall`` is known.
  /// - Throws: ``AudioFileError/readFailed(code:afterFrames:)`` or
  ///   ``AudioFileError/damaged(reason:code:afterFrames:)``, after all good samples were returned.
  /// - Complexity: O(`block.count` × `channelCount`). Allocates nothing of its own.
  public mutating func read(into block: inout MutableSpan<Float>) throws(AudioFileError) -> Int {
    if let pending { throw pending }
    guard !hasEnded, block.count > 0 else { return 0 }
    var done = 0
    if holdsFirstFrame {
      holdsFirstFrame = false
      mix(1, into: &block, at: 0)
      done = 1
      deliveredFrames = 1
    }
    while done < block.count {
      let wanted =
        mixer.isIdentity
        ? block.count - done : min(block.count - done, interleaved.count / channelCount)
      let count = readFrames(wanted, into: &block, at: done)
      done += count
      deliveredFrames += Int64(count)
      if count < wanted {
        end()
        break
      }
    }
    if done == 0, let pending { throw pending }
    return done
  }

  // MARK: - Frames

  private mutating func readFrames(
    _ wanted: Int, into block: inout MutableSpan<Float>, at offset: Int
  ) -> Int {
    if mixer.isIdentity {
      return block.withUnsafeMutableBufferPointer { target in
        target.baseAddress.map { file.read(wanted, into: $0 + offset) } ?? 0
      }
    }
    let count = Self.read(wanted, of: file, into: &interleaved)
    mix(count, into: &block, at: offset)
    return count
  }

  private static func read(
    _ wanted: Int, of file: borrowing SoundFile, into interleaved: inout [Float]
  ) -> Int {
    interleaved.withUnsafeMutableBufferPointer { target in
      target.baseAddress.map { file.read(wanted, into: $0) } ?? 0
    }
  }

  private func mix(_ count: Int, into block: inout MutableSpan<Float>, at offset: Int) {
    let samples = interleaved.span.extracting(first: count * channelCount)
    block.withUnsafeMutableBufferPointer { target in
      var mono = UnsafeMutableBufferPointer(rebasing: target[offset...]).mutableSpan
      mixer.mix(samples, into: &mono)
    }
  }

  /// Finds out why fewer frames came than were asked for.
  private mutating func end() {
    hasEnded = true
    switch Ending(of: file, promisedFrames: promisedFrames, deliveredFrames: deliveredFrames) {
    case .complete: break
    case .short(let missing): shortfall = missing
    case .failure(let error): pending = error
    }
  }
}
