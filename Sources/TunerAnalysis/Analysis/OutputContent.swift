// SPDX-License-Identifier: MIT

/// The records of an analysis: one for each update, or one for each note.
package enum OutputContent: Sendable {
  case frames, notes
}
