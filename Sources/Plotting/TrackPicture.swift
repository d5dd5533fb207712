// SPDX-License-Identifier: MIT

/// The picture of an analysed recording.
///
/// It shows the pitch over the spectrogram with the names of notes, the cents from the target with
/// their error, the confidence, and the deviation of each string.
package struct TrackPicture: Sendable {
  /// One reading.
  package struct Reading: Hashable, Sendable {
    /// The time in seconds.
    package let time: Double
    /// The frequency in hertz; `nil` without a clear pitch.
    package var frequency: Double?
    /// The cents from the target; `nil` without one.
    package var cents: Double?
    let sigma: Double?
    /// The confidence, 0…1.
    package let confidence: Double

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - time: the time in seconds.
    ///   - frequency: the frequency in hertz; `nil` without a clear pitch.
    ///   - cents: the cents from the target; `nil` without one.
    ///   - sigma: the standard error in cents.
    ///   - confidence: the confidence, 0…1.
    package init(
      time: Double, frequency: Double?, cents: Double?, sigma: Double?, confidence: Double
    ) {
      self.time = time
      self.frequency = frequency
      self.cents = cents
      self.sigma = sigma
      self.confidence = confidence
    }
  }

  /// One note.
  package struct Note: Hashable, Sendable {
    let range: ClosedRange<Double>
    let frequency: Double
    let name: String

    /// Makes a note from its name, its range in seconds, and its pitch in hertz.
    package init(_ name: String, _ range: ClosedRange<Double>, frequency: Double) {
      self.name = name
      self.range = range
      self.frequency = frequency
    }
  }

  /// One string of the tuning with its deviation.
  package struct StringRow: Hashable, Sendable {
    /// The side of the target on which a string is.
    package enum Side: Hashable, Sendable { case flat, inTune, sharp }

    let name: String
    let target: Double
    let cents: Double?
    let sigma: Double?
    let side: Side?
    let verdict: String

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - name: the name of the string.
    ///   - target: its target in hertz.
    ///   - cents: the deviation; `nil` when the string was not played.
    ///   - sigma: the standard error of `cents`.
    ///   - side: the side; `nil` when the string was not played.
    ///   - verdict: the side in words.
    package init(
      _ name: String, target: Double, cents: Double?, sigma: Double?, side: Side?, verdict: String
    ) {
      self.name = name
      self.target = target
      self.cents = cents
      self.sigma = sigma
      self.side = side
      self.verdict = verdict
    }
  }

  /// The readings of one string among several that are measured together.
  package struct Lane: Hashable, Sendable {
    let name: String
    let readings: [Reading]

    /// Makes a lane.
    ///
    /// - Parameters:
    ///   - name: the name of the string.
    ///   - readings: in the order of their times.
    package init(_ name: String, readings: [Reading]) {
      self.name = name
      self.readings = readings
    }
  }

  /// The level of each frequency over time.
  package struct Spectrogram: Hashable, Sendable {
    let columnCount: Int
    let rowCount: Int
    let levels: [UInt8]
    let frequencies: ClosedRange<Double>
    let duration: Double

    /// Makes a spectrogram.
    ///
    /// - Parameters:
    ///   - rowCount: the number of rows, which divide the range in equal ratios.
    ///   - levels: 0…15 for each row from the lowest, column after column.
    ///   - frequencies: the range of all rows, in hertz.
    ///   - duration: the duration of all columns in seconds.
    package init(
      rowCount: Int, levels: [UInt8], frequencies: ClosedRange<Double>, duration: Double
    ) {
      precondition(rowCount > 0 && levels.count.isMultiple(of: rowCount))
      self.rowCount = rowCount
      columnCount = levels.count / rowCount
      self.levels = levels
      self.frequencies = frequencies
      self.duration = duration
    }
  }

  let title: String
  let duration: Double
  let readings: [Reading]
  let lanes: [Lane]
  let notes: [Note]
  let strings: [StringRow]
  let spectrogram: Spectrogram?
  let tolerance: Double
  let clearConfidence: Double

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - title: the name of the recording.
  ///   - duration: its duration in seconds.
  ///   - readings: in the order of their times.
  ///   - lanes: the readings of strings that are measured together, in the order of the instrument;
  ///     none for a recording of single notes. They stand in for `readings`.
  ///   - notes: in the order of their times.
  ///   - strings: in the order of the instrument; none in chromatic mode.
  ///   - spectrogram: the background of the readings.
  ///   - tolerance: the in-tune window in cents.
  ///   - clearConfidence: the confidence from which a reading counts.
  package init(
    _ title: String, duration: Double, readings: [Reading], lanes: [Lane] = [], notes: [Note],
    strings: [StringRow], spectrogram: Spectrogram?, tolerance: Double, clearConfidence: Double
  ) {
    self.title = title
    self.duration = max(duration, 0.001)
    self.readings = readings
    self.lanes = lanes
    self.notes = notes
    self.strings = strings
    self.spectrogram = spectrogram
    self.tolerance = tolerance
    self.clearConfidence = clearConfidence
  }
}
