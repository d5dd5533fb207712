// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
import CSndFile

/// A recording that is read block by block as mono samples, in constant memory.
///
/// Reads all formats of libsndfile (WAV, AIFF, FLAC, Ogg, Opus, MP3, CAF and more) from a file or a
/// pipe. A WAV file with plain samples is streamed from a pipe. The other formats need seeking: a
/// pipe is copied to a temporary file without a name.
public struct AudioFileReader: ~Copyable, AudioSource {
  /// Reading ends with an ``AudioFileError``.
  public typealias Failure = AudioFileError

  /// The samples a second.
  public let sampleRate: SampleRate

  /// The number of channels in the recording, before mixing.
  public let channelCount: Int

  /// The number of frames in the header; `nil` if it has none, as for a stream.
  public let promisedFrames: Int64?

  /// The container and encoding in words, such as "WAV (Microsoft), Signed 16 bit PCM".
  public let formatName: String

  /// The positions where samples were lost during recording; empty except for recordings of
  /// ``RecordingWriter``.
  public let gaps: [SampleGap]

  /// The number of frames read or passed over so far.
  ///
  /// A frame is one sample of each channel.
  public private(set) var deliveredFrames: Int64 = 0

  /// True if the channels cancel each other in the mix that was delivered so far.
  public var mixIsCancelled: Bool { balance.isCancelled }

  /// The missing samples, known at the end; `nil` before the end and for a complete recording.
  public private(set) var shortfall: Shortfall?

  /// The reason why the header, or its list of gaps, could not be checked; `nil` for a good header.
  package let doubt: AudioFileError?

  private var file: SoundFile
  private var expected: Expectation
  /// The number of frames to deliver up to the damage of the stream or file; `nil` if there is
  /// none.
  private var goodFrames: Int64?
  private let mixer: MonoMixer
  private var balance = MixBalance()
  private var interleaved: [Float]
  /// True if `interleaved` begins with the frame that was read to test for one.
  private var holdsFirstFrame = true
  private var pending: AudioFileError?
  private var hasEnded = false

  private static let interleavedCount = 1 << 15
  /// The most frames of one read of a FLAC file: fewer than its own frames have, so that damage is
  /// found near its place.
  private static let leaveOutCount = 1024

  /// Opens the recording at `path`.
  ///
  /// - Parameters:
  ///   - path: a file or a named pipe. A pipe without a writer fails after two seconds.
  ///   - channels: the selected channels.
  /// - Throws: ``AudioFileError`` when there is no readable recording.
  public init(path: String, channels: ChannelSelection = .mix) throws(AudioFileError) {
    try self.init(path: path, channels: channels, writerGrace: InputOpening.writerGrace)
  }

  /// Opens the recording of an open descriptor; 0 is standard input.
  ///
  /// The caller keeps the descriptor. A file is read from its current offset, which does not
  /// change.
  ///
  /// - Throws: ``AudioFileError`` when there is no readable recording, and
  ///   ``AudioFileError/isTerminal`` instead of waiting for a keyboard.
  public init(descriptor: Int32, channels: ChannelSelection = .mix) throws(AudioFileError) {
    try self.init(InputOpening.open(descriptor: descriptor), channels: channels)
  }

  /// Opens the recording on standard input.
  ///
  /// - Throws: the errors of ``init(descriptor:channels:)``.
  public static func standardInput(
    channels: ChannelSelection = .mix
  ) throws(AudioFileError) -> AudioFileReader {
    try AudioFileReader(descriptor: 0, channels: channels)
  }

  /// Opens the recording at `path`.
  ///
  /// A named pipe must find a writer within `writerGrace` milliseconds.
  ///
  /// - Throws: the errors of ``init(path:channels:)``.
  init(path: String, channels: ChannelSelection, writerGrace: Int32) throws(AudioFileError) {
    try self.init(InputOpening.open(path: path, grace: writerGrace), channels: channels)
  }

  private init(_ bytes: InputBytes, channels: ChannelSelection) throws(AudioFileError) {
    let recording = try Recording(bytes)
    let info = recording.file.info
    let mixer = try Self.mixer(of: Int(info.channels), selecting: channels)
    let frames = mixer.isIdentity ? 1 : max(1, Self.interleavedCount / mixer.channelCount)
    var interleaved = [Float](repeating: 0, count: frames * mixer.channelCount)
    let expected = recording.expected
    let gaps = recording.facts?.gaps ?? []
    let formatName = SoundFile.name(ofFormat: recording.format)
    let doubt = recording.doubt
    let goodFrames = expected.goodFrames(at: Int(info.samplerate))
    if goodFrames == 0 { throw expected.damage(afterFrames: 0) }
    let file = recording.takeFile()
    // A header alone is not a recording. Only the decoder can find out if samples follow it.
    guard Self.read(1, of: file, into: &interleaved) == 1 else {
      if case .failure(let error) = Ending(of: file, expected, deliveredFrames: 0) { throw error }
      throw doubt ?? .noSamples(promisedFrames: expected.frames)
    }
    channelCount = mixer.channelCount
    sampleRate = SampleRate(Int(info.samplerate))
    self.mixer = mixer
    promisedFrames = expected.frames
    self.expected = expected
    self.gaps = gaps
    self.doubt = doubt
    self.formatName = formatName
    self.interleaved = interleaved
    self.goodFrames = goodFrames
    self.file = file
  }

  private static func mixer(
    of channelCount: Int, selecting channels: ChannelSelection
  ) throws(AudioFileError) -> MonoMixer {
    do throws(ChannelError) {
      return try MonoMixer(channelCount: channelCount, selection: channels)
    } catch {
      throw switch error {
      case .noChannels: .unsupportedChannelCount(actual: 0, limit: SoundFile.channelLimit)
      case .noSuchChannel(let required, let available):
        .noSuchChannel(required: required, available: available)
      }
    }
  }

  /// Writes the next mono samples to the front of `block`.
  ///
  /// - Parameter block: filled to its end, unless the recording ends first.
  /// - Returns: the number of samples written; 0 at the end, when ``shortfall`` is known.
  /// - Throws: ``AudioFileError/readFailed(code:afterFrames:)``,
  ///   ``AudioFileError/damaged(reason:code:afterFrames:)``,
  ///   ``AudioFileError/pagesMissing(afterFrames:)``,
  ///   ``AudioFileError/framesMissing(afterFrames:)`` or
  ///   ``AudioFileError/nextStreamUnreadable(reason:afterFrames:)``, after all good samples were
  ///   returned.
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
    while done < block.count, !hasEnded {
      var room =
        mixer.isIdentity
        ? block.count - done : min(block.count - done, interleaved.count / channelCount)
      if file.leavesOutDamage { room = min(room, Self.leaveOutCount) }
      let wanted = goodFrames.map { Int(min(Int64(room), $0 - deliveredFrames)) } ?? room
      let count = wanted == 0 ? 0 : readFrames(wanted, into: &block, at: done)
      if count == wanted, wanted > 0, file.leavesOutDamage, let complaint = file.complaint {
        // The read has frames from behind the damage, whose time is not known.
        pending = .damaged(
          reason: complaint.reason, code: complaint.code, afterFrames: deliveredFrames)
        hasEnded = true
        break
      }
      done += count
      deliveredFrames += Int64(count)
      if count < wanted || wanted == 0 { end() }
    }
    if done == 0, let pending { throw pending }
    return done
  }

  /// Passes over frames without delivering them.
  ///
  /// Plain samples are sought. Other encodings are decoded: after a seek, some decoders give other
  /// samples, and damage before the place would not be found.
  ///
  /// - Parameter count: the number of frames, 0 or more.
  /// - Returns: the number of frames that were passed over, smaller only at the end.
  /// - Throws: the errors of ``read(into:)``.
  /// - Complexity: O(1) for plain samples of a file, otherwise O(`count` × `channelCount`).
  package mutating func skip(_ count: Int64) throws(AudioFileError) -> Int64 {
    let start = deliveredFrames
    if let end = file.sought(to: start, plus: count) {
      holdsFirstFrame = false
      deliveredFrames = end
    } else {
      var block = [Float](repeating: 0, count: Int(min(1 << 16, count)))
      while deliveredFrames - start < count {
        let wanted = Int(min(Int64(block.count), count - (deliveredFrames - start)))
        var span = block.mutableSpan
        var part = span._mutatingExtracting(first: wanted)
        if try read(into: &part) == 0 { break }
      }
    }
    // The frames that were passed over are no part of the mix, in every encoding.
    balance = MixBalance()
    return deliveredFrames - start
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

  private mutating func mix(_ count: Int, into block: inout MutableSpan<Float>, at offset: Int) {
    // The samples are borrowed from this value, so the balance changes after them.
    var balance = balance
    do {
      let samples = interleaved.span.extracting(first: count * channelCount)
      block.withUnsafeMutableBufferPointer { target in
        var mono = UnsafeMutableBufferPointer(rebasing: target[offset...]).mutableSpan
        mixer.mix(samples, into: &mono)
      }
      if mixer.selection == .mix, channelCount > 1 { balance.add(samples, channelCount) }
    }
    self.balance = balance
  }

  /// Finds the reason why fewer frames were read than requested.
  ///
  /// The end of a stream of an Ogg file is followed by the next stream.
  private mutating func end() {
    switch Ending(of: file, expected, deliveredFrames: deliveredFrames) {
    case .complete where expected.streams.count > 1:
      do throws(AudioFileError) { return try beginNextStream() } catch { pending = error }
    case .complete: break
    case .short(let missing): shortfall = missing
    case .failure(let error): pending = error
    }
    hasEnded = true
  }

  /// Goes on with the next stream of an Ogg file, if it has the same format.
  private mutating func beginNextStream() throws(AudioFileError) {
    expected.streams.removeFirst()
    guard let stream = expected.streams.first else { return }
    let next: SoundFile
    do throws(AudioFileError) {
      next = try SoundFile(file.bytes, layout: nil, facts: nil, range: stream.bytes)
    } catch .readFailed(let code, _) {
      throw .readFailed(code: code, afterFrames: deliveredFrames)
    } catch {
      throw .nextStreamUnreadable(reason: "\(error)", afterFrames: deliveredFrames)
    }
    let info = next.info
    guard info.channels == channelCount, info.samplerate == sampleRate.hertz else {
      shortfall = .otherStream(
        deliveredFrames: deliveredFrames, sampleRate: Int(info.samplerate),
        channelCount: Int(info.channels))
      hasEnded = true
      return
    }
    goodFrames = stream.goodFrames(at: sampleRate.hertz).map { deliveredFrames + $0 }
    file = next
  }
}
