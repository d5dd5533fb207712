// SPDX-License-Identifier: MIT

/// The format of an output that is one answer: text for people, JSON for machines.
package enum DocumentFormat: String, CaseIterable, Sendable {
  case text, json
}
