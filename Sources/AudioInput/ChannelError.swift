// SPDX-License-Identifier: MIT

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
