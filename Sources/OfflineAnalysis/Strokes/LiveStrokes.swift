// SPDX-License-Identifier: MIT

package import Tuning

/// Finds the strokes of a live session, each as soon as its readings are settled.
///
/// A stroke is settled 1.2 s after the first update in which a string sounds, in a slow stroke 1.2 s
/// after the onset of its last string but at most 3.2 s after that update, or earlier if its strings
/// fall silent or the next stroke begins.
package struct LiveStrokes {
  private var finder: StrokeFinder

  /// Begins without a stroke, for a number of readings in each result.
  package init(stringCount: Int) { finder = StrokeFinder(stringCount: stringCount) }

  /// Adds the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  /// - Returns: the strokes that are settled by it: none, one, or two at a new onset.
  package mutating func append(_ result: StrumResult) -> [Stroke] {
    let ended = finder.append(result)
    let early = finder.endedSettled ? nil : ended
    return [early, finder.settled].compactMap { $0 }
  }

  /// Ends the session.
  ///
  /// - Returns: the last stroke if it was not settled; `nil` otherwise.
  package mutating func finish() -> Stroke? {
    let ended = finder.finish()
    return finder.endedSettled ? nil : ended
  }
}
