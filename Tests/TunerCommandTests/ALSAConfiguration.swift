// SPDX-License-Identifier: MIT

import Foundation

/// An ALSA configuration in a file that is removed with its last reference.
///
/// The file name has no blank, because `ALSA_CONFIG_PATH` is a list separated by blanks.
final class ALSAConfiguration {
  private let path: String

  /// Writes a configuration, on top of the system's own unless that is left out.
  init(_ text: String, onTopOfSystem: Bool = true) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("headstock-\(UUID().uuidString).conf").path
    let system = onTopOfSystem ? "</usr/share/alsa/alsa.conf>\n" : ""
    try Data((system + text + "\n").utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The environment of a program that reads it.
  var environment: [String: String?] { ["ALSA_CONFIG_PATH": path] }
}
