// SPDX-License-Identifier: MIT

/// The ticks of an axis of seconds.
enum TimeTicks {
  private static let steps: [Double] = [
    0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400,
  ]

  /// Returns multiples of a round step up to `end`.
  ///
  /// - Parameters:
  ///   - end: the end of the axis, in seconds.
  ///   - count: the most ticks that fit.
  /// - Returns: the times, beginning with 0.
  static func times(to end: Double, count: Int) -> [Double] {
    let step = steps.first { end / $0 <= Double(count) } ?? (end / Double(count)).rounded(.up)
    return (0...Int(end / step + 1e-9)).map { Double($0) * step }
  }

  /// Returns a time in seconds, or in minutes and hours on a long axis.
  static func label(_ time: Double, end: Double) -> String {
    guard end >= 120 else {
      let tenths = Int((time * 100).rounded())
      let (whole, rest) = (tenths / 100, tenths % 100)
      if rest == 0 { return "\(whole)" }
      return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
    let whole = Int(time.rounded())
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60)
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return end >= 7200
      ? "\(hours):\(two(minutes))" : "\(hours * 60 + minutes):\(two(seconds))"
  }

  /// Returns the label of the axis.
  static func axis(end: Double) -> String {
    end >= 7200 ? "time, h:min" : end >= 120 ? "time, min:s" : "time, s"
  }
}
