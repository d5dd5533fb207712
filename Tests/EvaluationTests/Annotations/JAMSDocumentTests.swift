// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Foundation
import Testing

/// Written by hand in the layout of GuitarSet 1.1: an annotation a string, sparse or dense data.
@Suite("JAMS document")
struct JAMSDocumentTests {
  static func document(_ annotations: String) throws -> JAMSDocument {
    let text = """
      {"annotations": [\(annotations)], "sandbox": {},
       "file_metadata": {"title": "00_BN1-129-Eb_comp", "duration": 22.3, "jams_version": "0.3.1"}}
      """
    return try JSONDecoder().decode(JAMSDocument.self, from: Data(text.utf8))
  }

  static func contour(_ rows: [(Double, Int, Double, Bool)], dense: Bool = false) -> String {
    let values = rows.map { "{\"index\": \($0.1), \"frequency\": \($0.2), \"voiced\": \($0.3)}" }
    let data =
      dense
      ? "{\"time\": \(rows.map(\.0)), \"duration\": \(rows.map { _ in 0.0 }), "
        + "\"value\": [\(values.joined(separator: ", "))], \"confidence\": [null]}"
      : "["
        + zip(rows, values).map {
          "{\"time\": \($0.0), \"duration\": 0.0, \"value\": \($1), \"confidence\": null}"
        }.joined(separator: ", ") + "]"
    return "{\"namespace\": \"pitch_contour\", \"data\": \(data), "
      + "\"annotation_metadata\": {\"data_source\": \"4\", \"curator\": {\"name\": \"\"}}}"
  }

  static func notes(_ rows: [(Double, Double, Double)]) -> String {
    let data = rows.map {
      "{\"time\": \($0.0), \"duration\": \($0.1), \"value\": \($0.2), \"confidence\": null}"
    }
    return "{\"namespace\": \"note_midi\", \"data\": [\(data.joined(separator: ", "))], "
      + "\"annotation_metadata\": {\"data_source\": \"0\"}}"
  }

  /// The state of a track at a time, `nil` outside.
  private static func states(_ track: ReferenceTrack, _ times: [Double]) -> [ReferenceTrack.State] {
    times.map { track.state(at: $0) }
  }

  @Test("all strings together have a pitch where one sounds, and none where no string sounds")
  func joinsStrings() throws {
    let low = (10...30).map { (Double($0) / 100, 0, 110.0, true) }
    let high = (26...50).map { (Double($0) / 100, 0, 220.0, true) }
    let document = try Self.document(Self.contour(low) + "," + Self.contour(high, dense: true))
    let track = try #require(try document.referenceTrack(lasting: 1))
    #expect(track.moments.count == 101)  // 0, 0.01 … 1
    #expect(
      Self.states(track, [0.05, 0.1, 0.2, 0.28, 0.4, 0.5, 0.6, 1])
        == [
          .unvoiced, .pitch(Hertz(110)), .pitch(Hertz(110)), .undecided, .pitch(Hertz(220)),
          .pitch(Hertz(220)), .unvoiced, .unvoiced,
        ])
    // Behind the end nothing is known.
    #expect(track.state(at: 1.1) == .undecided)
  }

  @Test("without contours, the notes give the track, each with one pitch")
  func notesAreATrack() throws {
    // MIDI 57.5 is 220 Hz and half a semitone: 220·2^(1/24) = 226.446… Hz.
    let document = try Self.document(
      Self.notes([(0.2, 0.3, 57.5), (0.5, 0.2, 69), (0.65, 0.2, 45)]) + "," + Self.beat)
    let track = try #require(try document.referenceTrack(lasting: 1))
    guard case .pitch(let first) = track.state(at: 0.3) else {
      Issue.record("\(track.state(at: 0.3))")
      return
    }
    #expect(abs(first.value - 226.4463) < 1e-3)
    #expect(
      Self.states(track, [0.1, 0.55, 0.68, 0.75, 0.9])
        == [.unvoiced, .pitch(Hertz(440)), .undecided, .pitch(Hertz(110)), .unvoiced])
  }

  @Test("a source with an empty contour is read from its notes, the others from their contours")
  func mixesSources() throws {
    // The strings of `notes` are "0", those of `contour` "4".
    let document = try Self.document(
      Self.contour([]) + "," + Self.notes([(0.2, 0.2, 57), (0.6, 0.2, 57)]) + ","
        + Self.contour((50...70).map { (Double($0) / 100, 0, 110.0, true) }, dense: true))
    let track = try #require(try document.referenceTrack(lasting: 1))
    #expect(
      Self.states(track, [0.3, 0.45, 0.55, 0.65, 0.75, 0.9])
        == [
          .pitch(Hertz(220)), .unvoiced, .pitch(Hertz(110)), .undecided, .pitch(Hertz(220)),
          .unvoiced,
        ])
    let silent = try Self.document(Self.contour([], dense: true) + "," + Self.notes([]))
    #expect(try silent.referenceTrack(lasting: 1) == nil)
  }

  @Test("a contour with a coarse hop has no gaps, and ends a hop after its last point")
  func coarseContour() throws {
    let document = try Self.document(
      Self.contour((1...4).map { (Double($0) / 5, 0, 110.0, true) }))
    let track = try #require(try document.referenceTrack(lasting: 1.2))
    #expect(
      Self.states(track, [0.1, 0.2, 0.39, 0.59, 0.79, 0.99, 1.01])
        == [.unvoiced] + [ReferenceTrack.State](repeating: .pitch(Hertz(110)), count: 5)
        + [.unvoiced])
  }

  @Test("contours are preferred to notes, and a single point has a limited length")
  func prefersContours() throws {
    let document = try Self.document(
      Self.notes([(0.2, 0.3, 57)]).replacingOccurrences(of: "\"0\"", with: "\"4\"") + ","
        + Self.contour([(0.3, 0, 110, true)]))
    let track = try #require(try document.referenceTrack(lasting: 1))
    #expect(
      Self.states(track, [0.25, 0.3, 0.34, 0.36])
        == [.unvoiced, .pitch(Hertz(110)), .pitch(Hertz(110)), .unvoiced])
  }

  @Test("a file without contours and notes has no track, and an error has its position")
  func noTrack() throws {
    #expect(try Self.document(Self.beat).referenceTrack(lasting: 1) == nil)
    let back = try Self.document(Self.contour([(0.3, 0, 110, true), (0.2, 0, 110, true)]))
    #expect(
      throws: AnnotationError.timeGoesBackwards(
        .observation(2, annotation: 1), seconds: 0.2, previous: 0.3)
    ) { try back.referenceTrack(lasting: 1) }
    let far = try Self.document(Self.contour([(0.3, 0, 30_000, true)]))
    #expect(
      throws: AnnotationError.outOfRange(
        .observation(1, annotation: 1), column: "frequency", value: 30_000, range: 10...20_000)
    ) { try far.referenceTrack(lasting: 1) }
    let note = try Self.document(Self.notes([(0.3, 1, 128)]))
    #expect(
      throws: AnnotationError.outOfRange(
        .observation(1, annotation: 1), column: "value", value: 128, range: 0...127)
    ) { try note.referenceTrack(lasting: 1) }
  }

  static let beat = "{\"namespace\": \"beat_position\", \"data\": [{\"time\": 0, \"value\": {}}]}"

  @Test("reads contours in both layouts, with silence between them", arguments: [false, true])
  func contours(dense: Bool) throws {
    let rows = [
      (0.5, 0, 110.0, true), (0.51, 0, 110.5, true), (0.52, 0, 111.0, true),
      (0.9, 1, 220.0, true), (0.91, 1, 0.0, false),
    ]
    let document = try Self.document(Self.beat + "," + Self.contour(rows, dense: dense))
    #expect(document.metadata?.duration == 22.3)
    #expect(document.annotations.map(\.content).first == .other)
    let tracks = try document.pitchTracks()
    #expect(tracks.count == 1)
    let track = try #require(tracks.first)
    #expect(track.source == "4")
    let points = track.labels.points
    #expect(points.map(\.frequency?.value) == [110, 110.5, 111, nil, 220, nil, nil])
    #expect(points.map(\.voicing) == [1, 1, 1, 0, 1, 0, 0])
    #expect(abs(points[3].seconds - 0.53) < 1e-9)
    #expect(abs(points[6].seconds - 0.92) < 1e-9)
  }

  @Test("a contour that follows without a gap leaves no silence")
  func adjacent() throws {
    let rows = [
      (0.5, 0, 110.0, true), (0.51, 0, 110.0, true), (0.52, 1, 220.0, true), (0.53, 1, 220, true),
    ]
    let track = try #require(try Self.document(Self.contour(rows)).pitchTracks().first)
    #expect(track.labels.points.map(\.frequency?.value) == [110, 110, 220, 220, nil])
  }

  @Test("reads notes between two semitones")
  func midi() throws {
    let document = try Self.document(Self.notes([(0.5, 0.25, 69), (1, 0.5, 45.12)]))
    let notes = try #require(try document.notes().first)
    #expect(notes.source == "0")
    #expect(notes.labels.map(\.onset) == [0.5, 1])
    #expect(notes.labels.map(\.offset) == [0.75, 1.5])
    #expect(notes.labels.first?.pitch == Hertz(440))
    let second = try #require(notes.labels.last)
    #expect(abs(second.pitch.interval(above: Hertz(110)).value - 12) < 1e-9)
  }

  @Test("names annotation, observation and reason of an invalid value")
  func fails() throws {
    let backwards = try Self.document(
      Self.beat + "," + Self.contour([(0.5, 0, 110, true), (0.4, 0, 110, true)]))
    #expect(
      throws: AnnotationError.timeGoesBackwards(
        .observation(2, annotation: 2), seconds: 0.4, previous: 0.5)
    ) { try backwards.pitchTracks() }
    let low = try Self.document(Self.contour([(0.5, 0, 2, true)]))
    #expect(
      throws: AnnotationError.outOfRange(
        .observation(1, annotation: 1), column: "frequency", value: 2, range: 10...20_000)
    ) { try low.pitchTracks() }
    let high = try Self.document(Self.notes([(0, 1, 60), (1, 1, 128)]))
    #expect(
      throws: AnnotationError.outOfRange(
        .observation(2, annotation: 1), column: "value", value: 128, range: 0...127)
    ) { try high.notes() }
    let unordered = try Self.document(Self.notes([(1, 1, 60), (0, 1, 60)]))
    #expect(
      throws: AnnotationError.timeGoesBackwards(
        .observation(2, annotation: 1), seconds: 0, previous: 1)
    ) { try unordered.notes() }
    let empty = try Self.document(Self.notes([(1, 0, 60)]))
    #expect(
      throws: AnnotationError.noteWithoutLength(
        .observation(1, annotation: 1), onset: 1, offset: 1)
    ) { try empty.notes() }
  }

  @Test("labels after the end of the recording are refused, a rounded end is not")
  func afterTheEnd() throws {
    let notes = try Self.document(Self.notes([(0, 1, 57), (1, 1.05, 57)]))
    #expect(try notes.referenceTrack(lasting: 2) != nil)
    #expect(try notes.notes(lasting: 2).count == 2)
    let late = try Self.document(Self.notes([(0, 1, 57), (100, 1, 57)]))
    let error = AnnotationError.afterEnd(seconds: 101, duration: 4)
    #expect(throws: error) { try late.referenceTrack(lasting: 4) }
    #expect(throws: error) { try late.notes(lasting: 4) }
    let contour = try Self.document(Self.contour([(0.1, 0, 110, true), (9, 0, 110, true)]))
    #expect(throws: AnnotationError.afterEnd(seconds: 9, duration: 4)) {
      try contour.referenceTrack(lasting: 4)
    }
  }

  @Test("a file that is not JSON is refused with its line and the remedy")
  func syntax() {
    let rows = [
      ("{\"a\": [1,\n NaN]}", ["line 2", "NaN", "null"]),
      ("{\"a\": [1,\n 2", ["line 2", "complete"]),
    ]
    for (text, words) in rows {
      let fault = JAMSDocument.syntaxFault(in: Array(text.utf8))
      for word in words { #expect(fault?.contains(word) == true, "\(fault ?? "none")") }
    }
    #expect(JAMSDocument.syntaxFault(in: Array("{\"a\": null}".utf8)) == nil)
  }

  @Test("dense lists of different lengths and values of another shape do not decode")
  func shapes() {
    let ragged =
      "{\"namespace\": \"note_midi\", \"data\": {\"time\": [0, 1], \"duration\": [1], \"value\": [60]}}"
    let shape =
      "{\"namespace\": \"note_midi\", \"data\": [{\"time\": 0, \"duration\": 1, \"value\": {}}]}"
    for text in [ragged, shape, "{}"] {
      #expect(throws: DecodingError.self) { try Self.document(text) }
    }
  }
}
