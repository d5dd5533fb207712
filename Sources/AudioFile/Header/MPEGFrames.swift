// SPDX-License-Identifier: MIT

/// The frames of an MPEG audio file (MP3), from a check of all headers.
///
/// libsndfile omits frames that are missing or damaged without notice. It ends the sound, without
/// notice too, at a damaged header that looks like that of another stream, and after the number of
/// frames in the first one.
struct MPEGFrames {
  /// The number of samples before the first frames that are missing or changed; `nil` for none.
  private(set) var goodFrames: Int64?
  /// The first frame of a following stream of another format; `nil` for none.
  private(set) var other: MPEGFrame?
  /// The first frame of the file.
  let first: MPEGFrame

  private let start: Int64
  private let header: XingHeader?
  private let byteCount: Int64
  /// The number of whole frames.
  private var count: Int64 = 0

  /// Frames before the damage whose samples are not counted.
  ///
  /// The first may hold counts instead of sound, a damaged one may look whole, and the samples of
  /// the one before it need the next.
  private static let doubtfulCount: Int64 = 3

  /// Checks the headers of a file; `nil` for a pipe, and if there are no frames.
  ///
  /// - Parameter bytes: a file.
  /// - Complexity: O(size of the file), which is read once.
  init?(in bytes: InputBytes) {
    guard bytes.isSeekable else { return nil }
    var reader = MPEGFrameReader(bytes)
    guard let (first, start) = reader.search(from: MPEGTag.end(in: bytes, from: 0), of: nil)
    else { return nil }
    (self.first, self.start) = (first, start)
    header = XingHeader(in: bytes, at: start)
    byteCount = bytes.availableCount
    follow(&reader, bytes)
  }

  /// Goes from frame to frame up to the end, to damage or to another stream.
  private mutating func follow(_ reader: inout MPEGFrameReader, _ bytes: InputBytes) {
    var next = start
    while true {
      if let frame = reader.frame(at: next), frame.isOfStream(of: first) {
        next += Int64(frame.count)
        if next > byteCount { return }
        count += 1
        continue
      }
      let end = MPEGTag.end(in: bytes, from: next)
      if end > next {
        next = end
      } else if let frame = reader.confirmed(at: next, of: nil) {
        other = frame
        return
      } else {
        // Bytes after the last frame are no damage.
        guard reader.search(from: next, of: first) != nil else { return }
        let delay = (header?.delay ?? 0) + MPEGFrame.decoderDelay
        goodFrames = max(0, (count - Self.doubtfulCount) * first.sampleCount - delay)
        return
      }
    }
  }

  /// Returns whether there are frames after the end of the decoder.
  ///
  /// - Parameter deliveredFrames: the number of samples of the decoder.
  /// - Returns: true if more samples are missing than the encoder may have trimmed.
  func isLonger(than deliveredFrames: Int64) -> Bool {
    deliveredFrames < (count - Self.doubtfulCount) * first.sampleCount - trimmed
      - MPEGFrame.decoderDelay
  }

  /// True if there are more frames than the first one says, so that the file is several in one.
  var exceedsHeader: Bool {
    // The first frame is not counted by all encoders.
    header?.frameCount.map { count > $0 + 2 } ?? false
  }

  /// The number of samples that the first frame says; `nil` if no frame is missing, and if the
  /// first frame says nothing.
  var missedPromise: Int64? {
    guard let header, let promised = header.frameCount else { return nil }
    // An exact number leaves out the frame that holds it. Other encoders may include that frame.
    guard count - (header.isExact ? 1 : 0) < promised else { return nil }
    return promised * first.sampleCount - trimmed
  }

  /// The samples that the decoder removes before and after the sound.
  private var trimmed: Int64 { header.map { $0.delay + $0.padding } ?? 0 }

  /// The number of bytes that the first frame says, and that of the file; `nil` if none is missing,
  /// and if the first frame says nothing.
  var missingBytes: (promised: Int64, actual: Int64)? {
    guard let promised = header?.byteCount else { return nil }
    let actual = byteCount - start
    return actual + Int64(MPEGFrame.longest) < promised ? (promised, actual) : nil
  }
}

/// The headers of a file at their places.
private struct MPEGFrameReader {
  private static let windowCount = 1 << 20
  private static let lookahead = 3 * MPEGFrame.longest

  private let bytes: InputBytes
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  init(_ bytes: InputBytes) { self.bytes = bytes }

  /// Returns the frame that begins at `place`; `nil` if there is no header.
  mutating func frame(at place: Int64) -> MPEGFrame? {
    hold(MPEGFrame.headerCount, from: place)
    return MPEGFrame(window, at: Int(place - windowStart))
  }

  /// Returns the frame at `place` if it is of `stream`, or of any for `nil`, and another frame of
  /// its stream follows it, and a third one unless the file ends.
  mutating func confirmed(at place: Int64, of stream: MPEGFrame?) -> MPEGFrame? {
    guard let frame = frame(at: place), stream.map(frame.isOfStream) ?? true,
      let second = self.frame(at: place + Int64(frame.count)), second.isOfStream(of: frame)
    else { return nil }
    let third = place + Int64(frame.count + second.count)
    guard third + Int64(MPEGFrame.headerCount) <= bytes.availableCount else { return frame }
    return self.frame(at: third)?.isOfStream(of: frame) == true ? frame : nil
  }

  /// Returns the next confirmed frame and its place; `nil` if there is none up to the end.
  mutating func search(
    from start: Int64, of stream: MPEGFrame?
  ) -> (frame: MPEGFrame, place: Int64)? {
    var place = start
    while place < bytes.availableCount {
      hold(Self.lookahead, from: place)
      let rest = window[Int(place - windowStart)...]
      guard let index = rest.firstIndex(of: 0xFF) else {
        if rest.isEmpty { return nil }
        place = windowStart + Int64(window.count)
        continue
      }
      place = windowStart + Int64(index)
      if let frame = confirmed(at: place, of: stream) { return (frame, place) }
      place += 1
    }
    return nil
  }

  /// Holds a number of bytes from a place on, or fewer at the end of the file.
  private mutating func hold(_ count: Int, from place: Int64) {
    let end = windowStart + Int64(window.count)
    let isHeld = place >= windowStart && place <= end
    guard !isHeld || place + Int64(count) > end && end < bytes.availableCount else { return }
    window = bytes.peek(at: place, count: Self.windowCount) ?? []
    windowStart = place
  }
}
