// SPDX-License-Identifier: MIT

/// A point of a stiff-string fit: the information of one line about y = (f_n/n)² and the glide.
struct StiffStringPoint: BitwiseCopyable {
  /// True if the spectrum adds information about the line.
  var isInformative = false
  private var message = LineInformation()
  /// The value y of the information's reference in hertz², and the change of y per cent.
  private var square = 0.0
  private var squareOfCent = 1.0
  /// The variance of the line's frequency, in cents².
  private(set) var variance = 0.0
  /// The distance from the fit in cents.
  private(set) var residual = 0.0
  /// The Cauchy weight.
  private(set) var cauchy = 1.0
  private var share = 1.0
  /// The weighted information about y and the glide.
  private(set) var frequency = 0.0
  private(set) var cross = 0.0
  private(set) var glide = 0.0
  private(set) var frequencyPart = 0.0
  private(set) var glidePart = 0.0

  init() {}

  /// Makes the point of a line.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - isShared: true if a line of another string may lie at the same frequency.
  ///   - weight: the weight of such a line.
  init(_ line: StrumLine, isShared: Bool, weight: Double) {
    guard line.message.isInformative else { return }
    isInformative = true
    message = line.message
    let fundamental = message.reference / Double(line.number)
    square = fundamental * fundamental
    squareOfCent = 2 * square / CentRatio.perNeper
    share = isShared ? weight : 1
  }

  /// Sets the weighted information.
  ///
  /// - Parameters:
  ///   - scatter: the variance of lines about the fit, in cents².
  ///   - difference: the variance of the lines' glides about the string's, in cents².
  mutating func setWeight(scatter: Double, difference: Double) {
    let common = message.common(scatter: scatter, difference: difference)
    let weight = share * cauchy
    let scale = weight / squareOfCent
    frequency = common.frequency * scale / squareOfCent
    cross = common.cross * scale
    glide = common.glide * weight
    frequencyPart = common.frequencyPart * scale + frequency * square
    glidePart = common.glidePart * weight + cross * square
  }

  /// Sets the residual and its Cauchy weight.
  ///
  /// - Parameters:
  ///   - fitted: the value y of the fit.
  ///   - glide: the glide of the fit in cents, and its variance in cents².
  ///   - scatter: the variance of lines about the fit, in cents².
  ///   - keepsWeight: true to keep the present weight.
  mutating func setResidual(
    fitted: Double, glide: (mean: Double, variance: Double), scatter: Double, keepsWeight: Bool
  ) {
    let slope = message.cross / message.frequency
    variance = 1 / message.frequency + slope * slope * glide.variance
    residual = message.cents(glide: glide.mean) + (square - fitted) / squareOfCent
    guard !keepsWeight else { return }
    let squared = residual * residual / (variance + scatter + StiffStringFit.leastSquare)
    cauchy = 1 / (1 + squared / StiffStringFit.cauchy)
  }
}
