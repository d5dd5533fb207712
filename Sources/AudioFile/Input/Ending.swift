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
  init(of file: borrowing SoundFile, promisedFrames: Int64?, deliveredFrames: Int64) {
    let missing = promisedFrames.map { max(0, $0 - deliveredFrames) }
    let bytes = file.bytes
    let growth = bytes.growth
    if let code = bytes.failure {
      self = .failure(.readFailed(code: code, afterFrames: deliveredFrames))
    } else if growth > 0 {
      self = .short(.grewWhileRead(deliveredFrames: deliveredFrames))
    } else if missing == 0 {
      self = .complete
    } else if growth < 0 {
      self = .short(.shrankWhileRead(deliveredFrames: deliveredFrames))
    } else if let complaint = file.complaint, promisedFrames == nil || !bytes.isAtEnd {
      self = .failure(
        .damaged(reason: complaint.reason, code: complaint.code, afterFrames: deliveredFrames))
    } else if let promisedFrames {
      self = .short(
        .headerPromisesMore(promisedFrames: promisedFrames, deliveredFrames: deliveredFrames))
    } else if let missing = XingHeader.missingBytes(in: bytes) {
      self = .short(
        .headerPromisesMoreBytes(promised: missing.promised, actual: missing.actual))
    } else if OggPages.areCutOff(in: bytes) {
      self = .short(.lastPageMissing(deliveredFrames: deliveredFrames))
    } else {
      self = .complete
    }
  }
}
