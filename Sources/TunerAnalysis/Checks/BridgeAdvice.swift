// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Terminal
package import Tuning

/// The advice on moving a saddle, as text and as JSON.
package struct BridgeAdvice {
  private let open: SoundedPitch
  private let fretted: SoundedPitch
  private let scaleLength: Double
  private let tolerance: TuningTolerance
  private let intonation: BridgeIntonation

  /// Compares the two notes.
  ///
  /// - Parameters:
  ///   - open: the open string.
  ///   - fretted: the same string, stopped at the twelfth fret.
  ///   - scaleLength: the length of the open string, in millimetres.
  ///   - tolerance: the largest deviation at which the saddle stays where it is.
  /// - Throws: `BridgeAdviceError` when they are not an octave apart.
  package init(
    open: SoundedPitch, fretted: SoundedPitch, scaleLength: Double, tolerance: TuningTolerance
  ) throws(BridgeAdviceError) {
    guard
      let intonation = BridgeIntonation(open: open.frequency, fretted: fretted.frequency)
    else {
      let semitones = fretted.frequency.interval(above: open.frequency).value / 100
      throw BridgeAdviceError(semitones: semitones)
    }
    self.intonation = intonation
    self.open = open
    self.fretted = fretted
    self.scaleLength = scaleLength
    self.tolerance = tolerance
  }

  /// The action that the two notes call for; the raw values are those of the JSON document.
  private enum Action: String {
    /// The saddle stays.
    case leave
    /// The saddle moves away from the neck.
    case back
    /// The saddle moves towards the neck.
    case forward
    /// The notes don't determine the action.
    case uncertain
  }

  /// The ± of the deviation, from the standard deviations of both notes' readings; `nil` when
  /// neither was measured.
  private var sigma: Cents? {
    let squares = [open.sigma, fretted.sigma].compactMap { $0 }.map { $0.value * $0.value }
    return squares.isEmpty ? nil : Cents(squares.reduce(0, +).squareRoot())
  }

  private var action: Action {
    let deviation = intonation.deviation
    if tolerance.leavesOpen(deviation, sigma: sigma) { return .uncertain }
    if tolerance.contains(deviation) { return .leave }
    return deviation.value > 0 ? .back : .forward
  }

  /// The advice in two or three sentences.
  package var text: String {
    let cents = TextFigures.number(intonation.deviation.magnitude.value, places: 1)
    let error = TextFigures.error(sigma)
    let isSharp = intonation.deviation.value > 0
    let way = cents == "0.0" ? "off" : isSharp ? "sharp of" : "flat of"
    let finding = "At the twelfth fret the string is \(cents)\(error) cents \(way) its octave."
    return finding + "\n" + remedy
  }

  /// The sentences about the saddle.
  private var remedy: String {
    let window = decimal(tolerance.inTune.value)
    return switch action {
    case .leave: "That is within \(window) cents: leave the saddle.\n"
    case .uncertain:
      "That is too uncertain to judge with a tolerance of \(window) cents. Record the notes again: "
        + "pluck softly, and let them ring.\n"
    case .back: move("away from the neck, which makes the string longer")
    case .forward: move("towards the neck, which makes the string shorter")
    }
  }

  /// Returns the sentences about a movement of the saddle.
  private func move(_ way: String) -> String {
    let shift = abs(intonation.saddleShift(scaleLength: scaleLength))
    return "Move the saddle \(TextFigures.number(shift, places: 1)) mm \(way) "
      + "(for a scale of \(decimal(scaleLength)) mm).\n"
      + "Then tune the open string again, and measure again.\n"
  }

  /// The advice as a JSON object on one line.
  package var json: String {
    NDJSONRendering.object([
      ("schema", Field("tuner.intonation/1")),
      ("open_hz", Field(open.frequency.value)),
      ("fret12_hz", Field(fretted.frequency.value)),
      ("deviation_cents", Field(intonation.deviation.value)),
      ("sigma_cents", Field(sigma?.value)),
      ("tolerance_cents", Field(tolerance.inTune.value)),
      ("advice", Field(action.rawValue)),
      ("scale_length_mm", Field(scaleLength)),
      ("saddle_shift_mm", Field(intonation.saddleShift(scaleLength: scaleLength))),
    ])
  }
}

/// The error for two notes that are not an octave apart.
package struct BridgeAdviceError: UsageError, Hashable {
  /// The interval from the first note to the second, in semitones.
  package let semitones: Double

  /// The fault and the remedy, in two sentences.
  package var description: String {
    let distance = TextFigures.number(semitones.magnitude, places: 1)
    let side = semitones < 0 ? "below" : "above"
    let heard = fret.map { "which is nearest to fret \($0), " } ?? ""
    return "The second note lies \(distance) semitones \(side) the first, \(heard)and not 12 above "
      + "it. Play the open string first, then the same string at the twelfth fret."
  }

  /// The fret whose note is nearest to the second one, if the first is the open string; `nil` if
  /// there is none on a neck.
  private var fret: Int? {
    let nearest = semitones.rounded()
    return (1...24).contains(nearest) ? Int(nearest) : nil
  }
}
