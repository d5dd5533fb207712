// SPDX-License-Identifier: MIT

package import Acoustics

/// The updates of one stroke, and the one reading that they give for each string.
///
/// Every sentence and every row about a stroke comes from these readings.
///
/// The readings of a stroke begin with the first update in which any string sounds. In a slow
/// stroke, whose last string follows later, they begin again at the onset of that string: it is
/// silent in all earlier updates. They do not begin again when the stroke is settled.
///
/// A later string may mask an earlier one. One that sounded for 0.3 s or more before the onsets of
/// later strings therefore sounds in the stroke, and one that sounded for a shorter time is at least
/// unclear.
///
/// The answered updates of a stroke are the updates in which any string sounds, up to 4 s after the
/// beginning. The *early* ones are those of the first 1.2 s, the *later* ones follow. A string
/// that sounds in at least half of the early updates sounds in the stroke, if it also sounds in at
/// least a fifth of the updates of the first 1.2 s that measured it. So does one that sounds in at
/// least half of the later ones, if these last for half a second or more. A string that is silent
/// in more than half of the early updates is silent. Any other string is unclear.
///
/// The early updates may take partials of a lower string for a string. One that was heard with
/// little confidence, and is silent in nearly all later updates, is therefore unclear, if these last
/// for half a second or more.
///
/// A sound is a stroke only if two strings sound in an update, or if one keeps its frequency
/// (`StringSteadiness`). Otherwise it may be a voice.
///
/// The reading of a sounding string is the mean of its readings from 0.9 to 4 seconds after the
/// beginning, weighted by the inverse of their sigmas: by then the glide of the pluck is over. Its
/// sigma is the standard deviation of these readings about the mean, joined with their own sigma,
/// so it includes the wander of the string. The mean leaves out readings whose sigma is more than
/// ten times the third smallest, as near samples that a sound card has lost. A string without a
/// reading in the mean has the last one whose sigma is at most twice the smallest.
package struct StrokeReadings: Hashable, Sendable {
  // | name     | unit | source                                                            |
  // | -------- | ---- | ----------------------------------------------------------------- |
  // | earlyEnd | s    | end of the early updates after the beginning: the engine's        |
  // |          |      | longest window is filled 1.1 s after the last onset               |
  // | grace    | s    | longest time for which a ringing string may be unclear; set       |
  // | steady   | s    | time after the beginning from which readings are averaged, of     |
  // |          |      | 0.4 to 1 on recorded mixtures, and up to which: later, the noise  |
  // |          |      | of a room moves the reading of a fading string; set               |
  // | late     | s    | least time for which a string sounds that was not heard at first  |
  // | longest  | s    | time after the first answer at which a stroke is settled even if  |
  // |          |      | the strings are plucked again and again; after that of a stroke   |
  // |          |      | of six strings 0.4 s apart                                        |
  // | certain  | 1    | number of strings that sound at once in no voice; set             |
  private static let earlyEnd = 1.2
  private static let grace = 0.5
  private static let steady = 0.9...4.0
  private static let late = 0.5
  private static let longest = 3.2
  private static let certain = 2

  private var tallies: [StrokeTally]
  private var firstAnswer: SamplePosition?
  /// The first answer, or the onset of a later string.
  private var beginning = SamplePosition.start
  private var (updateCount, laterCount) = (0, 0)
  private var firstLater: SamplePosition?
  /// True if the later answered updates last for at least half a second.
  private var isLong = false
  /// The last update of the stroke in which a string sounded.
  package private(set) var lastSounding: SamplePosition?
  /// True from the first update on that shows that strings were played.
  package private(set) var isPlayed = false
  /// True from the update on that ends the early updates, that follows half a second in which no
  /// string sounded, or that is 3.2 s after the first answer; false while `isPlayed` is.
  ///
  /// Later updates may still change a reading.
  package private(set) var isSettled = false

  /// Prepares for a number of strings, before a stroke.
  package init(stringCount: Int) {
    tallies = Array(repeating: StrokeTally(), count: stringCount)
  }

  /// True from the first update on in which a string sounds.
  private var isAnswered: Bool { firstAnswer != nil }

  /// Begins another stroke.
  package mutating func begin() {
    for index in tallies.indices { tallies[index] = StrokeTally() }
    firstAnswer = nil
    beginCounts()
    lastSounding = nil
    (isPlayed, isSettled) = (false, false)
  }

  /// Adds the next update of the stroke.
  ///
  /// It allocates nothing.
  ///
  /// - Parameter result: one with a reading for each string, in the order of positions.
  package mutating func append(_ result: StrumResult) {
    let isSounding = result.isSounding
    guard isSounding || isAnswered else { return }
    if isSounding {
      lastSounding = result.timestamp
      isPlayed = isPlayed || showsStrings(in: result)
    }
    follow(result)
    let seconds = result.seconds(since: beginning)
    if seconds <= Self.steady.upperBound { count(result, isSounding: isSounding, after: seconds) }
    let isOver =
      seconds >= Self.earlyEnd || result.seconds(since: lastSounding ?? beginning) > Self.grace
      || result.seconds(since: firstAnswer ?? beginning) >= Self.longest
    if isOver, isPlayed { isSettled = true }
  }

  /// Returns true if an update in which a string sounds shows that strings were played.
  private mutating func showsStrings(in result: StrumResult) -> Bool {
    var (soundingCount, isSteady) = (0, false)
    for index in tallies.indices {
      let reading = result.readings[index]
      guard reading.state == .sounding, let frequency = reading.frequency else { continue }
      soundingCount += 1
      tallies[index].steadiness.follow(frequency, at: result.timestamp)
      isSteady = isSteady || tallies[index].steadiness.isSteady(at: result.sampleRate)
    }
    return isSteady || soundingCount >= Self.certain
  }

  /// Begins the counts with the first answer, and again at the onset of a later string.
  private mutating func follow(_ result: StrumResult) {
    guard isAnswered else {
      (firstAnswer, beginning) = (result.timestamp, result.timestamp)
      return
    }
    guard !isSettled, let last = result.onsets?.upperBound, last > beginning else { return }
    let seconds = result.seconds(from: beginning, to: last)
    for index in tallies.indices {
      tallies[index].beginCounts(after: updateCount, lasting: seconds)
    }
    beginning = last
    beginCounts()
  }

  private mutating func beginCounts() {
    (updateCount, laterCount) = (0, 0)
    (firstLater, isLong) = (nil, false)
  }

  /// Counts an update a time after the beginning.
  private mutating func count(_ result: StrumResult, isSounding: Bool, after seconds: Double) {
    let isSteady = Self.steady.contains(seconds)
    for index in tallies.indices {
      tallies[index].choose(result.readings[index], isSteady: isSteady)
      if seconds <= Self.earlyEnd, result.readings[index].frequency != nil {
        tallies[index].countMeasurement()
      }
    }
    guard isSounding else { return }
    let isLater = seconds > Self.earlyEnd
    if isLater {
      let first = firstLater ?? result.timestamp
      laterCount += 1
      firstLater = first
      isLong = result.seconds(since: first) >= Self.late
    } else {
      updateCount += 1
    }
    for index in tallies.indices {
      tallies[index].count(result.readings[index].state, isLater: isLater)
    }
  }

  /// Returns the reading of a string in the stroke so far.
  ///
  /// - Parameter index: the string's index in the results.
  /// - Returns: the reading of a string that sounds; only the state of any other.
  package func reading(ofString index: Int) -> StringReading {
    tallies[index].reading(of: updateCount, later: isLong ? laterCount : 0)
  }
}

extension StrumResult {
  /// Returns the time from a position to this result, in seconds.
  fileprivate func seconds(since position: SamplePosition) -> Double {
    seconds(from: position, to: timestamp)
  }

  /// Returns the time between two positions, in seconds.
  fileprivate func seconds(from start: SamplePosition, to end: SamplePosition) -> Double {
    (Double(end.samples) - Double(start.samples)) / Double(sampleRate.hertz)
  }
}
