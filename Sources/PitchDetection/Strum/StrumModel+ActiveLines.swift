// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The choice of the lines that are part of the model.
///
/// Sources: docs/decisions/0171-partials-that-coincide-are-limited.md for equal lines,
/// docs/decisions/0174-partials-are-limited-by-those-next-to-them.md for masked ones, and
/// docs/decisions/0199-high-partials-beside-lines-of-other-strings.md for high partials.
extension StrumModel {
  // A number of four digits is that of a decision (docs/decisions). *Set* means that no record
  // gives the origin of the value.
  // | name             | unit | meaning                                  | source                 |
  // | ---------------- | ---- | ---------------------------------------- | ---------------------- |
  // | kept             | 1    | number of first partials that are never  | set                    |
  // |                  |      | dropped                                  |                        |
  // | hiddenReach      | bins | distance from a significant line at      | set                    |
  // |                  |      | which a line is not dropped              |                        |
  // | equal            | bins | distance of lines of which a fit         | set; for the rule 0171 |
  // |                  |      | determines only the sum                  |                        |
  // | leastMaskedRatio | 1    | least power over the floor at which one  | set; for the rule 0174 |
  // |                  |      | of two equal lines is kept, and a line   |                        |
  // |                  |      | counts as masked                         |                        |
  // | firstDropRound   | 1    | first round in which insignificant lines | set                    |
  // |                  |      | are dropped                              |                        |
  // | returning        | 1    | least power over the floor at which a    | set                    |
  // |                  |      | dropped line is fitted again             |                        |
  // | longWindow       | s    | window over which partials over          | 0199                   |
  // |                  |      | `StrumLine.mostFree` are modelled; in    |                        |
  // |                  |      | shorter ones too many lines overlap      |                        |
  private static let kept = 3
  private static let hiddenReach = 1.6
  private static let equal = 0.3
  private static let leastMaskedRatio = 100.0
  private static let firstDropRound = 2
  private static let returning = 4.0
  private static let longWindow = 0.55

  /// Activates the partials over `StrumLine.mostFree` that overlap lines of other strings, and
  /// drops the others.
  ///
  /// Without its 21st, 24th, 27th and 30th partials, E2 would leave these lines to B3, which could
  /// then seem to sound. In a short window too many lines overlap. The lines of a noise belong to
  /// no string, so there are no high partials before a stroke is found.
  mutating func activateHighPartials() {
    for place in 0..<order.count {
      let index = order[place]
      guard lines[index].number > StrumLine.mostFree, !lines[index].isActive else { continue }
      lines[index].frequency = lines[index].prior.mean
    }
    order.sort(lines)
    let isLong = isOfStroke && seconds > Self.longWindow
    for place in 0..<order.count {
      let index = order[place]
      guard lines[index].number > StrumLine.mostFree else { continue }
      lines[index].isModelled =
        isLong && lines[index].frequency < StrumSpectrum.highest && overlapsAnother(place)
      lines[index].isActive = lines[index].isModelled
      if !lines[index].isModelled { clear(index) }
    }
  }

  /// Returns true if a line overlaps one of the first partials of another string.
  private func overlapsAnother(_ place: Int) -> Bool {
    let reach = Self.sharedReach(at: lines[order[place]].frequency, seconds: seconds)
    return order.hasNeighbour(of: place, within: reach, in: lines) {
      $0.number <= StrumLine.mostFree
    }
  }

  /// Activates dropped lines again if the spectrum has a peak at their expected frequency.
  mutating func reactivateVisible(_ spectrum: borrowing StrumSpectrum) {
    for place in 0..<order.count {
      let index = order[place]
      guard lines[index].isModelled, !lines[index].isActive,
        lines[index].prior.mean < StrumSpectrum.highest
      else { continue }
      let bin = Int((lines[index].prior.mean * seconds).rounded())
      let residual = (spectrum.bins[bin] - modelledSpectrum[bin]).squaredMagnitude
      guard residual > Self.returning * spectrum.floor[bin] else { continue }
      lines[index].isActive = true
      lines[index].frequency = lines[index].prior.mean
      shapes.update(&lines[index], at: index)
    }
  }

  /// Drops insignificant lines, unless a line of another string may mask them.
  ///
  /// A significant line may mask one near it. Two equal lines mask each other: the fit determines
  /// only their sum, so neither is significant. Without both, a third string could move to them.
  mutating func dropInvisible(_ spectrum: borrowing StrumSpectrum) {
    for place in 0..<order.count {
      let index = order[place]
      guard rounds[lines[index].string] >= Self.firstDropRound else { continue }
      lines[index].isActive =
        lines[index].frequency < StrumSpectrum.highest
        && (lines[index].significance > StrumLine.visible || lines[index].number <= Self.kept)
    }
    order.sort(lines)
    for place in 0..<order.count where !lines[order[place]].isActive {
      isShared[order[place]] =
        order.hasNeighbour(of: place, within: Self.hiddenReach / seconds, in: lines) {
          $0.isActive && $0.isSignificant
        } || hasEqual(place, spectrum)
    }
    for place in 0..<order.count {
      let index = order[place]
      guard !lines[index].isActive else { continue }
      lines[index].isActive =
        lines[index].isModelled && isShared[index]
        && lines[index].frequency < StrumSpectrum.highest
      if !lines[index].isActive { clear(index) }
    }
    findMasked(spectrum)
  }

  /// Marks lines that are not significant because a line of another string masks them.
  ///
  /// A noise has no such lines, so there are none before a stroke is found.
  private mutating func findMasked(_ spectrum: borrowing StrumSpectrum) {
    for place in 0..<order.count {
      let index = order[place]
      lines[index].isMasked =
        isOfStroke && lines[index].isActive && !lines[index].isSignificant
        && isFarOverFloor(index, spectrum)
    }
  }

  /// Returns true if a line has far more power than the floor.
  private func isFarOverFloor(_ index: Int, _ spectrum: borrowing StrumSpectrum) -> Bool {
    let peak = lines[index].amplitude * shapes.value(of: index, at: 0)
    return peak.squaredMagnitude > Self.leastMaskedRatio * spectrum.floor[lines[index].nearest]
  }

  /// Returns true if an insignificant line has far more power than the floor, and another string
  /// has an equal line.
  ///
  /// A line that the present round drops still has its amplitude.
  private func hasEqual(_ place: Int, _ spectrum: borrowing StrumSpectrum) -> Bool {
    let index = order[place]
    let power = lines[index].amplitude.squaredMagnitude
    guard isFarOverFloor(index, spectrum) else { return false }
    return order.hasNeighbour(of: place, within: Self.equal / seconds, in: lines) {
      !$0.isSignificant && $0.amplitude.squaredMagnitude > Self.strongShare * power
    }
  }

  /// Removes what the fit has found of a line.
  private mutating func clear(_ index: Int) {
    lines[index].amplitude = ComplexValue()
    lines[index].message = LineInformation()
    lines[index].significance = 0
  }
}
