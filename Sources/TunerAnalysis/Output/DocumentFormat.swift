// SPDX-License-Identifier: MIT

/// The format of an output with a single result: text for people, JSON for programs.
package enum DocumentFormat: String, CaseIterable, Sendable {
  case text, json
}
