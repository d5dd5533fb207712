// SPDX-License-Identifier: MIT

/// Which channels of a recording are listened to.
public enum ChannelSelection: Hashable, Sendable {
  /// The mean of all channels.
  case mix

  /// One channel, counted from 1.
  case channel(Int)
}
