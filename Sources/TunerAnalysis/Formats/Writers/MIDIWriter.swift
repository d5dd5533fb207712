// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Foundation
import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of standard MIDI files of type 0, with a pitch bend before each note for its exact
/// pitch.
///
/// A tick is a tenth of a millisecond. The bend is relative to A4 at 440 Hz for any reference of
/// the analysis, because synthesisers play A4 at 440 Hz. The writer keeps the events until the end,
/// because the length of the track precedes them.
struct MIDIWriter: AnalysisWriter {
  static let fileExtension = "mid"
  static let canFollow = false
  static let holdsFrames = false
  static let holdsStrokes = false

  private static let ticksPerQuarter = 5000
  private static let microsecondsPerQuarter = 500_000
  private static let ticksPerSecond = 10_000.0
  private static let steelGuitar: UInt8 = 25
  /// The range of a full pitch bend in semitones, which is the default of synthesisers.
  private static let bendRange = 2.0
  private static let bendCentre = 8192.0
  /// The level of the least MIDI velocity, in dB relative to full scale.
  private static let softest = -60.0

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
    // Registered parameter 0 is the bend's range; 127, 127 closes it.
    for (controller, value) in [
      (101, 0), (100, 0), (6, UInt8(Self.bendRange)), (38, 0), (101, 127), (100, 127),
    ] as [(UInt8, UInt8)] {
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
    let exact = 69 + 12 * log2(note.frequency.value / 440)
    let isNear = abs(exact - Double(note.note.midi)) <= Self.bendRange
    let key = min(127, max(0, isNear ? note.note.midi : Int(exact.rounded())))
    let bend = Self.bendCentre * (1 + (exact - Double(key)) / Self.bendRange)
    let value = Int(min(2 * Self.bendCentre - 1, max(0, bend.rounded())))
    let start = tick(note.start)
    track.append(.channel(0xE0, UInt8(value & 0x7F), UInt8(value >> 7)), at: start)
    track.append(.channel(0x90, UInt8(key), Self.velocity(of: note)), at: start)
    // A note without length would never end in a synthesiser.
    track.append(.channel(0x80, UInt8(key), 0x40), at: max(start + 1, tick(end)))
  }

  private func tick(_ position: SamplePosition) -> Int {
    Int((position.seconds(at: context.sampleRate) * Self.ticksPerSecond).rounded())
  }

  private static func velocity(of note: TrackedNote) -> UInt8 {
    guard let level = note.onsetLevel else { return 64 }
    return UInt8(min(127, max(1, (127 * (1 - level.value / softest)).rounded())))
  }
}
