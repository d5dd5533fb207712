// SPDX-License-Identifier: MIT

/// The frequency ratios of all whole cents that a search covers.
struct CentGrid {
  /// The largest number of cents on each side.
  let reach: Int
  private let ratios: [Double]

  /// Prepares the ranges of all strings.
  init(_ strings: [SearchedString]) {
    reach = strings.map { $0.reach }.max() ?? 0
    ratios = (-reach...reach).map { CentRatio.ratio(of: Double($0)) }
  }

  /// Returns the ratio of a number of cents within the reach.
  @inline(__always)
  func ratio(_ cents: Int) -> Double { ratios[reach + cents] }
}
