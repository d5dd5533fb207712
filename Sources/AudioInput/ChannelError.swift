// SPDX-License-Identifier: MIT

/// Why a selection of channels can't be made.
public enum ChannelError: Error, Hashable, Sendable {
  /// A stream without channels.
  case noChannels

  /// A channel that the stream doesn't have.
  ///
  /// - Parameters:
  ///   - required: the channel asked for, counted from 1.
  ///   - available: the number of channels that there are.
  case noSuchChannel(required: Int, available: Int)
}

extension ChannelError: CustomStringConvertible {
  /// One sentence for a person, with the remedy.
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
