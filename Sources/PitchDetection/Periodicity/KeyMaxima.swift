// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The key maxima of a normalised square difference: the highest point between any two consecutive
/// positive and negative zero crossings.
///
/// Source: McLeod & Wyvill 2005, §5, *A smarter way to find pitch*.
struct KeyMaxima: ~Copyable {
  /// A maximum, located between lags by a parabola.
  struct Maximum {
    var lagInSamples = 0.0
    var value = 0.0
  }

  /// The least ratio of McLeod's period, the first key maximum, to the highest one.
  static let nearness = 0.9
  private static let capacity = 48

  /// The maxima by rising lag; the first `count` are valid.
  private(set) var list = FixedArray(repeating: Maximum(), count: KeyMaxima.capacity)
  /// The number of maxima.
  private(set) var count = 0
  /// The highest value.
  private(set) var highest = 0.0

  /// McLeod's period: the first maximum near the highest.
  private(set) var mcleodPeriod: Maximum?

  /// Finds the maxima of `values` at lags from `shortest` to `longest`.
  ///
  /// - Precondition: `longest` has a neighbour in `values`.
  mutating func find(in values: Span<Float>, shortest: Int, longest: Int) {
    count = 0
    highest = 0
    precondition(longest + 1 < values.count)
    var lag = 2
    while lag < longest, values[lag] > 0 { lag += 1 }
    while lag < longest, count < Self.capacity {
      while lag < longest, values[lag] <= 0 { lag += 1 }
      var top: Int?
      var highestHere: Float = 0
      while lag < longest, values[lag] > 0 {
        if values[lag] > highestHere, values[lag] > values[lag - 1], values[lag] >= values[lag + 1]
        {
          top = lag
          highestHere = values[lag]
        }
        lag += 1
      }
      if let top, top >= shortest {
        let maximum = Self.interpolate(values, at: top)
        list[count] = maximum
        count += 1
        highest = max(highest, maximum.value)
      }
    }
    mcleodPeriod = firstNearHighest
  }

  private var firstNearHighest: Maximum? {
    for index in 0..<count where list[index].value >= Self.nearness * highest {
      return list[index]
    }
    return nil
  }

  /// Returns the vertex of the parabola through a maximum and its neighbours.
  static func interpolate(_ values: Span<Float>, at lag: Int) -> Maximum {
    let (before, here, after) = (
      Double(values[lag - 1]), Double(values[lag]), Double(values[lag + 1])
    )
    let curvature = before - 2 * here + after
    guard curvature < 0 else { return Maximum(lagInSamples: Double(lag), value: here) }
    let shift = 0.5 * (before - after) / curvature
    return Maximum(
      lagInSamples: Double(lag) + shift, value: here - 0.25 * (before - after) * shift)
  }
}
