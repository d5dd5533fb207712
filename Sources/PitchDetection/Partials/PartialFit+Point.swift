// SPDX-License-Identifier: MIT

extension PartialFit {
  /// A partial as a point of the law.
  struct Point {
    /// n² − 1.
    var x: Double
    /// (f_n/n)², in hertz squared.
    var y: Double
    /// The variance of its own noise, in square cents.
    var variance: Double
    /// What turns 1 / square cents into a weight of the sums: 1 / hertz⁴.
    var scale: Double
    /// How far it lies from the law, in cents.
    var residual = 0.0
    /// How far it is believed, 0…1.
    var weight = 1.0
    /// The weight over its variance and the scatter's, in 1 / square cents.
    var share = 0.0
    /// Which of the partials it is.
    var index: Int

    init(_ partial: Partial, at index: Int) {
      let n = Double(partial.number)
      let own = partial.standardError / partial.frequency * PartialFit.centsPerNeper
      x = n * n - 1
      y = (partial.frequency / n) * (partial.frequency / n)
      variance = own * own
      let perCent = 0.5 * PartialFit.centsPerNeper / y
      scale = perCent * perCent
      self.index = index
    }
  }
}
