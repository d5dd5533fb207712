// SPDX-License-Identifier: MIT

/// A transform of a few points, from which a longer one is made.
protocol Radix {
  /// The number of points.
  static var count: Int { get }

  /// Writes X[k] = Σ x[j]·e^(−2πijk/count).
  ///
  /// - Parameters:
  ///   - load: returns x[j].
  ///   - store: takes k and X[k].
  static func transform<Lanes: TransformLanes>(
    _ load: (Int) -> ComplexLanes<Lanes>, _ store: (Int, ComplexLanes<Lanes>) -> Void)
}

/// Two points.
enum Radix2: Radix {
  static var count: Int { 2 }

  @inline(__always)
  static func transform<Lanes: TransformLanes>(
    _ load: (Int) -> ComplexLanes<Lanes>, _ store: (Int, ComplexLanes<Lanes>) -> Void
  ) {
    let (first, second) = (load(0), load(1))
    store(0, first + second)
    store(1, first - second)
  }
}

/// Three points, with two multiplications of each part.
enum Radix3: Radix {
  static var count: Int { 3 }
  private static var sine: Float { 0.866_025_403_784_438_6 }  // sin(2π/3)

  @inline(__always)
  static func transform<Lanes: TransformLanes>(
    _ load: (Int) -> ComplexLanes<Lanes>, _ store: (Int, ComplexLanes<Lanes>) -> Void
  ) {
    let (first, second, third) = (load(0), load(1), load(2))
    let sum = second + third
    let middle = first + sum * -0.5
    let turned = ((second - third) * sine).turnedBack
    store(0, first + sum)
    store(1, middle + turned)
    store(2, middle - turned)
  }
}

/// Four points, without multiplications.
enum Radix4: Radix {
  static var count: Int { 4 }

  @inline(__always)
  static func transform<Lanes: TransformLanes>(
    _ load: (Int) -> ComplexLanes<Lanes>, _ store: (Int, ComplexLanes<Lanes>) -> Void
  ) {
    let (first, second, third, fourth) = (load(0), load(1), load(2), load(3))
    let (evenSum, evenDifference) = (first + third, first - third)
    let (oddSum, oddTurned) = (second + fourth, (second - fourth).turnedBack)
    store(0, evenSum + oddSum)
    store(1, evenDifference + oddTurned)
    store(2, evenSum - oddSum)
    store(3, evenDifference - oddTurned)
  }
}

/// Five points.
///
/// X[k] and X[5 − k] are the sum and the difference of the same two terms.
enum Radix5: Radix {
  static var count: Int { 5 }
  private static var cosine1: Float { 0.309_016_994_374_947_4 }  // cos(2π/5)
  private static var cosine2: Float { -0.809_016_994_374_947_5 }  // cos(4π/5)
  private static var sine1: Float { 0.951_056_516_295_153_5 }  // sin(2π/5)
  private static var sine2: Float { 0.587_785_252_292_473_1 }  // sin(4π/5)

  @inline(__always)
  static func transform<Lanes: TransformLanes>(
    _ load: (Int) -> ComplexLanes<Lanes>, _ store: (Int, ComplexLanes<Lanes>) -> Void
  ) {
    let (first, second, third) = (load(0), load(1), load(2))
    let (fourth, fifth) = (load(3), load(4))
    let (outerSum, outer) = (second + fifth, second - fifth)
    let (innerSum, inner) = (third + fourth, third - fourth)
    let even1 = first + outerSum * cosine1 + innerSum * cosine2
    let even2 = first + outerSum * cosine2 + innerSum * cosine1
    let odd1 = (outer * sine1 + inner * sine2).turnedBack
    let odd2 = (outer * sine2 - inner * sine1).turnedBack
    store(0, first + outerSum + innerSum)
    store(1, even1 + odd1)
    store(2, even2 + odd2)
    store(3, even2 - odd2)
    store(4, even1 - odd1)
  }
}
