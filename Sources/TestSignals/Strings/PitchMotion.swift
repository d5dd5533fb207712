// SPDX-License-Identifier: MIT

package import Acoustics
internal import Glibc

/// A movement of a sounding string's pitch by the hand: m(t), which is added to the g(t) of the
/// `Glide`.
///
/// Every partial follows it, so their phases depend on G(t) + M(t), M(t) = ∫₀ᵗ m. Both are closed
/// forms.
package enum PitchMotion: Hashable, Sendable {
  /// A move to another pitch along a raised cosine, as in a bend or slide: m(t) = γ·(1 − cos(π·(t −
  /// start)/duration))/2 during the move, 0 before and γ = 2^(interval/1200) − 1 after it.
  case move(interval: Cents, start: Double, duration: Double)
  /// A vibrato: m(t) = δ·sin(2π·rate·(t − start)) from `start` on, δ = 2^(depth/1200) − 1.
  case vibrato(rate: Hertz, depth: Cents, start: Double)

  /// The largest m: γ, δ, or 0 for a move down.
  package var highest: Double {
    switch self {
    case .move(let interval, _, _): max(0, Self.excess(of: interval))
    case .vibrato(_, let depth, _): abs(Self.excess(of: depth))
    }
  }

  /// Returns m(t), `seconds` after the pluck.
  package func excess(at seconds: Double) -> Double {
    switch self {
    case .move(let interval, let start, let duration):
      let share = min(1, max(0, (seconds - start) / duration))
      return Self.excess(of: interval) * (1 - cos(.pi * share)) / 2
    case .vibrato(let rate, let depth, let start):
      guard seconds > start else { return 0 }
      return Self.excess(of: depth) * sin(2 * .pi * rate.value * (seconds - start))
    }
  }

  /// Returns M(t) in seconds, `seconds` after the pluck.
  package func excessTime(at seconds: Double) -> Double {
    switch self {
    case .move(let interval, let start, let duration):
      let gone = min(duration, max(0, seconds - start))
      let way = (gone - duration / .pi * sin(.pi * gone / duration)) / 2
      return Self.excess(of: interval) * (way + max(0, seconds - start - duration))
    case .vibrato(let rate, let depth, let start):
      guard seconds > start else { return 0 }
      let turn = 2 * Double.pi * rate.value
      return Self.excess(of: depth) / turn * (1 - cos(turn * (seconds - start)))
    }
  }

  private static func excess(of interval: Cents) -> Double { exp2(interval.value / 1200) - 1 }
}

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
