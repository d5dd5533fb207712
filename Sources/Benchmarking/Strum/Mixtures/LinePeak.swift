// SPDX-License-Identifier: MIT

internal import Foundation

/// The frequency of one spectral line, measured in a window of a sound without other strings.
///
/// It is the highest point of |X(f)|, where X is the transform of the Hann-windowed samples at any
/// f. There are no bins, so there is no interpolation error.
struct LinePeak {
  // | name  | unit | source                                                        |
  // | ----- | ---- | ------------------------------------------------------------- |
  // | reach | 1    | of the search, as a share of the expected frequency: 34 cents |
  // | width | bins | the least reach: half a main lobe                             |
  // | grid  | bins | of the search; a main lobe is four bins wide                  |
  // | exact | bins | the end of the refinement                                     |
  private static let reach = 0.02
  private static let width = 1.0
  private static let grid = 0.25
  private static let exact = 1e-6

  private let windowed: [Double]
  private let rate: Double

  /// Takes a window of samples.
  ///
  /// - Parameters:
  ///   - samples: the window.
  ///   - rate: samples a second.
  init(_ samples: ArraySlice<Float>, rate: Double) {
    let scale = 2 * Double.pi / Double(max(1, samples.count))
    windowed = samples.enumerated().map { index, sample in
      Double(sample) * (0.5 - 0.5 * cos(scale * (Double(index) + 0.5)))
    }
    self.rate = rate
  }

  /// Returns the frequency of the highest point near a frequency.
  ///
  /// - Parameter expected: in hertz.
  /// - Returns: the frequency; `nil` if the spectrum has no peak within reach.
  func frequency(near expected: Double) -> Double? {
    guard windowed.count > 8 else { return nil }
    let bin = rate / Double(windowed.count)
    let half = max(Self.width * bin, Self.reach * expected)
    let step = min(Self.grid * bin, half / 4)
    let count = Int((2 * half / step).rounded(.up))
    let places = (0...count).map { expected - half + Double($0) * step }
    let powers = places.map(power)
    guard let best = powers.indices.max(by: { powers[$0] < powers[$1] }), best > 0, best < count
    else { return nil }
    return refined(from: places[best - 1], to: places[best + 1], until: Self.exact * bin)
  }

  /// Narrows a bracket of one peak by the golden section.
  private func refined(from lower: Double, to upper: Double, until width: Double) -> Double {
    let golden = (5.0.squareRoot() - 1) / 2
    var (lower, upper) = (lower, upper)
    var left = upper - golden * (upper - lower)
    var right = lower + golden * (upper - lower)
    var (leftPower, rightPower) = (power(left), power(right))
    while upper - lower > width {
      if leftPower > rightPower {
        (upper, right, rightPower) = (right, left, leftPower)
        left = upper - golden * (upper - lower)
        leftPower = power(left)
      } else {
        (lower, left, leftPower) = (left, right, rightPower)
        right = lower + golden * (upper - lower)
        rightPower = power(right)
      }
    }
    return (lower + upper) / 2
  }

  /// Returns |X(f)|² by Goertzel's recurrence.
  private func power(_ frequency: Double) -> Double {
    let angle = 2 * Double.pi * frequency / rate
    let turn = 2 * cos(angle)
    var (before, last) = (0.0, 0.0)
    for sample in windowed {
      (before, last) = (last, sample + turn * last - before)
    }
    return last * last + before * before - turn * last * before
  }
}
