// SPDX-License-Identifier: MIT

/// The newest samples of a stream, in a ring whose memory is first touched when samples arrive, so
/// a short recording uses little memory.
public struct SampleHistory: ~Copyable {
  /// The number of samples appended so far.
  public private(set) var total = 0

  private let capacity: Int
  private let start: UnsafeMutablePointer<Float>

  /// Prepares for a stream.
  ///
  /// - Parameter capacity: the number of samples that are kept.
  /// - Precondition: `capacity` is 1 or more.
  public init(capacity: Int) {
    precondition(capacity > 0, "A history holds at least one sample.")
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// Appends samples of the stream.
  public mutating func append(_ samples: Span<Float>) {
    samples.withUnsafeBufferPointer { samples in
      guard let source = samples.baseAddress else { return }
      var done = max(0, samples.count - capacity)
      total += done
      while done < samples.count {
        let place = total % capacity
        let count = min(samples.count - done, capacity - place)
        Self.copy(count, from: source + done, to: start + place)
        (done, total) = (done + count, total + count)
      }
    }
  }

  /// Appends samples of silence.
  ///
  /// - Precondition: `count` is 0 or more.
  public mutating func appendSilence(_ count: Int) {
    precondition(count >= 0)
    for place in (total + max(0, count - capacity))..<(total + count) {
      start[place % capacity] = 0
    }
    total += count
  }

  /// Passes samples of the stream to `body`, without a copy if they are contiguous in the ring.
  ///
  /// - Parameters:
  ///   - positions: their positions, counted from the start of the stream.
  ///   - body: receives the samples.
  /// - Returns: the result of `body`; `nil` if the ring does not hold them all.
  public func withSamples<Result>(
    at positions: Range<Int>, _ body: (Span<Float>) -> Result?
  ) -> Result? {
    guard positions.lowerBound >= max(0, total - capacity), positions.upperBound <= total,
      !positions.isEmpty
    else { return nil }
    let first = positions.lowerBound % capacity
    let count = min(positions.count, capacity - first)
    if count == positions.count {
      return body(Span(_unsafeStart: UnsafePointer(start + first), count: count))
    }
    let whole = [Float](unsafeUninitializedCapacity: positions.count) { buffer, filled in
      guard let target = buffer.baseAddress else { return }
      Self.copy(count, from: start + first, to: target)
      Self.copy(positions.count - count, from: start, to: target + count)
      filled = positions.count
    }
    return body(whole.span)
  }

  /// Returns samples of the stream.
  ///
  /// - Parameter positions: their positions, counted from the start of the stream.
  /// - Returns: the samples; `nil` if the ring does not hold them all.
  public func samples(at positions: Range<Int>) -> [Float]? {
    withSamples(at: positions) { samples in
      [Float](unsafeUninitializedCapacity: samples.count) { buffer, filled in
        samples.withUnsafeBufferPointer { source in
          guard let first = source.baseAddress, let target = buffer.baseAddress else { return }
          Self.copy(source.count, from: first, to: target)
          filled = source.count
        }
      }
    }
  }

  /// Copies floats.
  ///
  /// In Embedded Swift (6.3), `update(from:count:)` would call a function for each float.
  private static func copy(
    _ count: Int, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) {
    UnsafeMutableRawPointer(target)
      .copyMemory(from: source, byteCount: count * MemoryLayout<Float>.stride)
  }
}
