// SPDX-License-Identifier: MIT

internal import Acoustics
internal import CMathematics

/// The labels of a JAMS annotation, with the source that it names.
public struct LabelledSource<Labels: Hashable & Sendable>: Hashable, Sendable {
  /// The annotation's data source, a string of the guitar in GuitarSet; `nil` when it names none.
  public let source: String?
  /// The labels.
  public let labels: Labels
}

extension JAMSDocument {
  /// Returns every `pitch_contour` annotation as a track.
  ///
  /// GuitarSet writes nothing between contours, so a contour's last point is followed by an
  /// unvoiced one, a median hop later, unless the next contour begins before that.
  ///
  /// - Throws: `AnnotationError` with the annotation and the observation, as `PitchTrack` does, and
  ///   for a voiced frequency outside 10…20 000 Hz.
  /// - Complexity: O(n log n).
  public func pitchTracks() throws(AnnotationError) -> [LabelledSource<PitchTrack>] {
    var tracks: [LabelledSource<PitchTrack>] = []
    for (number, annotation) in annotations.enumerated() {
      guard case .pitchContour(let instants) = annotation.content else { continue }
      let track = try Self.track(of: instants, annotation: number + 1)
      tracks.append(LabelledSource(source: annotation.dataSource, labels: track))
    }
    return tracks
  }

  /// Returns every `note_midi` annotation as notes, in the order of the file.
  ///
  /// - Throws: `AnnotationError` with the annotation and the observation: a time or a length that
  ///   is not finite or is negative, an onset before the one before it, a MIDI number outside
  ///   0…127.
  /// - Complexity: O(n).
  public func notes() throws(AnnotationError) -> [LabelledSource<[NoteEvent]>] {
    var sources: [LabelledSource<[NoteEvent]>] = []
    for (number, annotation) in annotations.enumerated() {
      guard case .midiNotes(let observations) = annotation.content else { continue }
      var notes: [NoteEvent] = []
      for (index, note) in observations.enumerated() {
        let place = AnnotationPlace.observation(index + 1, annotation: number + 1)
        try NumberField.check(note.value, column: "value", in: LabelRange.midi, at: place)
        if let previous = notes.last, note.time < previous.onset {
          throw .timeGoesBackwards(place, seconds: note.time, previous: previous.onset)
        }
        notes.append(
          try NoteEvent(
            onset: note.time, offset: note.time + note.duration,
            pitch: Hertz(440 * exp2((note.value - 69) / 12)), at: place))
      }
      sources.append(LabelledSource(source: annotation.dataSource, labels: notes))
    }
    return sources
  }

  private static func track(
    of instants: [JAMSAnnotation.Observation<JAMSAnnotation.Pitch>], annotation: Int
  ) throws(AnnotationError) -> PitchTrack {
    var points: [PitchTrack.Point] = []
    for (index, instant) in instants.enumerated() {
      let place = AnnotationPlace.observation(index + 1, annotation: annotation)
      if instant.value.voiced {
        try NumberField.check(
          instant.value.frequency, column: "frequency", in: LabelRange.hertz, at: place)
      }
      let isPitched = instant.value.frequency > 0
      points.append(
        PitchTrack.Point(
          seconds: instant.time, frequency: isPitched ? Hertz(instant.value.frequency) : nil,
          voicing: instant.value.voiced ? 1 : 0))
    }
    let track = try PitchTrack(points) { .observation($0 + 1, annotation: annotation) }
    return closed(track, contours: instants.map(\.value.index))
  }

  /// Returns `track` with an unvoiced point after the end of every contour.
  private static func closed(_ track: PitchTrack, contours: [Int]) -> PitchTrack {
    let points = track.points
    let hops = points.indices.dropLast()
      .filter { contours[$0] == contours[$0 + 1] }
      .map { points[$0 + 1].seconds - points[$0].seconds }
    guard let hop = Measurements(hops).distribution()?.median else { return track }
    var closed: [PitchTrack.Point] = []
    for (index, point) in points.enumerated() {
      closed.append(point)
      let next = index + 1 < points.count ? index + 1 : nil
      let isLast = next.map { contours[$0] != contours[index] } ?? true
      let end = point.seconds + hop
      // A contour that follows within half a hop leaves no silence to mark.
      let hasRoom = next.map { points[$0].seconds > end + hop / 2 } ?? true
      if isLast, hasRoom { closed.append(PitchTrack.Point(seconds: end, frequency: nil)) }
    }
    return PitchTrack(trusted: closed)
  }
}
