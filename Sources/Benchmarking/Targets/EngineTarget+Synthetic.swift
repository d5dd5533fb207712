// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

extension EngineTarget {
  /// A range of notes with its name in the targets.
  private struct Notes {
    let name: String
    let range: ClosedRange<Int>

    static let bass = Notes(name: "B0–D♯2", range: 22...39)
    static let lowGuitar = Notes(name: "E2–D♯3", range: 40...51)
    static let guitar = Notes(name: "E2–E4", range: 40...64)
    static let high = Notes(name: "F4–E6", range: 65...88)
    static let middle = Notes(name: "E2–E5", range: 40...76)
    static let all = Notes(name: "B0–E6", range: 22...88)
  }

  /// The targets on synthetic signals.
  ///
  /// The bass range begins a semitone below B0, as the suite does.
  static let synthetic: [EngineTarget] =
    cents + gross + noise + bound + settling + beginning + claims + confidence

  private static func of(
    _ sets: SignalSet..., notes: Notes? = nil, ratio: Int? = nil
  ) -> ResultSlice {
    ResultSlice(
      sets: sets.map(\.name), notes: notes?.range, ratios: ratio.map { [$0] })
  }

  private static let cents: [EngineTarget] = {
    let group = "Cents from the first partial, 60 dB"
    let limits: [(Notes, median: Double, p95: Double)] = [
      (.guitar, 0.0025, 0.015), (.bass, 0.012, 0.06),
    ]
    return limits.flatMap { notes, median, p95 in
      let slice = of(.string, notes: notes)
      return [
        EngineTarget(
          group, "string \(notes.name), median", .cents(.median), .atMost(median), of: slice),
        EngineTarget(group, "string \(notes.name), p95", .cents(.p95), .atMost(p95), of: slice),
      ]
    } + [
      EngineTarget(group, "stiff, median", .cents(.median), .atMost(0.0025), of: of(.stiff)),
      EngineTarget(
        "Within 50 c", "missing fundamental", .within50, .atLeast(1), of: of(.missing)),
    ]
  }()

  private static let gross: [EngineTarget] =
    ([.clean, .string, .weak, .missing, .stiff] as [SignalSet]).flatMap { set in
      [Notes.bass, .guitar, .high].map { notes in
        EngineTarget(
          "Gross errors", "\(set.name) \(notes.name)", .gross, .atMost(0),
          of: of(set, notes: notes))
      }
    }

  private static let noise: [EngineTarget] = {
    let group = "Within 50 c in noise"
    // The target for hum at 10 dB can be read in two ways; the lower limit is used.
    let rows: [(NoiseColour, ratio: Int, Notes, least: Double)] = [
      (.white, 0, .middle, 0.98), (.white, 0, .all, 0.9), (.pink, 0, .middle, 0.98),
      (.pink, 0, .all, 0.9), (.hum, 10, .middle, 0.98), (.hum, 10, .all, 0.9),
      (.white, 10, .middle, 0.995), (.pink, 10, .middle, 0.995),
    ]
    return rows.map { colour, ratio, notes, least in
      EngineTarget(
        group, "\(colour.rawValue) \(ratio) dB \(notes.name)", .within50, .atLeast(least),
        of: of(.noise(colour), notes: notes, ratio: ratio))
    }
  }()

  /// Three times the bound over 85 ms, in multiples of the bound over the longest window, which is
  /// twice as long.
  private static let bound: [EngineTarget] = ([20, 10, 5, 0] as [Int]).map { (ratio: Int) in
    EngineTarget(
      "Error over the Cramér–Rao bound, root mean square", "white \(ratio) dB", .overBound,
      .atMost(9), of: of(.noise(.white), ratio: ratio))
  }

  private static let settling: [EngineTarget] = {
    let group = "Settled after the pluck"
    let (guitar, bass) = (of(.string, notes: .lowGuitar), of(.string, notes: .bass))
    let rows: [(String, TargetMeasure, Double, ResultSlice)] = [
      ("50 c \(Notes.lowGuitar.name), median", .settled(within: Cents(50), .median), 0.015, guitar),
      ("50 c \(Notes.lowGuitar.name), p95", .settled(within: Cents(50), .p95), 0.020, guitar),
      ("50 c \(Notes.bass.name), median", .settled(within: Cents(50), .median), 0.040, bass),
      ("50 c \(Notes.bass.name), p95", .settled(within: Cents(50), .p95), 0.055, bass),
      ("50 c legato, median", .settled(within: Cents(50), .median), 0.020, of(.legato)),
      ("string, never", .neverSettled, 0, of(.string)),
      ("legato, never", .neverSettled, 0, of(.legato)),
      ("5 c \(Notes.lowGuitar.name), p95", .settled(within: Cents(5), .p95), 0.035, guitar),
      ("1 c \(Notes.lowGuitar.name), p95", .settled(within: Cents(1), .p95), 0.090, guitar),
    ]
    return rows.map { EngineTarget(group, $0, $1, .atMost($2), of: $3) }
  }()

  private static let beginning: [EngineTarget] = {
    let group = "50 to 250 ms after the pluck"
    let rows: [(String, TargetMeasure, TargetLimit)] = [
      ("body, median", .beginningCents(.median), .atMost(1.5)),
      ("body, p95", .beginningCents(.p95), .atMost(5)),
      ("body, over 10 c", .beginningOff, .atMost(0.01)),
      ("body, |error| < 2 sigma", .beginningCoverage, .atLeast(0.93)),
    ]
    return rows.map { EngineTarget(group, $0, $1, $2, of: of(.body)) }
  }()

  private static let claims: [EngineTarget] = {
    let group = "Sigma"
    let pitched = ResultSlice(sets: SignalSet.allCases.filter { $0.hasStrings }.map(\.name))
    let ratios = [60] + SignalSet.signalToNoise
    return [
      EngineTarget(group, "|error| < 2 sigma", .coverage, .atLeast(0.95), of: pitched),
      EngineTarget(
        group, "rank correlation with error", .rankCorrelation, .atLeast(0.5), of: pitched),
    ]
      + ratios.map { ratio in
        var slice = pitched
        slice.ratios = [ratio]
        return EngineTarget(
          group, "rms error/sigma at \(ratio) dB", .normalisedRMSError, .within(0.7...1.3),
          of: slice)
      }
  }()

  private static let confidence: [EngineTarget] = [
    EngineTarget(
      "Confidence", "noise alone below 0.3", .lowConfidence, .atLeast(0.99), of: of(.unvoiced)),
    EngineTarget(
      "Confidence", "noise alone at 0.7 or more", .falseAlarms, .atMost(0.002), of: of(.unvoiced)),
    EngineTarget(
      "Confidence", "strings in pink noise at 0 dB at 0.7 or more", .answered, .atLeast(0.95),
      of: of(.noise(.pink), ratio: 0)),
    EngineTarget(
      "Confidence", "strings in pink noise at -5 dB at 0.7 or more", .answered, .atLeast(0.75),
      of: of(.noise(.pink), ratio: -5)),
    EngineTarget(
      "Touched harmonics", "readings that leave their note's answer", .left, .atMost(0.005),
      of: of(.touched)),
    EngineTarget("Rooms", "rooms at 0.7 or more", .falseAlarms, .atMost(0.002), of: of(.rooms)),
    EngineTarget("Rooms", "rooms below 0.3", .lowConfidence, .atLeast(0.99), of: of(.rooms)),
    EngineTarget(
      "Rooms", "rooms in which a view shows a pitch", .shown, .atMost(0.001), of: of(.rooms)),
  ]
}
