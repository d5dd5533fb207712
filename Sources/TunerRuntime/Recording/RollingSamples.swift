// SPDX-License-Identifier: MIT

internal import Acoustics
internal import AudioInput

/// A ring buffer of a stream's newest samples and gaps.
struct RollingSamples {
  let sampleRate: SampleRate
  /// The position after the newest sample.
  private(set) var position = SamplePosition.start
  /// The newest gaps in order; never more than there are samples.
  private(set) var gaps: [SampleGap] = []
  private var samples: [Float]

  /// Makes an empty buffer.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - capacity: the number of samples to keep.
  init(sampleRate: SampleRate, capacity: Int) {
    self.sampleRate = sampleRate
    samples = Array(repeating: 0, count: max(1, capacity))
  }

  /// The position of the oldest sample in the buffer.
  var oldest: SamplePosition {
    SamplePosition(max(0, position.samples - Int64(samples.count)))
  }

  /// Appends samples.
  mutating func append(_ block: Span<Float>) {
    // Skips samples that the same block would overwrite.
    let skipped = max(0, block.count - samples.count)
    var place = slot(of: position.advanced(by: skipped))
    for index in skipped..<block.count {
      samples[place] = block[index]
      place += 1
      if place == samples.count { place = 0 }
    }
    position = position.advanced(by: block.count)
    clear()
  }

  /// Records the loss of samples.
  mutating func skip(_ count: Int) {
    guard count > 0 else { return }
    let cleared = min(count, samples.count)
    var place = slot(of: position.advanced(by: count - cleared))
    for _ in 0..<cleared {
      samples[place] = 0
      place += 1
      if place == samples.count { place = 0 }
    }
    if let last = gaps.last, last.end == position {
      gaps[gaps.count - 1].count += count
    } else {
      gaps.append(SampleGap(start: position, count: count))
    }
    position = position.advanced(by: count)
    clear()
  }

  /// Copies the newest samples; before the stream there is silence.
  ///
  /// - Parameter block: filled so that its last element is the newest sample.
  func copyNewest(into block: UnsafeMutableBufferPointer<Float>) {
    let known = min(block.count, Int(position.distance(from: oldest)))
    for index in 0..<(block.count - known) { block[index] = 0 }
    var place = slot(of: position.advanced(by: -known))
    for index in (block.count - known)..<block.count {
      block[index] = samples[place]
      place += 1
      if place == samples.count { place = 0 }
    }
  }

  /// Returns the contents from a position on.
  ///
  /// - Parameter start: not before the oldest sample.
  /// - Returns: samples and gaps.
  func clip(from start: SamplePosition) -> RecordedClip {
    let start = max(start, oldest)
    let count = max(0, Int(position.distance(from: start)))
    let newest = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      buffer.initialize(repeating: 0)
      copyNewest(into: buffer)
      initialized = count
    }
    return RecordedClip(
      sampleRate: sampleRate, start: start, samples: newest,
      gaps: gaps.within(start..<max(start, position)))
  }

  private func slot(of position: SamplePosition) -> Int {
    Int(position.samples % Int64(samples.count))
  }

  private mutating func clear() {
    let oldest = oldest
    guard let first = gaps.first, first.end <= oldest else { return }
    gaps.removeAll { $0.end <= oldest }
  }
}

extension SampleRate {
  /// Returns the latest whole second that leaves at least `seconds` before `end`.
  ///
  /// At integer update rates, updates are due at the same offsets in every second. A clip that
  /// begins at a whole second therefore has its updates where the session had them.
  ///
  /// - Parameters:
  ///   - seconds: the required seconds.
  ///   - end: the end of the stream.
  /// - Returns: the whole second; the start of a shorter stream.
  func wholeSecond(atLeast seconds: Int, before end: SamplePosition) -> SamplePosition {
    let second = Int64(hertz)
    let latest = max(0, end.samples - Int64(seconds) * second)
    return SamplePosition(latest / second * second)
  }
}
