// SPDX-License-Identifier: MIT

package import PracticeServices
import Terminal

/// The output of a dry run: the lines of the hosts file that would be removed and added.
package enum HostsDifference {
  /// Returns the difference in the format of diff(1).
  ///
  /// - Parameters:
  ///   - contents: the file as it is.
  ///   - section: the section to write; `nil` for none.
  ///   - path: the path of the file.
  /// - Returns: the lines; empty when nothing would change.
  package static func text(
    _ contents: HostsFile.Contents, _ section: HostsSection?, path: String
  ) -> String {
    guard contents.section != section else { return "" }
    let lines = { (sign: String, section: String) in
      section.split(separator: "\n").map { "\(sign)\(printable(String($0)))\n" }.joined()
    }
    return "--- \(printable(path))\n+++ \(printable(path))\n"
      + lines("-", contents.sectionText) + lines("+", section?.text ?? "")
  }
}
