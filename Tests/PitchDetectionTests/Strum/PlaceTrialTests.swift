// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("The trial of a place")
struct PlaceTrialTests {
  private static let rate = SampleRate(48000)
  private static let samplesPerUpdate = 2400

  private func engine(_ targets: [Hertz]) throws -> StrumEngine {
    try StrumEngine(
      StrumConfiguration(
        strings: targets.map { StrumString(target: $0) }, sampleRate: Self.rate))
  }

  /// A stroke of which B3 and E4 do not sound, half a second after its last onset.
  private func heardStroke(missing: [Int] = [4, 5]) throws -> StrumEngine {
    let (samples, targets, end) = stroke(missing: missing)
    var engine = try engine(targets)
    for start in stride(from: 0, to: end, by: Self.samplesPerUpdate) {
      engine.append(samples.span.extracting(start..<(start + Self.samplesPerUpdate)))
      engine.update()
    }
    return engine
  }

  private func stroke(
    missing: [Int] = [4, 5]
  ) -> (samples: [Float], targets: [Hertz], end: Int) {
    var strum = StrumDraw.guitar.strum(seed: 5)
    for index in strum.voices.indices { strum.voices[index].isPlayed = !missing.contains(index) }
    let samples = strum.signal(at: Self.rate, lasting: 2).render(at: Self.rate)
    return (samples, strum.targets, Int((strum.lastOnset + 0.5) * 48000))
  }

  @Test("keeps the place if the log odds grow by one, and else returns to the decision before it")
  func ending() throws {
    var engine = try heardStroke()
    let earlier = engine.fits.measurements[4]
    let reading = engine.reading(ofString: 4)
    let before = StrumSearch.Place(first: 240, inharmonicity: 1e-5)
    engine.fits.trials[4] = PlaceTrial(before: before)
    var likely = earlier
    (likely.odds, likely.support) = (2, 5)
    likely.earlier.add(likely, window: 0.3, after: 0.05)
    engine.fits.measurements[4].earlier = likely.earlier
    engine.endTrials(after: 0.05)
    let decision = try #require(engine.fits.trials[4]?.decision)
    #expect(decision.measurement.odds == earlier.odds)
    #expect(decision.reading == reading)

    engine.fits.measurements[4].odds = earlier.odds + 0.9
    engine.fits.readings[4] = .unmeasured(.unclear)
    engine.fits.places[4].first = 250
    engine.endTrials(after: 0.05)
    #expect(engine.fits.trials[4] == nil)
    #expect(engine.fits.places[4].first == 240)
    #expect(engine.fits.starts[4] == .tried)
    #expect(engine.fits.measurements[4].odds == earlier.odds)
    #expect(engine.reading(ofString: 4) == reading)
    // The update of the trial adds no weight, and the weights fade as in any other.
    func kept(_ support: EarlierSupport) -> Double { support.kept(at: likely.frequency, over: 0) }
    let ended = kept(engine.fits.measurements[4].earlier)
    #expect(ended > 0 && ended < 0.8 * kept(likely.earlier))

    engine.fits.trials[4] = PlaceTrial(before: before, decision: decision)
    engine.fits.measurements[4].odds = earlier.odds + 1.1
    engine.fits.places[4].first = 250
    engine.fits.starts[4] = .kept
    engine.endTrials(after: 0.05)
    #expect(engine.fits.trials[4] == nil)
    #expect(engine.fits.places[4].first == 250)
    #expect(engine.fits.starts[4] == .kept)
    #expect(engine.fits.measurements[4].odds == earlier.odds + 1.1)
  }

  @Test("ends at the place before it when a hand damps the strings", arguments: [false, true])
  func damped(isDamped: Bool) throws {
    var engine = try heardStroke()
    let before = StrumSearch.Place(first: 240, inharmonicity: 1e-5)
    engine.fits.trials[4] = PlaceTrial(before: before)
    // The measurement before was that of another fall.
    if isDamped { engine.fits.measuredFall = 1 }
    let (samples, _, end) = stroke()
    let start = end + Self.samplesPerUpdate - end % Self.samplesPerUpdate
    engine.append(samples.span.extracting(start..<(start + Self.samplesPerUpdate)))
    engine.update()
    #expect((engine.fits.trials[4]?.before.first == 240) == !isDamped)
  }

  @Test("begins for silent strings of a stroke, and never before a stroke")
  func beginning() throws {
    let (samples, targets, _) = stroke()
    var engine = try engine(targets)
    let onset = samples.firstIndex { abs($0) > 0.01 } ?? samples.count
    var (early, trials) = (0, 0)
    for start in stride(
      from: 0, through: samples.count - Self.samplesPerUpdate, by: Self.samplesPerUpdate)
    {
      engine.append(samples.span.extracting(start..<(start + Self.samplesPerUpdate)))
      engine.update()
      let count = engine.fits.trials.count { $0 != nil }
      if start + Self.samplesPerUpdate <= onset { early += count }
      trials += count
    }
    #expect(early == 0)
    #expect(trials > 0)
  }

  @Test("begins for a clear string if its partials scatter and its first is a lower string's too")
  func exchange() throws {
    var engine = try heardStroke(missing: [])
    let multiple = 3 * engine.fits.measurements[0].frequency
    engine.fits.fitCount = 3
    engine.fits.trials[4] = nil
    engine.fits.measurements[0].odds = 3
    engine.fits.measurements[4].odds = 2
    engine.fits.measurements[4].frequency = multiple
    engine.fits.measurements[4].scatter = 8
    var isTrying = engine.isTrying(4)
    #expect(isTrying)

    engine.fits.measurements[4].scatter = 1
    isTrying = engine.isTrying(4)
    #expect(!isTrying)
    engine.fits.measurements[4].scatter = 8
    engine.fits.measurements[4].frequency = multiple + 1.2 / engine.spectrum.seconds
    isTrying = engine.isTrying(4)
    #expect(!isTrying)
    engine.fits.measurements[4].frequency = multiple
    engine.fits.measurements[0].odds = -1
    isTrying = engine.isTrying(4)
    #expect(!isTrying)
  }

  @Test("is not the only search: a string on a lower one's partials is searched for each time")
  func onLowerString() throws {
    var engine = try heardStroke(missing: [])
    for index in engine.strings.indices {
      engine.fits.measurements[index].sigma = 0.1
      engine.fits.measurements[index].significantCount = 6
      engine.fits.newest[index].isOfLowerString = false
    }
    engine.fits.turn = 2
    #expect(engine.nextUnknown == nil)
    engine.fits.newest[4].isOfLowerString = true
    #expect(engine.nextUnknown == 4)
    engine.fits.turn = 3
    #expect(engine.nextUnknown == 4)
  }

  @Test(
    "allocates nothing",
    .enabled(
      if: headstock_allocations_are_counted() != 0, "A sanitizer has an allocator of its own."))
  func allocations() throws {
    let (samples, targets, _) = stroke()
    var engine = try engine(targets)
    // In an unoptimised test, the first loop over a stride allocates.
    var start = 0
    headstock_allocations_begin()
    while start + Self.samplesPerUpdate <= samples.count {
      engine.append(samples.span.extracting(start..<(start + Self.samplesPerUpdate)))
      engine.update()
      start += Self.samplesPerUpdate
    }
    #expect(headstock_allocations_end() == 0)
  }
}
