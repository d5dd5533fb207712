// SPDX-License-Identifier: MIT

package import Acoustics

/// Strokes of the same guitar that were recorded before, from which its couplings are known.
///
/// The couplings depend on the strings and the springs, so they last until one of these changes.
package struct EarlierStrokes: Hashable, Sendable {
  /// Successive strokes, each with the deviation of every string; `nil` for a string that it does
  /// not sound.
  package typealias Series = [[StrokeDeviation?]]

  // Another reference pitch moves the targets by less, another tuning by more.
  private static let leastDistance = Cents(50)

  /// The targets of the strings, in the order of the instrument.
  package let targets: [Hertz]
  /// The strokes; between two series the guitar may have changed.
  package let series: [Series]

  /// Makes strokes; `nil` if a stroke does not have a place for each target.
  ///
  /// - Parameters:
  ///   - targets: the targets of the strings, in the order of the instrument, above 0 Hz.
  ///   - series: the strokes in the order of playing.
  package init?(targets: [Hertz], series: [Series]) {
    guard targets.allSatisfy({ $0.value > 0 && $0.value.isFinite }),
      series.allSatisfy({ $0.allSatisfy { $0.count == targets.count } })
    else { return nil }
    self.targets = targets
    self.series = series
  }

  /// Returns the memory of these strokes, ready for the first stroke of a new series.
  ///
  /// - Parameter targets: the present targets of the strings, in the order of the instrument.
  /// - Returns: `nil` if the strokes are of another tuning: of another number of strings, or with a
  ///   target at another pitch by 50 cents or more.
  package func memory(for targets: [Hertz]) -> StrokeMemory? {
    guard targets.count == self.targets.count,
      zip(targets, self.targets).allSatisfy({
        $0.interval(above: $1).magnitude < Self.leastDistance
      })
    else { return nil }
    var memory = StrokeMemory(stringCount: targets.count)
    for strokes in series {
      for stroke in strokes { memory.add(stroke) }
      memory.endSeries()
    }
    return memory
  }
}
