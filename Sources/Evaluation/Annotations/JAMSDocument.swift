// SPDX-License-Identifier: MIT

internal import Acoustics

/// The parts of a JAMS file that the bench reads, to be decoded with any JSON decoder.
///
/// Humphrey et al. 2014. For annotations of other namespaces, only the name is kept.
public struct JAMSDocument: Hashable, Decodable, Sendable {
  /// The metadata of the file.
  public struct Metadata: Hashable, Decodable, Sendable {
    /// The recording's title.
    public var title: String?
    /// The recording's length in seconds.
    public var duration: Double?
  }

  /// The annotations in the order of the file.
  public var annotations: [JAMSAnnotation]
  /// The metadata of the file.
  public var metadata: Metadata?

  private enum CodingKeys: String, CodingKey {
    case annotations
    case metadata = "file_metadata"
  }
}

/// An interval in which one source has one pitch.
private struct Stretch {
  let start: Double
  let end: Double
  let pitch: Hertz
}

extension JAMSDocument {
  /// The interval between the moments of a track in seconds, as in MIREX f0 tracks.
  private static let hop = 0.01
  /// The validity of a single point of a contour, in seconds.
  private static let reach = 0.05

  /// Returns the pitch of the whole recording over time, from all sources together.
  ///
  /// A source contributes its pitch contours, or its notes when it has no contours. Moments with
  /// several sources are undecided, and moments without any are unvoiced.
  ///
  /// - Parameter duration: the recording's length in seconds, up to a day.
  /// - Returns: a moment every 10 ms; `nil` when the file has neither points of contours nor notes.
  /// - Throws: `AnnotationError` with the annotation and the observation, as `pitchTracks()` and
  ///   `notes()` do; `.afterEnd` for a label after the end of the recording.
  /// - Complexity: O(n log n + m·k): n observations, m moments, k intervals that sound at once.
  public func referenceTrack(lasting duration: Double) throws(AnnotationError) -> ReferenceTrack? {
    let contours = try pitchTracks().filter { !$0.labels.points.isEmpty }
    let notes = try notes().filter { note in !contours.contains { $0.source == note.source } }
    let stretches =
      contours.flatMap { Self.stretches(of: $0.labels) }
      + notes.flatMap {
        $0.labels.map { Stretch(start: $0.onset, end: $0.offset, pitch: $0.pitch) }
      }
    guard !stretches.isEmpty else { return nil }
    for contour in contours {
      for point in contour.labels.points where point.frequency != nil {
        try ReferenceTrack.check(point.seconds, lasting: duration)
      }
    }
    for note in notes.flatMap(\.labels) {
      try ReferenceTrack.check(note.offset, lasting: duration)
    }
    try NumberField.check(duration, column: "duration", in: LabelRange.seconds, at: .point(1))
    return try ReferenceTrack(Self.moments(stretches, until: duration)) {
      .point($0 + 1)
    }
  }

  private static func stretches(of track: PitchTrack) -> [Stretch] {
    let points = track.points
    let hops = Measurements(zip(points.dropFirst(), points).lazy.map { $0.seconds - $1.seconds })
    // Half a hop of tolerance; the end of a contour has its own point.
    let reach = max(reach, 1.5 * (hops.distribution()?.median ?? 0))
    return points.indices.compactMap { index in
      let point = points[index]
      guard let pitch = point.frequency, point.voicing > 0 else { return nil }
      let next = index + 1 < points.count ? points[index + 1].seconds : .infinity
      return Stretch(
        start: point.seconds, end: min(next, point.seconds + reach), pitch: pitch)
    }
  }

  /// Returns the moments of a track with the intervals that sound at each of them.
  private static func moments(
    _ stretches: [Stretch], until end: Double
  ) -> [(seconds: Double, state: ReferenceTrack.State)] {
    var pending = stretches.sorted { $0.start < $1.start }[...]
    var sounding: [Stretch] = []
    // Multiplies whole steps, so that rounding errors do not add up.
    return (0...Int(end / hop)).map { step in
      let seconds = Double(step) * hop
      while let next = pending.first, next.start <= seconds {
        sounding.append(next)
        pending.removeFirst()
      }
      sounding.removeAll { $0.end <= seconds }
      switch sounding.count {
      case 0: return (seconds, .unvoiced)
      case 1: return (seconds, .pitch(sounding[0].pitch))
      default: return (seconds, .undecided)
      }
    }
  }
}
