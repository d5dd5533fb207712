// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

extension EngineTarget {
  /// The targets on recordings.
  static let accuracy: [EngineTarget] = {
    let notes = ResultSlice(content: .pitched)
    let bass = ResultSlice(notes: 0...39, content: .pitched)
    let noise = ResultSlice(content: .noise)
    let microphones = ResultSlice(content: .pitched, isThroughMicrophone: true)
    let whole = "Notes of an analysis"
    let beginning = "50 to 250 ms after the pluck"
    return [
      EngineTarget("Real notes", "within 50 c", .within50, .atLeast(0.995), of: notes),
      EngineTarget("Real notes", "gross errors up to D♯2", .gross, .atMost(0.002), of: bass),
      EngineTarget("Real notes", "at 0.7 or more", .answered, .atLeast(0.97), of: notes),
      EngineTarget(
        "Real notes", "from the measured first partial, per note, median", .noteCents(.median),
        .atMost(0.1), of: notes, meaning: .partial),
      EngineTarget(
        "Real notes", "from the measured first partial, per note, p95", .noteCents(.p95),
        .atMost(1), of: notes, meaning: .partial),
      EngineTarget(
        whole, "from the measured first partial, median", .wholeNoteCents(.median), .atMost(0.05),
        of: notes, meaning: .partial),
      EngineTarget(
        whole, "from the measured first partial, p95", .wholeNoteCents(.p95), .atMost(0.7),
        of: notes, meaning: .partial),
      EngineTarget(
        whole, "recordings without a note", .withoutNote, .atMost(0.005), of: notes,
        meaning: .partial),
      // Single notes that are taken for something else: an octave off, as well as with a vibrato.
      EngineTarget(
        whole, "gross errors", .wholeNoteGross, .atMost(0.005), of: notes, meaning: .partial),
      EngineTarget(
        whole, "a vibrato that nobody played", .vibrato, .atMost(0.005), of: notes,
        meaning: .partial),
      EngineTarget(
        beginning, "early, median", .beginningCents(.median), .atMost(1.5), of: notes,
        meaning: .partial),
      EngineTarget(
        beginning, "early, p95", .beginningCents(.p95), .atMost(5), of: notes, meaning: .partial),
      EngineTarget(
        beginning, "early, over 10 c", .beginningOff, .atMost(0.01), of: notes, meaning: .partial),
      EngineTarget(
        beginning, "early, over 10 c, through microphones", .beginningOff, .atMost(0.03),
        of: microphones,
        meaning: .partial),
      EngineTarget(
        beginning, "early, |error| < 2 sigma", .beginningCoverage, .atLeast(0.93), of: notes,
        meaning: .partial),
      EngineTarget(
        "Sigma", "|error| < 2 sigma", .coverage, .atLeast(0.95), of: notes, meaning: .partial),
      EngineTarget(
        "Sigma", "sigma, median", .sigma, .atMost(1), of: notes, meaning: .partial),
      EngineTarget("Recorded noise", "at 0.7 or more", .falseAlarms, .atMost(0.002), of: noise),
      EngineTarget("Recorded noise", "below 0.3", .lowConfidence, .atLeast(0.99), of: noise),
      EngineTarget("Recorded noise", "a view shows a pitch", .shown, .atMost(0.001), of: noise),
    ]
  }()
}
