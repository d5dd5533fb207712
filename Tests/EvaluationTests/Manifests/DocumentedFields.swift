// SPDX-License-Identifier: MIT

import Foundation

/// The fields of manifests that Datasets/README.md describes.
enum DocumentedFields {
  /// Returns the fields of the table under a heading, and whether each is required.
  static func manifest(_ heading: String) throws -> [(name: String, isRequired: Bool)] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Datasets/README.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = text.components(separatedBy: "## ").first { $0.hasPrefix(heading + "\n") }
    let rows = (section ?? "").split(separator: "\n").filter { $0.hasPrefix("| `") }
    return rows.flatMap { row in
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      let isRequired = cells[2].trimmingCharacters(in: .whitespaces) == "yes"
      return cells[1].matches(of: /`([^`]+)`/).map { (String($0.1), isRequired) }
    }
  }
}
