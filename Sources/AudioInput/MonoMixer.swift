// SPDX-License-Identifier: MIT

/// Mixes interleaved samples to mono: the mean of all channels, or one of them.
public struct MonoMixer: Hashable, Sendable {
  /// The number of interleaved channels.
  public let channelCount: Int

  /// The selected channels.
  public let selection: ChannelSelection

  /// Makes a mixer for `channelCount` interleaved channels.
  ///
  /// - Throws: ``ChannelError/noChannels`` when `channelCount` is below 1, and
  ///   ``ChannelError/noSuchChannel(required:available:)`` when the selected channel is none of
  ///   `1...channelCount`.
  public init(channelCount: Int, selection: ChannelSelection = .mix) throws(ChannelError) {
    guard channelCount >= 1 else { throw .noChannels }
    if case .channel(let number) = selection, !(1...channelCount).contains(number) {
      throw .noSuchChannel(required: number, available: channelCount)
    }
    self.channelCount = channelCount
    self.selection = selection
  }

  /// True if the interleaved samples already are the mono samples.
  public var isIdentity: Bool { channelCount == 1 }

  /// Writes one mono sample per frame of `interleaved`: m[i] = (1/n) Σ x[n·i + c], or x[n·i + c].
  ///
  /// The mean is summed in `Double` and rounded once, so equal channels of any number give their
  /// own value.
  ///
  /// - Parameters:
  ///   - interleaved: `channelCount` samples per frame; a last incomplete frame is ignored.
  ///   - mono: as many samples as there are whole frames, or more.
  /// - Returns: the number of samples written.
  /// - Precondition: `mono` holds at least `interleaved.count / channelCount` samples.
  /// - Complexity: O(`interleaved.count`). Does not allocate.
  @discardableResult
  public func mix(_ interleaved: Span<Float>, into mono: inout MutableSpan<Float>) -> Int {
    let frames = interleaved.count / channelCount
    precondition(mono.count >= frames, "The mono block holds a sample for every frame.")
    switch selection {
    case .channel(let number):
      for frame in 0..<frames { mono[frame] = interleaved[frame * channelCount + number - 1] }
    case .mix where channelCount == 1:
      for frame in 0..<frames { mono[frame] = interleaved[frame] }
    case .mix where channelCount == 2:
      for frame in 0..<frames {
        let sum = Double(interleaved[2 * frame]) + Double(interleaved[2 * frame + 1])
        mono[frame] = Float(sum * 0.5)
      }
    case .mix:
      let count = Double(channelCount)
      for frame in 0..<frames {
        var sum = 0.0
        for channel in 0..<channelCount {
          sum += Double(interleaved[frame * channelCount + channel])
        }
        mono[frame] = Float(sum / count)
      }
    }
    return frames
  }
}

/// The channels of a recording that are analysed.
public enum ChannelSelection: Hashable, Sendable {
  /// The mean of all channels.
  case mix

  /// One channel, counted from 1.
  case channel(Int)
}

/// An invalid selection of channels.
public enum ChannelError: Error, Hashable, Sendable {
  /// A stream without channels.
  case noChannels

  /// A channel that the stream does not have.
  ///
  /// - Parameters:
  ///   - required: the selected channel, counted from 1.
  ///   - available: the number of channels of the stream.
  case noSuchChannel(required: Int, available: Int)
}

extension ChannelError: CustomStringConvertible {
  /// The error as one sentence with the remedy.
  public var description: String {
    switch self {
    case .noChannels:
      "there are no channels to listen to"
    case .noSuchChannel(let required, 1):
      "there is no channel \(required): there is only one. Choose 1, or none to mix"
    case .noSuchChannel(let required, let available):
      "there is no channel \(required). Choose one from 1 to \(available), or none to mix them"
    }
  }
}
