// SPDX-License-Identifier: MIT

/// The address and the folder of the page that `tuner serve` shows.
struct PageConfiguration {
  /// The port; 0 for a free one.
  var port: Int
  /// True to listen on all interfaces.
  var servesInterfaces: Bool
  /// Further names of this machine.
  var names: [String]
  /// The folder of the page; `nil` for the program's own.
  var directory: String?
}
