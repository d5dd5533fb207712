// SPDX-License-Identifier: MIT

import Acoustics
import CSndFile

/// An opened recording: the decoder of libsndfile with the facts of the header.
struct Recording: ~Copyable {
  let file: SoundFile
  let facts: HeaderFacts?
  /// The reason why this module could not parse the header, or its list of gaps, although
  /// libsndfile could.
  let doubt: AudioFileError?
  /// The content that the recording should have.
  let expected: Expectation
  private let layout: SampleLayout?

  /// Chooses between streaming, seeking and a temporary file.
  init(_ source: InputBytes) throws(AudioFileError) {
    var bytes = source
    let head = bytes.peek(at: 0, count: Container.headCount) ?? []
    let container = Container(head: head)
    if case .foreign(let name) = container { throw .unsupportedContainer(name: name) }
    if container == .notes { throw .noSound }
    var (facts, doubt) = try Self.examine(bytes, container)
    // Plain samples are read without the container: libsndfile seeks in a pipe, rejects an open
    // length, and rejects a whole recording because of data after it.
    let layout = facts?.layout
    if !bytes.isSeekable, layout == nil {
      // Bytes that are not a recording could also be endless.
      if container == .unknown {
        throw .notAudio(reason: "its first bytes belong to no known format")
      }
      bytes = try Spool.file(of: bytes)
      (facts, doubt) = try Self.examine(bytes, container)
    }
    switch Container.behindTags(of: bytes) {
    // Their messages and lengths are checked only at the beginning of a file.
    case .caf: throw .unsupportedContainer(name: "a CAF file behind an ID3 tag")
    case .foreign(let name): throw .unsupportedContainer(name: name)
    default: break
    }
    let packedFrames =
      container == .caf && layout == nil ? try ALACPackets.promisedFrames(in: bytes) : nil
    let ogg = OggStreams(in: bytes)
    if ogg?.lacksBeginning == true { throw .pagesMissing(afterFrames: 0) }
    let streams = ogg?.streams ?? []
    let range = streams.count > 1 ? streams[0].bytes : nil
    let file = try Self.open(bytes, range, layout: layout, facts: facts, doubt: doubt)
    let isMPEG = file.info.format & Int32(SF_FORMAT_TYPEMASK) == Int32(SF_FORMAT_MPEG)
    try Self.check(rate: Double(file.info.samplerate), channels: Int(file.info.channels))
    self.facts = facts
    self.doubt = doubt ?? facts?.doubt
    self.layout = layout
    let promise = PromisedLength(in: bytes, format: file.info.format)
    // Plain samples are counted one by one.
    expected = Expectation(
      frames: facts?.promisedFrames ?? packedFrames ?? promise.frames,
      endOfSamples: layout == nil ? facts?.endOfSamples ?? promise.endOfSamples : nil,
      streams: streams[...], mpeg: isMPEG ? MPEGFrames(in: bytes) : nil)
    self.file = file
  }

  private static func open(
    _ bytes: InputBytes, _ range: Range<Int64>?, layout: SampleLayout?, facts: HeaderFacts?,
    doubt: AudioFileError?
  ) throws(AudioFileError) -> SoundFile {
    do throws(AudioFileError) {
      return try SoundFile(bytes, layout: layout, facts: facts, range: range)
    } catch {
      throw doubt ?? error
    }
  }

  /// libsndfile's number for the container and encoding.
  var format: Int32 {
    guard let layout else { return file.info.format }
    return file.info.format & ~Int32(SF_FORMAT_TYPEMASK) | layout.container
  }

  consuming func takeFile() -> SoundFile { file }

  /// Returns the facts of the header, or the reason why it cannot be parsed.
  ///
  /// In that case libsndfile decides, because it accepts more headers.
  private static func examine(
    _ bytes: InputBytes, _ container: Container
  ) throws(AudioFileError) -> (HeaderFacts?, AudioFileError?) {
    let facts: HeaderFacts?
    do throws(AudioFileError) {
      facts = try .facts(of: bytes, in: container)
    } catch {
      return (nil, error)
    }
    if let facts { try check(rate: facts.sampleRate, channels: facts.channelCount) }
    return (facts, nil)
  }

  private static func check(rate: Double, channels: Int) throws(AudioFileError) {
    let rates = SampleRate.supported
    guard rate >= Double(rates.lowerBound.hertz), rate <= Double(rates.upperBound.hertz) else {
      throw .unsupportedSampleRate(hertz: rate)
    }
    guard (1...SoundFile.channelLimit).contains(channels) else {
      throw .unsupportedChannelCount(actual: channels, limit: SoundFile.channelLimit)
    }
  }
}
