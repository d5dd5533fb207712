// SPDX-License-Identifier: MIT

package import Acoustics

/// The deviation of one string in one stroke.
package struct StrokeDeviation: Hashable, Sendable {
  /// The deviation from the string's target.
  package var cents: Cents
  /// The standard deviation of `cents`.
  package var sigma: Cents

  /// Makes a deviation.
  ///
  /// - Parameters:
  ///   - cents: from the string's target.
  ///   - sigma: its standard deviation, 0 or more.
  package init(_ cents: Cents, sigma: Cents) {
    self.cents = cents
    self.sigma = sigma
  }
}
