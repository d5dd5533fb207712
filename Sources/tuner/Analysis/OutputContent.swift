// SPDX-License-Identifier: MIT

/// What an analysis prints: an answer per update or per note.
enum OutputContent {
  case frames, notes
}
