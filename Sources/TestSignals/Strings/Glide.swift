// SPDX-License-Identifier: MIT

package import Acoustics
internal import Glibc

/// The glide of a plucked string from sharp to its settled pitch: g(t) = 1 + γ·exp(−t/τ), γ =
/// 2^(interval/1200) − 1.
///
/// Every partial follows the same g, so the phases of all of them depend on one warped time G(t) =
/// ∫₀ᵗ g = t + γ·τ·(1 − exp(−t/τ)).
package struct Glide: Hashable, Sendable {
  /// The interval from the settled pitch to the pitch at the pluck.
  package let interval: Cents
  /// τ in seconds.
  package let timeConstant: Double
  /// γ, the relative excess of the frequency at the pluck.
  package let excess: Double

  /// Makes a glide.
  ///
  /// - Precondition: `timeConstant` is above 0.
  package init(interval: Cents, timeConstant: Double = 0.08) {
    precondition(timeConstant > 0, "A glide takes time.")
    self.interval = interval
    self.timeConstant = timeConstant
    excess = exp2(interval.value / 1200) - 1
  }

  /// Returns g(t), `seconds` after the pluck.
  package func ratio(at seconds: Double) -> Double {
    1 + excess * exp(-seconds / timeConstant)
  }
}
