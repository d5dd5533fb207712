// SPDX-License-Identifier: MIT

/// Reference and estimate on one time base, ready to be scored.
///
/// Alignment follows `mir_eval.melody.to_cent_voicing`: the estimate moves to the reference's times
/// (or both to a common hop); what is missing behind the estimate's end is unvoiced.
public struct AlignedMelody: Hashable, Sendable {
  /// One instant of both.
  public struct Frame: Hashable, Sendable {
    /// How much the reference counts here, 0…1; 0 is unvoiced.
    public var referenceVoicing: Double
    /// The reference in cents over 10 Hz, `nil` for none.
    public var referenceCents: Double?
    /// How much the estimate claims to be voiced, 0…1.
    public var estimateVoicing: Double
    /// The estimate in cents over 10 Hz, `nil` for none; a guess where its voicing is 0.
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

  /// Takes frames that are aligned already.
  public init(_ frames: [Frame]) { self.frames = frames }

  /// Aligns `estimate` with `reference`.
  ///
  /// An empty estimate is unvoiced throughout; an empty reference leaves nothing to score.
  ///
  /// - Parameters:
  ///   - reference: what is true.
  ///   - estimate: what was heard.
  ///   - hop: seconds between the common times; `nil` keeps the reference's own.
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
