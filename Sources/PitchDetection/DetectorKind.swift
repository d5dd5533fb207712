// SPDX-License-Identifier: MIT

/// The detectors of this module, by the names that commands and reports give them.
public enum DetectorKind: String, CaseIterable, Hashable, Sendable {
  /// How often the sound repeats, by its difference from itself.
  case yin
  /// The stiff comb that explains the spectrum best.
  case spectral
  /// Both, joined: the default everywhere.
  case engine
}
