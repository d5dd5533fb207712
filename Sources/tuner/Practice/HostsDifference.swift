// SPDX-License-Identifier: MIT

import PracticeServices
import Terminal

/// What a dry run prints: the lines of the hosts file that would go and come.
enum HostsDifference {
  /// Returns a difference in the manner of diff(1); empty where nothing would change.
  static func text(_ contents: HostsFile.Contents, _ section: HostsSection?, path: String) -> String
  {
    guard contents.section != section else { return "" }
    let lines = { (sign: String, section: HostsSection?) in
      (section?.text.split(separator: "\n") ?? []).map { "\(sign)\($0)\n" }.joined()
    }
    return "--- \(printable(path))\n+++ \(printable(path))\n"
      + lines("-", contents.section) + lines("+", section)
  }
}
