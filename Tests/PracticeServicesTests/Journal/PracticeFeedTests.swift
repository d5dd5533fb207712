// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing
import Tuning

@Suite("Practice on its way to the journal")
struct PracticeFeedTests {
  private static let rate = SampleRate(48_000)
  private let place: TemporaryDirectory
  private let journal: PracticeJournal
  private let classifier = PitchClassifier(selection: .chromatic)
  private let began = moment("2026-11-21T10:00:00Z")

  init() throws {
    place = try TemporaryDirectory()
    journal = PracticeJournal(directory: place.path + "/journal")
  }

  /// Plays a scale for so many seconds of the stream.
  private func play(
    _ feed: PracticeFeed, from start: Double = 0, seconds: Double,
    _ before: (Double) -> Void = { _ in }
  ) {
    for index in 1...Int(seconds * 20) {
      let time = start + Double(index) / 20
      before(time)
      let note = Int(time / 0.5)
      let isSounding = time - Double(note) * 0.5 < 0.4
      let hertz = 110 * pow(2, Double([0, 2, 4, 5, 7, 9, 11, 12][note % 8]) / 12)
      feed.take(
        classifier.classify(
          isSounding ? PitchEstimate(frequency: Hertz(hertz), confidence: 0.95) : nil,
          level: Decibels(-20), at: SamplePosition(Int64((time * 48_000).rounded()))))
    }
  }

  @Test("a recording from a pipe ends when its last sample arrives")
  func pipe() throws {
    let clock = ScriptedClock(began)
    let feed = PracticeFeed.recording(
      "-", sound: nil, sampleRate: Self.rate, classifier, .standard, into: journal, clock: clock)
    play(feed, seconds: 20) { clock.now = began.advanced(byMilliseconds: Int64(1000 * $0)) }
    #expect(try feed.finish(after: 20))
    #expect(
      try journal.all().records.map(\.start) == [began, began.advanced(bySeconds: 10)])
  }

  @Test("a recording whose file has a time in the future ends now")
  func futureFile() throws {
    let path = try place.write(Data(), to: "take.wav")
    let tomorrow = Double(began.milliseconds) / 1000 + 86_400
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: tomorrow)], ofItemAtPath: path)
    let feed = PracticeFeed.recording(
      path, sound: nil, sampleRate: Self.rate, classifier, .standard, into: journal,
      clock: ScriptedClock(began))
    play(feed, seconds: 20)
    #expect(try feed.finish(after: 20))
    #expect(
      try journal.all().records.map(\.start) == [
        began.advanced(bySeconds: -20), began.advanced(bySeconds: -10),
      ])
  }

  @Test("a recording in a file ends when the file was written")
  func file() throws {
    let path = try place.write(Data(), to: "take.wav")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(began.milliseconds) / 1000)],
      ofItemAtPath: path)
    let clock = ScriptedClock(began.advanced(bySeconds: 5000))
    let feed = PracticeFeed.recording(
      path, sound: nil, sampleRate: Self.rate, classifier, .standard, into: journal, clock: clock)
    play(feed, seconds: 10)
    #expect(try feed.finish(after: 10))
    #expect(try journal.all().records.map(\.start) == [began.advanced(bySeconds: -10)])
  }

  @Test("after the machine slept, live practice has the time of the wall clock")
  func sleep() throws {
    let clock = ScriptedClock(began)
    let feed = PracticeFeed.live(
      sampleRate: Self.rate, classifier, .standard, into: journal, clock: clock
    ) { _ in }
    // The positions stop for an hour after 25 s. Results are up to a second late.
    play(feed, seconds: 44) { time in
      let late: Int64 = time < 25 ? 1000 : 0
      clock.now = began.advanced(
        byMilliseconds: Int64(1000 * time) + late + (time > 25 ? 3_600_000 : 0))
    }
    // The end comes after another sleep, in which nothing was played.
    clock.now = clock.now.advanced(bySeconds: 7200)
    _ = try feed.finish(after: 44)
    let starts = try journal.all().records.map { $0.start.milliseconds(since: began) }
    #expect(starts == [0, 10_000, 3_620_000, 3_630_000, 3_640_000])
  }
}
