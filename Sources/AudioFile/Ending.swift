// SPDX-License-Identifier: MIT

/// The reason why a recording has no further frame.
enum Ending {
  /// All frames were delivered.
  case complete
  /// Frames are missing; those before them are good.
  case short(Shortfall)
  /// The next frames cannot be read.
  case failure(AudioFileError)

  /// Judges the last, short read of `file`.
  init(of file: borrowing SoundFile, _ expected: Expectation, deliveredFrames: Int64) {
    let missing = expected.frames.map { max(0, $0 - deliveredFrames) }
    let bytes = file.bytes
    let missingBytes = expected.missingBytes(in: bytes)
    let growth = bytes.growth
    let ogg = expected.streams.first
    if let code = bytes.failure {
      self = .failure(.readFailed(code: code, afterFrames: deliveredFrames))
    } else if growth > 0 {
      self = .short(.grewWhileRead(deliveredFrames: deliveredFrames))
    } else if missing == 0, missingBytes == nil {
      self = .complete
    } else if growth < 0 {
      self = .short(.shrankWhileRead(deliveredFrames: deliveredFrames))
    } else if let mpeg = expected.mpeg {
      self.init(of: mpeg, deliveredFrames: deliveredFrames)
    } else if let complaint = file.complaint, expected.frames == nil || !bytes.isAtEnd {
      self = .failure(
        .damaged(reason: complaint.reason, code: complaint.code, afterFrames: deliveredFrames))
    } else if let frames = expected.frames, missing != 0 {
      self = .short(
        .headerPromisesMore(promisedFrames: frames, deliveredFrames: deliveredFrames))
    } else if let missing = missingBytes {
      self = .short(
        .headerPromisesMoreBytes(promised: missing.promised, actual: missing.actual))
    } else if let ogg, ogg.damagedAfter != nil {
      self = .failure(.pagesMissing(afterFrames: deliveredFrames))
    } else if let ogg, !ogg.isComplete {
      self = .short(.lastPageMissing(deliveredFrames: deliveredFrames))
    } else {
      self = .complete
    }
  }

  /// Judges the last, short read of an MPEG audio file.
  ///
  /// The decoder's own error says nothing: it complains about bytes after the last frame, too.
  private init(of mpeg: MPEGFrames, deliveredFrames: Int64) {
    let isLonger = mpeg.isLonger(than: deliveredFrames)
    if mpeg.goodFrames != nil || isLonger && !mpeg.exceedsHeader {
      self = .failure(.framesMissing(afterFrames: deliveredFrames))
    } else if let other = mpeg.other ?? (isLonger ? mpeg.first : nil) {
      self = .short(
        .otherStream(
          deliveredFrames: deliveredFrames, sampleRate: other.sampleRate,
          channelCount: other.channelCount))
    } else if let missing = mpeg.missingBytes {
      self = .short(
        .headerPromisesMoreBytes(promised: missing.promised, actual: missing.actual))
    } else if let promised = mpeg.missedPromise {
      self = .short(
        .headerPromisesMore(promisedFrames: promised, deliveredFrames: deliveredFrames))
    } else {
      self = .complete
    }
  }
}
