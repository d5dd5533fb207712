// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeServices

/// A hosts file of 200 000 lines: updated, put on disk, and restored byte for byte.
enum HostsTiming {
  /// The time of a complete update: read, check, write, synchronise, rename.
  static func measure(in directory: String) throws -> Figure {
    let original = Data(
      (0..<200_000).map { "0.0.0.0 ads-\($0).example.com\n" }.joined().utf8)
    let path = directory + "/hosts"
    try original.write(to: URL(fileURLWithPath: path))
    let file = HostsFile(path: path)
    let end = WallTime(seconds: 1_795_262_400)
    let sections = try (0..<7).map { run in
      HostsSection(hosts: [try HostName("youtube.com"), try HostName("r\(run).com")], end: end)
    }
    let best = try milliseconds(of: sections.count) { run in
      try file.replaceSection(of: file.read(), with: sections[run])
    }
    let isRestored = try file.restore() == .restored
    let restored = try Data(contentsOf: URL(fileURLWithPath: path))
    return Figure(
      name: "hosts file of 200000 lines updated, and restored byte for byte", value: best,
      limit: 100, unit: "ms", holds: isRestored && restored == original)
  }
}
