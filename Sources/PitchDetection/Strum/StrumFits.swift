// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The fits of all strings, with the state that the next measurement continues from.
struct StrumFits: ~Copyable {
  /// The lines of all strings.
  var model: StrumModel
  /// The place at which each string is, or starts in the next measurement.
  var places: FixedArray<StrumSearch.Place>
  /// True for strings whose place need not be searched for at a new onset.
  var isKnown: FixedArray<Bool>
  /// The last measurement that was decided about; after a trial that failed, the one before it.
  var measurements: FixedArray<StrumMeasurement>
  /// The measurements of the present window.
  var newest: FixedArray<StrumMeasurement>
  /// The readings, in the order of the configuration.
  var readings: [StringReading]
  /// The stroke of `measurements`; `nil` if there are none.
  var stroke: Int?
  /// The stroke whose present readings come from a pause between two onsets; `nil` for none.
  var pausedStroke: Int?
  /// The fall before the window of `measurements`; `nil` for none.
  var measuredFall: Int?
  /// The onset before the window of the last fit in samples; `nil` before a fit.
  var fittedOnset: Int?
  /// The middle of that window, in seconds since the stream's start.
  var fittedMiddle = 0.0
  /// The number of samples at the last decision about the strings.
  var decidedCount = 0
  /// The way in which each string starts in the next measurement.
  var starts: FixedArray<StringStart>
  /// The trials that have begun; `nil` for a string without one.
  var trials: [PlaceTrial?]
  /// The number of fits since the last onset.
  var fitCount = 0
  /// The number of samples at the first of the latest measurements that found a string silent;
  /// `nil` if the last one did not.
  var silentSince: [Int?]
  /// The string that was searched for last.
  var turn = 0

  /// The place of a string before the first search.
  private static var unknownPlace: StrumSearch.Place {
    StrumSearch.Place(first: 1, inharmonicity: 0)
  }

  /// Prepares for a number of strings.
  ///
  /// - Parameters:
  ///   - stringCount: the number of strings.
  ///   - binCount: the number of bins of the longest window.
  init(stringCount: Int, binCount: Int) {
    model = StrumModel(stringCount: stringCount, binCount: binCount)
    places = FixedArray(repeating: Self.unknownPlace, count: stringCount)
    isKnown = FixedArray(repeating: false, count: stringCount)
    starts = FixedArray(repeating: .kept, count: stringCount)
    trials = Array(repeating: nil, count: stringCount)
    silentSince = Array(repeating: nil, count: stringCount)
    measurements = FixedArray(repeating: StrumMeasurement(), count: stringCount)
    newest = FixedArray(repeating: StrumMeasurement(), count: stringCount)
    readings = Array(repeating: .unmeasured(.silent), count: stringCount)
  }

  /// Begins another stream.
  mutating func reset() {
    // An onset at the same position of the next stream must not continue the fit of this one.
    (stroke, pausedStroke, measuredFall, fittedOnset) = (nil, nil, nil, nil)
    (turn, decidedCount, fitCount, fittedMiddle) = (0, 0, 0, 0)
    model.reset()
    for index in readings.indices {
      places[index] = Self.unknownPlace
      (isKnown[index], starts[index]) = (false, .kept)
      (trials[index], silentSince[index]) = (nil, nil)
      (measurements[index], newest[index]) = (StrumMeasurement(), StrumMeasurement())
    }
    setReadings(.silent)
  }

  /// Returns the number of samples since the first of the latest measurements that found a string
  /// silent.
  ///
  /// - Parameters:
  ///   - index: the string.
  ///   - count: the samples so far.
  /// - Returns: 0 if the last measurement did not.
  func silentCount(of index: Int, at count: Int) -> Int {
    guard let start = silentSince[index] else { return 0 }
    return count - start
  }

  /// Shows the readings of other fits.
  ///
  /// - Parameters:
  ///   - other: fits of the same strings.
  ///   - start: their stroke.
  mutating func show(_ other: borrowing StrumFits, ofStroke start: Int) {
    for index in readings.indices { readings[index] = other.readings[index] }
    if stroke != start { (stroke, pausedStroke) = (nil, start) }
  }

  /// Reports the sounding strings as *unclear* until a stroke is found.
  mutating func withholdSounding() {
    for index in readings.indices where readings[index].state == .sounding {
      readings[index] = StrumDecision.unclear(readings[index])
    }
  }

  /// Returns true if a string sounds that has enough partials and does not belong to mains hum.
  ///
  /// - Parameters:
  ///   - strings: the strings, in the order of the measurements.
  ///   - hasPartials: whether a measurement has enough partials.
  /// - Returns: true for one such string or more.
  func hasString(
    of strings: [SearchedString], where hasPartials: (StrumMeasurement) -> Bool
  ) -> Bool {
    let hum = MainsComb(model, stringCount: strings.count)
    for index in strings.indices where readings[strings[index].index].state == .sounding {
      let measured = newest[index]
      guard measured.isSounding, hasPartials(measured) else { continue }
      if hum?.explains(index, of: model) != true { return true }
    }
    return false
  }

  /// Continues with strings that sounded before a noise, at their frequencies and with the support
  /// of their lines.
  ///
  /// - Parameter ringing: the measurements before the noise.
  mutating func resume(_ ringing: borrowing FixedArray<StrumMeasurement>) {
    for index in readings.indices where ringing[index].isSounding {
      measurements[index] = ringing[index]
      places[index].first = ringing[index].fittedFrequency
      places[index].inharmonicity = ringing[index].inharmonicity
    }
  }

  /// True if a reading is *sounding*.
  var isSounding: Bool {
    for reading in readings where reading.state == .sounding { return true }
    return false
  }

  /// Gives all strings a state without a measurement.
  mutating func setReadings(_ state: StringReading.State) {
    for index in readings.indices { readings[index] = .unmeasured(state) }
  }
}
