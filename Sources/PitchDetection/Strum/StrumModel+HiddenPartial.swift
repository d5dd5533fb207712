// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The search for a partial of a lower string that the first partial of another one may hide.
///
/// Source: docs/decisions/0236-a-first-partial-may-be-that-of-a-lower-string.md.
extension StrumModel {
  // | name   | unit | source                                                                    |
  // | ------ | ---- | ------------------------------------------------------------------------- |
  // | hiding | bins | distance of lines of which a window shows one peak: half of that of the   |
  // |        |      | zeros of the Hann main lobe                                               |
  private static let hiding = 1.0

  /// Returns the partial of a lower string that may have given its power to a first partial.
  ///
  /// The line of the lower string's partial is neither significant nor masked, although other
  /// partials of that string are loud enough for it. Of a masked line, the fit knows the sum with
  /// the first partial.
  ///
  /// - Parameter line: a first partial.
  /// - Returns: the frequency that the other lines of the lower string predict; `nil` if no lower
  ///   string has such a partial there.
  func hiddenPartial(at line: StrumLine) -> LinePrior? {
    guard line.message.isInformative else { return nil }
    for lower in 0..<line.string {
      let range = lineRange(of: lower)
      let number = Int((line.frequency / fits[lower].first).rounded())
      guard number > 1, number <= range.count else { continue }
      let partial = lines[range.lowerBound + number - 1]
      guard !partial.isSignificant, !partial.isMasked,
        abs(partial.prior.mean - line.frequency) * seconds < Self.hiding,
        line.amplitude.squaredMagnitude
          <= PartialLimits.limit(
            ofPartial: number, withoutMultiplesOf: number, in: lines, range)
      else { continue }
      return partial.prior
    }
    return nil
  }
}
