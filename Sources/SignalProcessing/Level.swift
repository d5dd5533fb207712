// SPDX-License-Identifier: MIT

public import Acoustics

/// Returns the RMS level of `samples`: 10·log10(Σ x² / n), so a full-scale sine reads −3.01 dBFS.
///
/// - Parameter samples: samples at full scale ±1.
/// - Returns: `nil` for digital silence and for no samples.
/// - Complexity: O(n). Does not allocate.
public func rmsLevel(of samples: Span<Float>) -> Decibels? {
  guard samples.count > 0 else { return nil }
  return Decibels(power: Double(sumOfSquares(samples)) / Double(samples.count))
}
