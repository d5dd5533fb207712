// SPDX-License-Identifier: MIT

import Acoustics
import Datasets
import Evaluation
import Testing
import Tuning

/// Mixes of two open strings of a guitar, to count the updates that show the wrong string.
///
/// Decision 0016 has the counts over all pairs and levels in a release build. A debug build takes
/// neighbours on *guitarsounds* only, at the levels that have a limit.
@Suite("Targets of two strings at once")
struct ConcurrentStringTargetTests {
  /// The levels of a string that rings along, and of a damped tail, in dB.
  #if DEBUG
    static let levels = (ringing: [-30.0], tail: [-20.0, -30])
  #else
    static let levels = (ringing: [-12.0, -18, -24, -30], tail: [0.0, -12, -20, -30])
  #endif

  /// The open strings of each guitar with all six.
  private static func guitars() throws -> [[RecordedString]] {
    #if DEBUG
      let names = ["guitarsounds"]
    #else
      let names = ["guitarsounds", "fluidr3"]
    #endif
    var guitars: [String: [RecordedString]] = [:]
    for name in names {
      let set = try InstalledSet(name)
      for recording in set.manifest.recordings {
        guard let guitar = guitar(of: recording, in: name),
          let string = InstrumentTuning.standard.strings.first(where: {
            $0.note.midi == recording.reference.nominalNote
          })
        else { continue }
        let (samples, rate) = try set.samples(of: recording)
        let lead = RecordedString.lead * Double(rate.hertz)
        let onset = Int((recording.reference.onset ?? 0) * Double(rate.hertz)) - Int(lead)
        let silence = [Float](repeating: 0, count: max(0, -onset))
        guitars[guitar, default: []].append(
          RecordedString(
            name: recording.file, string: string.position, sampleRate: rate,
            samples: silence + samples.dropFirst(max(0, onset)).prefix(4 * rate.hertz)))
      }
    }
    return guitars.sorted { $0.key < $1.key }.map { $0.value.sorted { $0.string > $1.string } }
      .filter { Set($0.map(\.string)) == Set(1...6) && $0.count == 6 }
  }

  private static func guitar(of recording: DatasetRecording, in set: String) -> String? {
    if set == "guitarsounds" { return String(recording.file.prefix { $0 != "_" }) }
    let programs = ["p024", "p025", "p026", "p027"]  // Nylon, steel, jazz, clean.
    return programs.first(where: recording.file.hasPrefix)
  }

  private static func pairs(
    _ strings: [RecordedString]
  ) -> [(first: RecordedString, second: RecordedString)] {
    strings.flatMap { first in
      strings.filter { second in
        #if DEBUG
          abs(first.string - second.string) == 1
        #else
          first.string != second.string
        #endif
      }.map { (first, $0) }
    }
  }

  /// The counts over many mixes.
  private struct Count: CustomStringConvertible {
    var mixes = 0
    var updates = 0
    var shown = 0
    var nearest = 0
    var stolen = 0
    var unfollowed = 0
    var description: String {
      "\(mixes) mixes, \(updates) updates: another string shown in \(shown), nearest in \(nearest); "
        + "target stolen in \(stolen) mixes, not followed in \(unfollowed)"
    }

    /// Counts the updates from `start` on against the string that was struck.
    mutating func add(_ heard: [HeardTargets], of string: Int, from start: Double, within: Double) {
      mixes += 1
      guard let first = heard.first(where: { $0.time > start && $0.shown == string })?.time,
        first <= start + within
      else {
        unfollowed += 1
        return
      }
      let rest = heard.filter { $0.time > first }
      updates += rest.count
      let wrong = rest.count { $0.shown != nil && $0.shown != string }
      shown += wrong
      nearest += rest.count { $0.nearest != nil && $0.nearest != string }
      if wrong > 0 { stolen += 1 }
    }
  }

  @Test(
    "a sympathetic neighbour becomes the target in few recordings",
    arguments: levels.ringing)
  func ringing(decibels: Double) throws {
    var count = Count()
    for strings in try Self.guitars() {
      for (first, second) in Self.pairs(strings) {
        let mix = first.with(second, at: Decibels(decibels))
        let heard = try HeardTargets.hear(mix, at: first.sampleRate)
        count.add(heard, of: first.string, from: RecordedString.lead, within: 0.5)
      }
    }
    print("ringing along at \(decibels) dB: \(count)")
    #expect(count.mixes >= 20)
    #expect(decibels > -30 || count.stolen == 0 && count.unfollowed == 0)
  }

  @Test(
    "the next string becomes the target, and the tail of the previous one does not",
    arguments: levels.tail)
  func tail(decibels: Double) throws {
    let delay = 1.5
    var count = Count()
    for strings in try Self.guitars() {
      for (first, second) in Self.pairs(strings) {
        let mix = first.followed(by: second, after: delay, damped: Decibels(decibels))
        let heard = try HeardTargets.hear(mix, at: first.sampleRate)
        count.add(heard, of: second.string, from: RecordedString.lead + delay, within: 0.5)
      }
    }
    print("tail at \(decibels) dB: \(count)")
    #expect(count.mixes >= 20)
    #expect(decibels > -20 || count.stolen == 0)
  }
}
