// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Classifier edges")
struct ClassifierEdgeTests {
  /// Finds the largest frequency that `isInside` accepts, to the ulp.
  private func edge(from inside: Double, to outside: Double, _ isInside: (Double) -> Bool) -> Double
  {
    var (low, high) = (inside.bitPattern, outside.bitPattern)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isInside(Double(bitPattern: middle)) { low = middle } else { high = middle }
    }
    return Double(bitPattern: low)
  }

  @Test("a string is matched up to 50 cents, and not one ulp further", arguments: 0..<6)
  func matchingRange(index: Int) {
    let classifier = PitchClassifier(selection: .strings(.standard))
    let string = classifier.strings[index]
    let last = edge(
      from: string.frequency.value, to: string.frequency.raised(by: Cents(60)).value
    ) { classifier.match(Hertz($0)) != nil }
    #expect(Hertz(last).interval(above: string.frequency) <= Cents(50))
    #expect(Hertz(last.nextUp).interval(above: string.frequency) > Cents(50))
    // 2^(50 / 1200), to the rounding of the logarithm.
    #expect(abs(last / string.frequency.value - 1.0293022366434921) < 1e-14)
  }

  @Test(
    "the smallest frequencies above 0 have a result",
    arguments: [
      Double.leastNonzeroMagnitude, 200 * Double.leastNonzeroMagnitude, 1e-300, 1e-307,
    ])
  func tiny(frequency: Double) {
    for selection in [TargetSelection.chromatic, .strings(.standard)] {
      let result = PitchClassifier(selection: selection).classify(
        PitchEstimate(frequency: Hertz(frequency), confidence: 0.9), level: nil,
        at: SamplePosition(0))
      #expect(result.note != nil)
    }
  }

  @Test("of two strings that are equally near, the first in the tuning is the nearest")
  func equallyNear() throws {
    // 220 Hz is an octave below A4 and an octave above A2.
    for (notes, octave) in [("A4 A2 A5 A6", 4), ("A2 A4 A5 A6", 2)] {
      let classifier = PitchClassifier(
        selection: .strings(try InstrumentTuning(literal: notes)))
      #expect(classifier.nearest(to: Hertz(220))?.string.spelling.octave == octave)
    }
  }

  @Test("a distance beyond all sounds has no number", arguments: [1e8, 1e300, .infinity, .nan])
  func farAway(cents: Double) {
    let string = InstrumentTuning.standard.strings[0]
    for sign in [1.0, -1] {
      #expect(
        StringGuidance(string: string, interval: Cents(sign * cents)).distance == "out of reach")
    }
    #expect(
      StringGuidance(string: string, interval: Cents(1e7)).distance == "100000.0 semitones sharp")
  }

  @Test("the needle of a locked string stops at 100 cents on either side, its deviation does not")
  func clamp() throws {
    let classifier = try PitchClassifier(
      selection: .strings(.standard), system: .concert, lockedTo: 5)
    for (cents, shown) in [(99.9, 99.9), (100.1, 100), (-99.9, -99.9), (-4000, -100), (4000, 100)] {
      let frequency = Hertz(110).raised(by: Cents(cents))
      let match = try #require(classifier.match(frequency))
      #expect(abs(match.cents.value - cents) < 1e-9)
      let result = classifier.classify(
        PitchEstimate(frequency: frequency, confidence: 0.9), level: nil, at: SamplePosition(1))
      #expect(try abs(#require(result.cents).value - shown) < 1e-9)
      #expect(try abs(#require(result.deviation).value - cents) < 1e-9)
    }
  }

  @Test("a deviation of 100 cents or more is far from the locked string, and from no other one")
  func farFromLocked() throws {
    let locked = try PitchClassifier(
      selection: .strings(.standard), system: .concert, lockedTo: 5)
    for edge in [Cents(100), Cents(-100)] {
      #expect(locked.isFarFromLocked(edge))
      #expect(!locked.isFarFromLocked(Cents(edge.value * 0.999_999)))
      #expect(!PitchClassifier(selection: .strings(.standard)).isFarFromLocked(edge))
      #expect(!PitchClassifier(selection: .chromatic).isFarFromLocked(edge))
    }
  }

  /// The twelfth-fret harmonic is the octave: 2·f, and 2·110 Hz = 220 Hz is no open string.
  @Test("matches an open string an octave above another one as itself")
  func openOctave() throws {
    // In drop D string 4, D3, is where the harmonic of string 6, D2, would be.
    let tuning = try #require(InstrumentTuning.preset("drop_d"))
    let classifier = PitchClassifier(selection: .strings(tuning))
    #expect(classifier.harmonic(at: Hertz(146.83)) == nil)
    #expect(classifier.target(of: Hertz(146.83))?.string?.position == 4)
    #expect(classifier.harmonic(at: Hertz(220))?.string.position == 5)
  }

  @Test("recognises the harmonic at the twelfth fret of every string, and no open string as one")
  func harmonics() throws {
    let classifier = PitchClassifier(selection: .strings(.standard))
    for string in classifier.strings {
      let result = classifier.classify(
        PitchEstimate(
          frequency: Hertz(2 * string.frequency.value).raised(by: Cents(3)), confidence: 0.9),
        level: nil, at: SamplePosition(1))
      let harmonic = try #require(result.harmonic)
      #expect(harmonic.string == string.string)
      #expect(abs(harmonic.cents.value - 3) < 1e-9)
      // A harmonic is not a string, so it has no tuning state.
      #expect(result.target == nil)
      #expect(result.state() == .active)
      #expect(classifier.harmonic(at: string.frequency) == nil)
    }
    #expect(classifier.harmonic(at: Hertz(130.81)) == nil)
    let locked = try PitchClassifier(
      selection: .strings(.standard), system: .concert, lockedTo: 6)
    #expect(locked.harmonic(at: Hertz(164.8138))?.string.position == 6)
    #expect(locked.harmonic(at: Hertz(220)) == nil)
    #expect(PitchClassifier(selection: .chromatic).harmonic(at: Hertz(220)) == nil)
  }

  @Test("strings are compared in their temperament and with their sweetening")
  func system() throws {
    let system = try PitchSystem(reference: .concert, temperament: Temperament(named: "just:E"))
    let tuning = try InstrumentTuning.standard.sweetened(by: [6: Cents(-4)])
    let classifier = try PitchClassifier(selection: .strings(tuning), system: system)
    // A4 = 440 is 4/3 above E4 = 330, so E2 is 82.5 Hz, and B3 is 3/2 above E3 = 165.
    let low = try #require(classifier.match(Hertz(82.5)))
    #expect(abs(low.cents.value - 4) < 1e-9)
    let b = try #require(classifier.match(Hertz(247.5)))
    #expect(b.target.string?.position == 2)
    #expect(abs(b.cents.value) < 1e-9)
  }

  @Test("the lower of two unison strings is matched, and a lock selects the other")
  func unison() throws {
    let twelve = try #require(InstrumentTuning.preset("twelve_string"))
    let automatic = PitchClassifier(selection: .strings(twelve))
    #expect(automatic.match(Hertz(246.94))?.target.description == "4:B3")
    let locked = try PitchClassifier(
      selection: .strings(twelve), system: .concert, lockedTo: 3)
    #expect(locked.match(Hertz(246.94))?.target.description == "3:B3")
  }

  struct Phrase: CustomTestStringConvertible {
    let cents: Double
    let text: String
    var testDescription: String { text }
  }

  static let phrases = [
    Phrase(cents: -280, text: "E2: 2.8 semitones flat"), Phrase(cents: 0.4, text: "E2: in place"),
    Phrase(cents: 12, text: "E2: 12 cents sharp"), Phrase(cents: -1, text: "E2: 1 cent flat"),
    Phrase(cents: -100, text: "E2: 1.0 semitone flat"),
    Phrase(cents: 1195.1, text: "E2: 12.0 semitones sharp"),
    Phrase(cents: -99.6, text: "E2: 1.0 semitone flat"),
  ]

  @Test("describes the direction to a string in words", arguments: phrases)
  func phrase(row: Phrase) throws {
    let string = try #require(InstrumentTuning.standard.string(at: 6))
    #expect(StringGuidance(string: string, interval: Cents(row.cents)).description == row.text)
  }

  @Test("a result out of range is refused, and results of a classifier are accepted")
  func validation() throws {
    let position = SamplePosition(1)
    let good = PitchClassifier(selection: .chromatic).classify(
      PitchEstimate(frequency: Hertz(110), confidence: 0.9), level: nil, at: position)
    #expect(try good.validated() == good)
    for confidence in [-0.1, 1.1, .nan] {
      #expect(throws: TuningError.self) {
        _ = try PitchResult(timestamp: position, confidence: confidence).validated()
      }
    }
    for cents in [-100.0.nextUp - 1, 100.0.nextUp, .nan, .infinity] {
      #expect(throws: TuningError.self) {
        _ = try PitchResult(timestamp: position, cents: Cents(cents)).validated()
      }
    }
    for frequency in [0, -1, .nan, .infinity] {
      #expect(throws: TuningError.self) {
        _ = try PitchResult(
          timestamp: position, estimate: PitchEstimate(frequency: Hertz(frequency), confidence: 1)
        ).validated()
      }
    }
  }
}
