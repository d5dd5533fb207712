// SPDX-License-Identifier: MIT

extension PartialFit {
  /// A partial as a point of the stiff-string fit.
  struct Point {
    /// n² − 1.
    var x: Double
    /// (f_n/n)², in hertz squared.
    var y: Double
    /// The variance of the noise of its measurement, in square cents.
    var variance: Double
    /// The factor from 1 / square cents to the weight of the sums, 1 / hertz⁴.
    var scale: Double
    /// The deviation from the fit, in cents.
    var residual = 0.0
    /// The robust weight, 0…1.
    var weight = 1.0
    /// The weight divided by the variance of the noise and the scatter, in 1 / square cents.
    var share = 0.0
    /// The index of the partial.
    var index: Int

    /// Makes a point without a partial, which fills space.
    ///
    /// It divides nothing: 0 / 0 ends the process of a host that has unmasked exceptions.
    init() { (x, y, variance, scale, index) = (0, 0, 0, 0, 0) }

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
