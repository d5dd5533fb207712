// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A guitar with a floating bridge between its strings and springs, as a model of forces.
///
/// String i stretches by x_i at its peg and by −y at the bridge, so its tension is k_i·(x_i − y).
/// The bridge is at rest when the strings and the springs pull equally: Σ k_i·(x_i − y) = F₀ + K·y.
/// A string's frequency is proportional to the square root of its tension. Tightening one string
/// therefore lowers all others.
package struct TremoloGuitar: Sendable {
  // | name      | unit | source                                                                  |
  // | --------- | ---- | ----------------------------------------------------------------------- |
  // | tensions  | N    | a .010 to .046 set at 648 mm, from E2 to E4 (D'Addario's tables)        |
  // | stiffness | N/mm | of the plain wires and cores over 0.75 m, E = 200 GPa                   |
  // | springs   | N/mm | three springs of 2.5 N/mm on an arm four times the strings' own         |
  // | spread    | 1    | standard deviations of the logarithms of tension and stiffness, set     |
  // | tightness | 1    | logarithm of the springs' stiffness over `springs`: two to five of them |
  private static let tensions = [78.0, 86, 82, 74, 68, 72]
  private static let stiffnesses = [43.0, 35, 26, 39, 22.8, 13.5]
  private static let springs = 120.0
  private static let spread = (tension: 0.08, stiffness: 0.12)
  private static let tightness = -0.7...0.5

  /// The tension of each string in tune, in newtons, from low to high.
  let reference: [Double]
  let stiffness: [Double]
  let springStiffness: Double
  /// The springs' force where the bridge is at rest with all strings in tune.
  let springForce: Double
  /// The stretch of each string at its peg, in millimetres.
  private(set) var stretch: [Double]

  /// Makes a guitar in tune; the same for the same seed.
  package init(seed: UInt64) {
    var draws = SplitMix64(seed: seed, name: "tremolo guitar")
    let tightness = draws.nextUniform(in: Self.tightness)
    var normal = GaussianSource(draws)
    reference = Self.tensions.map { $0 * exp(Self.spread.tension * normal.next()) }
    stiffness = Self.stiffnesses.map { $0 * exp(Self.spread.stiffness * normal.next()) }
    springStiffness = Self.springs * exp(tightness)
    springForce = reference.reduce(0, +)
    stretch = zip(reference, stiffness).map { $0 / $1 }
  }

  /// The number of strings.
  package var stringCount: Int { reference.count }

  /// The deviation of each string from in tune, in cents.
  package var cents: [Double] {
    let bridge = displacement
    return reference.indices.map { index in
      let tension = max(stiffness[index] * (stretch[index] - bridge), 1e-6)
      return 600 * log2(tension / reference[index])
    }
  }

  /// The displacement of the bridge towards the neck, in millimetres.
  private var displacement: Double {
    let pull = zip(stiffness, stretch).reduce(0) { $0 + $1.0 * $1.1 }
    return (pull - springForce) / (springStiffness + stiffness.reduce(0, +))
  }

  /// Sets every string at once to a deviation in cents.
  package mutating func detune(to cents: [Double]) {
    let tensions = zip(reference, cents).map { $0 * exp2($1 / 600) }
    let bridge = (tensions.reduce(0, +) - springForce) / springStiffness
    stretch = zip(tensions, stiffness).map { $0 / $1 + bridge }
  }

  /// Turns one peg until its string has a deviation in cents; the others follow the bridge.
  package mutating func turn(_ string: Int, to cents: Double) {
    var (low, high) = (stretch[string] - 3, stretch[string] + 3)
    // Sixty halvings determine every bit of the stretch.
    for _ in 0..<60 {
      stretch[string] = (low + high) / 2
      if self.cents[string] < cents { low = stretch[string] } else { high = stretch[string] }
    }
  }

  /// Returns the coupling of a string to a turn of another, from the forces.
  package func coupling(of string: Int, to turned: Int) -> Double {
    guard string != turned else { return 1 }
    var copy = self
    let before = copy.cents
    copy.stretch[turned] += 1e-4
    let after = copy.cents
    return (after[string] - before[string]) / (after[turned] - before[turned])
  }
}
