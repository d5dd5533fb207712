// SPDX-License-Identifier: MIT

public import Acoustics

/// A pitch track: the points of a reference annotation or of a detector's answers.
///
/// Times increase from point to point. The metrics of `Melody` hold or interpolate between points
/// as mir_eval does.
public struct PitchTrack: Hashable, Sendable {
  /// One instant of a track.
  public struct Point: Hashable, Sendable {
    /// Seconds since the start of the file, at least 0.
    public var seconds: Double
    /// The pitch, or the estimate of an unvoiced frame (`voicing` 0); `nil` for none.
    public var frequency: Hertz?
    /// The voicing, 0…1: 0 or 1 for most tracks, otherwise a confidence.
    public var voicing: Double

    /// Makes a point; without `voicing` it is voiced exactly when it has a frequency.
    public init(seconds: Double, frequency: Hertz?, voicing: Double? = nil) {
      self.seconds = seconds
      self.frequency = frequency
      self.voicing = voicing ?? (frequency == nil ? 0 : 1)
    }
  }

  /// The points in the order of time.
  public let points: [Point]

  /// Makes a track without points.
  public init() { points = [] }

  /// Makes a track of validated points.
  init(trusted points: [Point]) { self.points = points }

  /// Makes a track of `points`.
  ///
  /// A point without a frequency gets voicing 0.
  ///
  /// - Throws: `AnnotationError` naming the first point whose time is negative or not later than
  ///   the previous one, whose frequency is not finite and above 0, or whose voicing lies outside
  ///   0…1.
  /// - Complexity: O(n).
  public init(_ points: [Point]) throws(AnnotationError) {
    try self.init(points) { .point($0 + 1) }
  }

  /// Makes a track of `points`, naming places of a file in errors.
  ///
  /// - Parameters:
  ///   - points: in the order of time.
  ///   - place: returns the origin of the point with a 0-based index.
  /// - Throws: `AnnotationError` for the first invalid point.
  init(_ points: [Point], place: (Int) -> AnnotationPlace) throws(AnnotationError) {
    let frequencies = Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude
    var checked = points
    var previous: Double?
    for (index, point) in points.enumerated() {
      let place = place(index)
      try NumberField.check(point.seconds, column: "time", in: LabelRange.seconds, at: place)
      if let previous, point.seconds <= previous {
        throw .timeGoesBackwards(place, seconds: point.seconds, previous: previous)
      }
      previous = point.seconds
      try NumberField.check(point.voicing, column: "voicing", in: LabelRange.share, at: place)
      if let frequency = point.frequency {
        try NumberField.check(frequency.value, column: "frequency", in: frequencies, at: place)
      } else {
        checked[index].voicing = 0
      }
    }
    self.points = checked
  }
}
