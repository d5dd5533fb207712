// SPDX-License-Identifier: MIT

/// The channels of a recording that are analysed.
public enum ChannelSelection: Hashable, Sendable {
  /// The mean of all channels.
  case mix

  /// One channel, counted from 1.
  case channel(Int)
}
