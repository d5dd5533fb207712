// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of standard MIDI files of type 0, with a pitch bend before each note for its exact
/// pitch (`MIDIPitch`).
///
/// A tick is a tenth of a millisecond. The writer keeps the events until the end, because the length
/// of the track precedes them.
struct MIDIWriter: AnalysisWriter {
  static let fileExtension = "mid"
  static let canFollow = false
  static let holdsFrames = false
  static let holdsStrokes = false

  private static let ticksPerQuarter = 5000
  private static let microsecondsPerQuarter = 500_000
  private static let ticksPerSecond = 10_000.0
  private static let steelGuitar: UInt8 = 25

  private let context: AnalysisContext
  private var track = MIDITrack()
  /// The last note, whose end depends on the beginning of the next.
  private var last: TrackedNote?

  init(_ context: AnalysisContext) { self.context = context }

  mutating func begin(_: inout OutputSink) {
    track.append(.meta(0x03, Array(context.title.utf8)))
    track.append(.meta(0x01, Array(AnalysisContext.program.utf8)))
    track.append(.tempo(Self.microsecondsPerQuarter))
    track.append(.channel(0xC0, Self.steelGuitar, nil))
    for (controller, value) in MIDIPitch.rangeControls {
      track.append(.channel(0xB0, controller, value))
    }
  }

  func frame(_: PitchResult, state _: TuningState, to _: inout OutputSink) {}

  mutating func note(_ note: TrackedNote, to _: inout OutputSink) {
    if let last { write(last, until: min(last.end, note.start)) }
    last = note
  }

  func update(_: StrumUpdate, to _: inout OutputSink) {}

  func stroke(_: Stroke, number _: Int, to _: inout OutputSink) {}

  mutating func end(_: RecordingSummary, failure _: String?, to sink: inout OutputSink) throws {
    if let last { write(last, until: last.end) }
    try sink.write(StandardMIDIFile([track], ticksPerQuarter: Self.ticksPerQuarter).bytes)
  }

  private mutating func write(_ note: TrackedNote, until end: SamplePosition) {
    if note.isPolyphonic {
      // The notes of a chord are unknown, so a marker stands for it.
      return track.append(.meta(0x06, Array("chord".utf8)), at: tick(note.start))
    }
    let pitch = MIDIPitch(note.frequency)
    let key =
      pitch.isInReach(of: note.note.midi)
      ? UInt8(min(127, max(0, note.note.midi))) : pitch.nearestKey
    let bend = pitch.bend(from: key)
    let start = tick(note.start)
    track.append(.channel(0xE0, UInt8(bend & 0x7F), UInt8(bend >> 7)), at: start)
    let velocity = MIDIPitch.velocity(of: note.onsetLevel)
    track.append(.channel(0x90, key, velocity), at: start)
    // A note without length would never end in a synthesiser.
    track.append(.channel(0x80, key, 0x40), at: max(start + 1, tick(end)))
  }

  private func tick(_ position: SamplePosition) -> Int {
    Int((position.seconds(at: context.sampleRate) * Self.ticksPerSecond).rounded())
  }
}
