// SPDX-License-Identifier: MIT

/// What a recording held, as one picture: the pitch over the spectrum with the notes' names, the cents
/// from the target with their error, the confidence, and how each string was.
public struct TrackPicture: Sendable {
  /// One reading.
  public struct Reading: Hashable, Sendable {
    let time: Double
    /// In hertz; `nil` where no clear pitch was heard.
    public let frequency: Double?
    let cents: Double?
    let sigma: Double?
    /// How sure it is, 0…1.
    public let confidence: Double

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - time: in seconds.
    ///   - frequency: in hertz; `nil` where no clear pitch was heard.
    ///   - cents: from the target; `nil` without one.
    ///   - sigma: its standard error in cents.
    ///   - confidence: 0…1.
    public init(
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
  public struct Note: Hashable, Sendable {
    let range: ClosedRange<Double>
    let frequency: Double
    let name: String

    /// Makes a note: where it sounded in seconds, its pitch in hertz, and what it is called.
    public init(_ name: String, _ range: ClosedRange<Double>, frequency: Double) {
      self.name = name
      self.range = range
      self.frequency = frequency
    }
  }

  /// One string of the tuning, and how it was.
  public struct StringRow: Hashable, Sendable {
    /// On which side of its target a string is.
    public enum Side: Hashable, Sendable { case flat, inTune, sharp }

    let name: String
    let target: Double
    let cents: Double?
    let sigma: Double?
    let side: Side?
    let verdict: String

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - name: what the string is called.
    ///   - target: its target in hertz.
    ///   - cents: how far it was off; `nil` when it was not played.
    ///   - sigma: the error of `cents`.
    ///   - side: where it was; `nil` when it was not played.
    ///   - verdict: the same in words.
    public init(
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

  /// How strong each frequency was over time.
  public struct Spectrogram: Hashable, Sendable {
    let columnCount: Int
    let rowCount: Int
    let levels: [UInt8]
    let frequencies: ClosedRange<Double>
    let duration: Double

    /// Makes a spectrogram.
    ///
    /// - Parameters:
    ///   - rowCount: rows, which take equal ratios of frequency.
    ///   - levels: 0…15 for each row from the lowest, column after column.
    ///   - frequencies: the ends of the rows, in hertz.
    ///   - duration: the time that the columns take, in seconds.
    public init(
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
  let notes: [Note]
  let strings: [StringRow]
  let spectrogram: Spectrogram?
  let tolerance: Double
  let clearConfidence: Double

  /// Makes a picture.
  ///
  /// - Parameters:
  ///   - title: what the recording is called.
  ///   - duration: its length in seconds.
  ///   - readings: in the order of their times.
  ///   - notes: in the order of their times.
  ///   - strings: from the lowest to the highest; none in chromatic mode.
  ///   - spectrogram: what lies behind the readings.
  ///   - tolerance: how many cents off is in tune.
  ///   - clearConfidence: from which confidence a reading counts.
  public init(
    _ title: String, duration: Double, readings: [Reading], notes: [Note], strings: [StringRow],
    spectrogram: Spectrogram?, tolerance: Double, clearConfidence: Double
  ) {
    self.title = title
    self.duration = max(duration, 0.001)
    self.readings = readings
    self.notes = notes
    self.strings = strings
    self.spectrogram = spectrogram
    self.tolerance = tolerance
    self.clearConfidence = clearConfidence
  }
}
