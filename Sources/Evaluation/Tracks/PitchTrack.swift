// SPDX-License-Identifier: MIT

public import Acoustics

/// Pitch over time: the points of a reference annotation or of a detector's answers.
///
/// Times increase from point to point. Between points nothing is said; the metrics of `Melody` hold
/// or interpolate as mir_eval does.
public struct PitchTrack: Hashable, Sendable {
  /// One instant of a track.
  public struct Point: Hashable, Sendable {
    /// Seconds since the start of the file, at least 0.
    public var seconds: Double
    /// The pitch, or the guess where `voicing` is 0; `nil` for none.
    public var frequency: Hertz?
    /// How much this counts as voiced, 0…1: 0 or 1 for most, a confidence where there is one.
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

  /// Makes a track of points that were checked before.
  init(trusted points: [Point]) { self.points = points }

  /// Makes a track of `points`.
  ///
  /// A point without a frequency has voicing 0, whatever it says.
  ///
  /// - Throws: `AnnotationError` naming the first point whose time does not lie behind the one
  ///   before it or is negative, whose frequency is not finite and above 0, or whose voicing lies
  ///   outside 0…1.
  /// - Complexity: O(n).
  public init(_ points: [Point]) throws(AnnotationError) {
    try self.init(points) { .point($0 + 1) }
  }

  /// Makes a track of `points`, naming places of a file in errors.
  ///
  /// - Parameters:
  ///   - points: in the order of time.
  ///   - place: says where the point of a 0-based index came from.
  /// - Throws: `AnnotationError` for the first point that cannot be.
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
