// SPDX-License-Identifier: MIT

/// The colour theme.
public enum ThemeMode: String, CaseIterable, Hashable, Sendable {
  case light, dark
  /// The theme of the system or terminal.
  case system
}
