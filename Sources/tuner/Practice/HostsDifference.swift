// SPDX-License-Identifier: MIT

import PracticeServices
import Terminal

/// The output of a dry run: the lines of the hosts file that would be removed and added.
enum HostsDifference {
  /// Returns the difference in the format of diff(1); empty when nothing would change.
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
