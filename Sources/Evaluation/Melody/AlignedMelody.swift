// SPDX-License-Identifier: MIT

internal import Acoustics

/// A reference and an estimate on one time base.
///
/// Alignment follows `mir_eval.melody.to_cent_voicing`: the estimate is resampled at the
/// reference's times, or both at a common hop. Frames after the estimate's end are unvoiced.
public struct AlignedMelody: Hashable, Sendable {
  /// One moment of both.
  public struct Frame: Hashable, Sendable {
    /// The voicing of the reference, 0…1; 0 is unvoiced.
    public var referenceVoicing: Double
    /// The reference in cents above 10 Hz; `nil` for none.
    public var referenceCents: Double?
    /// The voicing of the estimate, 0…1.
    public var estimateVoicing: Double
    /// The estimate in cents above 10 Hz; `nil` for none; an unvoiced frame may have one.
    public var estimateCents: Double?

    /// Makes a frame.
    public init(
      referenceVoicing: Double, referenceCents: Double?, estimateVoicing: Double,
      estimateCents: Double?
    ) {
      self.referenceVoicing = referenceVoicing
      self.referenceCents = referenceCents
      self.estimateVoicing = estimateVoicing
      self.estimateCents = estimateCents
    }
  }

  /// The frames in the order of time.
  public let frames: [Frame]

  /// Takes frames that are already aligned.
  public init(_ frames: [Frame]) { self.frames = frames }

  /// Aligns `estimate` with `reference`.
  ///
  /// An empty estimate is unvoiced throughout; an empty reference leaves nothing to score.
  ///
  /// - Parameters:
  ///   - reference: the reference.
  ///   - estimate: the estimate.
  ///   - hop: seconds between the common times; `nil` uses the reference's times.
  /// - Precondition: `hop` is above 0.
  /// - Complexity: O(n + m).
  public init(reference: PitchTrack, estimate: PitchTrack, hop: Double? = nil) {
    precondition(hop.map { $0 > 0 } ?? true, "A hop is above 0.")
    var ours = MelodySeries(reference)
    var theirs = MelodySeries(estimate)
    if let hop {
      if let end = ours.times.last {
        ours = ours.resampled(to: MelodySeries.timeBase(hop: hop, end: end))
      }
      if let end = theirs.times.last {
        theirs = theirs.resampled(to: MelodySeries.timeBase(hop: hop, end: end))
      }
    } else {
      theirs = theirs.resampled(to: ours.times)
    }
    frames = ours.times.indices.map { index in
      let isThere = index < theirs.times.count
      return Frame(
        referenceVoicing: ours.voicing[index], referenceCents: Self.pitch(ours.cents[index]),
        estimateVoicing: isThere ? theirs.voicing[index] : 0,
        estimateCents: isThere ? Self.pitch(theirs.cents[index]) : nil)
    }
  }

  private static func pitch(_ cents: Double) -> Double? { cents == 0 ? nil : cents }
}

extension AlignedMelody {
  /// Takes a detector's updates, which carry their reference and need no alignment.
  ///
  /// An answer with confidence 0.7 or more is voiced; other answers are estimates in unvoiced
  /// frames.
  ///
  /// - Complexity: O(n).
  public init(_ frames: some Sequence<ScoredFrame>) {
    self.init(
      frames.map { frame in
        Frame(
          referenceVoicing: frame.truth == nil ? 0 : 1,
          referenceCents: Self.cents(frame.truth),
          estimateVoicing: frame.isAnswered ? 1 : 0,
          estimateCents: Self.cents(frame.answer?.frequency))
      })
  }

  /// Returns cents above mir_eval's base frequency; `nil` for no frequency and for an invalid one.
  private static func cents(_ frequency: Hertz?) -> Double? {
    guard let frequency, frequency.value > 0, frequency.value.isFinite else { return nil }
    return frequency.interval(above: MelodySeries.base).value
  }
}
