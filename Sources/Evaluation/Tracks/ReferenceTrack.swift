// SPDX-License-Identifier: MIT

public import Acoustics

/// A reference pitch over time, with moments on which annotators differ marked as undecided.
public struct ReferenceTrack: Hashable, Sendable {
  /// The reference at one moment.
  public enum State: Hashable, Sendable {
    /// A pitch sounds.
    case pitch(Hertz)
    /// Nothing with a pitch sounds.
    case unvoiced
    /// Unknown, so the moment is not scored.
    case undecided
  }

  /// The decided moments, which are scored as a melody.
  public let decided: PitchTrack
  /// The number of undecided moments.
  public let undecidedCount: Int
  private let times: [Double]
  private let states: [State]
  /// The median distance of neighbouring labels in seconds; 0 with fewer than two.
  let hop: Double

  /// Makes a track of `moments`.
  ///
  /// - Parameters:
  ///   - moments: times and the reference at each of them.
  ///   - place: returns the origin of the moment with a 0-based index.
  /// - Throws: `AnnotationError` as `PitchTrack` does; `.empty` without moments.
  init(
    _ moments: [(seconds: Double, state: State)], place: (Int) -> AnnotationPlace
  ) throws(AnnotationError) {
    guard !moments.isEmpty else { throw .empty }
    times = moments.map(\.seconds)
    states = moments.map(\.state)
    let points = moments.map { moment in
      guard case .pitch(let frequency) = moment.state else {
        return PitchTrack.Point(seconds: moment.seconds, frequency: nil)
      }
      return PitchTrack.Point(seconds: moment.seconds, frequency: frequency)
    }
    let whole = try PitchTrack(points, place: place)
    let states = states
    decided = PitchTrack(
      trusted: zip(whole.points, states).filter { $0.1 != .undecided }.map(\.0))
    undecidedCount = states.count { $0 == .undecided }
    let hops = Measurements(zip(times.dropFirst(), times).lazy.map { $0 - $1 }).distribution()
    hop = hops?.median ?? 0
  }

  /// Makes a track from one annotator's points, without undecided moments.
  ///
  /// - Parameter track: a point with voicing 0 is unvoiced, even if it has an estimate.
  /// - Throws: `AnnotationError.empty` without points.
  public init(_ track: PitchTrack) throws(AnnotationError) {
    let moments = track.points.map { point -> (seconds: Double, state: State) in
      guard point.voicing > 0, let frequency = point.frequency else {
        return (point.seconds, .unvoiced)
      }
      return (point.seconds, .pitch(frequency))
    }
    try self.init(moments) { .point($0 + 1) }
  }

  /// The moments in the order of time.
  public var moments: [(seconds: Double, state: State)] { Array(zip(times, states)) }

  /// Returns the nearest label at `seconds`, or undecided when it is more than half a hop away.
  ///
  /// - Complexity: O(log n).
  public func state(at seconds: Double) -> State {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < seconds { low = middle + 1 } else { high = middle }
    }
    let candidates = [low - 1, low].filter(times.indices.contains)
    let nearest = candidates.min { abs(times[$0] - seconds) < abs(times[$1] - seconds) }
    // The tolerance covers times that were rounded to microseconds.
    guard let nearest, abs(times[nearest] - seconds) <= hop / 2 + 1e-6 else { return .undecided }
    return states[nearest]
  }
}
