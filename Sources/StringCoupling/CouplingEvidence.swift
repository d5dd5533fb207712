// SPDX-License-Identifier: MIT

/// The evidence of the strokes so far that strings move one another.
package enum CouplingEvidence: String, CaseIterable, Sendable {
  /// The turns of two strings or more show that strings move one another.
  case significant
  /// The turns show that every string moves each of the others by little.
  case small
  /// The turns show neither.
  case unknown
}

extension StrokeMemory {
  /// The evidence of the turns so far.
  package var evidence: CouplingEvidence {
    if isReady { return .significant }
    return couplings.isSmall ? .small : .unknown
  }
}
