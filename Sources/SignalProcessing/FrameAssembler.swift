// SPDX-License-Identifier: MIT

/// Keeps the newest samples of a stream in one contiguous frame, for chunks of any size.
///
/// Every sample is stored twice, half a buffer apart. So the newest `frameCount` samples are always
/// contiguous, and reading a frame copies nothing.
public struct FrameAssembler: ~Copyable {
  /// Samples in a frame.
  public let frameCount: Int
  /// The number of samples appended so far.
  public private(set) var totalCount = 0
  private var storage: AlignedBuffer
  private var head = 0

  /// Prepares for frames of `frameCount` samples.
  ///
  /// Zeros precede the stream.
  ///
  /// - Throws: `SignalProcessingError.frameTooShort` below 1.
  public init(frameCount: Int) throws(SignalProcessingError) {
    guard frameCount >= 1 else { throw .frameTooShort(required: 1, actual: frameCount) }
    self.frameCount = frameCount
    storage = AlignedBuffer(count: 2 * frameCount)
  }

  /// Appends any number of `samples`.
  ///
  /// - Complexity: O(n). Does not allocate.
  public mutating func append(_ samples: Span<Float>) {
    totalCount += samples.count
    let kept = samples.extracting(last: frameCount)
    head = (head + samples.count - kept.count) % frameCount
    let untilWrap = min(kept.count, frameCount - head)
    store(kept.extracting(first: untilWrap), at: head)
    store(kept.extracting(droppingFirst: untilWrap), at: 0)
    head = (head + kept.count) % frameCount
  }

  private mutating func store(_ samples: Span<Float>, at place: Int) {
    storage.copy(samples, to: place)
    storage.copy(samples, to: place + frameCount)
  }

  /// Discards the stream: zeros precede the next sample.
  public mutating func reset() {
    storage.clear()
    head = 0
    totalCount = 0
  }

  /// The newest `frameCount` samples, oldest first.
  public var frame: Span<Float> {
    @_lifetime(borrow self) get { storage.span.extracting(head..<(head + frameCount)) }
  }
}
