// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput
internal import Synchronization

/// A second reader of a live tuner's samples, beside the analysis: for a strobe or a spectrum.
///
/// Each session has its own ring. The capture thread writes it and never waits for the reader.
public final class SampleTap: Sendable {
  /// The samples of one session.
  public struct Stream: Sendable {
    /// The ring that the session writes; one reader may read it.
    public let ring: SampleRing
    /// The number of samples a second.
    public let sampleRate: SampleRate
  }

  // 2.7 s at 48 kHz.
  private static let capacity = 1 << 17

  private let stream = Mutex<Stream?>(nil)

  /// Makes a tap that no session writes yet.
  public init() {}

  /// Returns the stream that began since the last call.
  ///
  /// - Returns: `nil` when no stream began.
  public func takeStream() -> Stream? {
    stream.withLock { stream in
      defer { stream = nil }
      return stream
    }
  }

  /// Makes the ring of a session.
  static func makeRing() -> SampleRing { SampleRing(minimumCapacity: capacity) }

  /// Offers the stream of a session that runs.
  func offer(_ ring: SampleRing, at sampleRate: SampleRate) {
    stream.withLock { $0 = Stream(ring: ring, sampleRate: sampleRate) }
  }

  /// Withdraws a stream that nobody has taken.
  func withdraw() { stream.withLock { $0 = nil } }
}
