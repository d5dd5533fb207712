// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import PitchDetection

/// The one-string engine behind one band-pass filter per string.
///
/// Two second-order band-pass sections (Bristow-Johnson's cookbook, constant peak gain) pass the
/// range of a string around its first partial. This contestant shows how well an engine for one
/// string measures a stroke.
struct BandPassContestant: StrumContestant {
  // | name      | unit    | source                                                               |
  // | --------- | ------- | -------------------------------------------------------------------- |
  // | bandwidth | octaves | the range of a string: a semitone and a half to each side            |
  // | confident | 1       | confidence from which an answer counts, as for the strum engine      |
  private static let bandwidth = 2 * StrumTrial.range / 1200
  private static let confident = 0.7

  let name = "band-pass"

  func answers(to input: StrumInput) throws -> [[StrumAnswer]] {
    let count = input.updateCount
    let strings = try input.targets.map { target in
      try Self.readings(of: input, around: target, count: count)
    }
    return (0..<count).map { update in strings.map { $0[update] } }
  }

  private static func readings(
    of input: StrumInput, around target: Hertz, count: Int
  ) throws -> [StrumAnswer] {
    let sound = ContestantInput(
      item: input.item, sampleRate: StrumTrial.rate,
      samples: filtered(filtered(input.samples, around: target), around: target),
      updateRate: StrumTrial.updates)
    var answers = [StrumAnswer](repeating: StrumAnswer(.silent), count: count)
    for reading in try PipelineContestant(.engine).readings(of: sound) {
      let update = Int((reading.seconds * StrumTrial.updates.hertz).rounded()) - 1
      guard let answer = reading.answer, answers.indices.contains(update) else { continue }
      let cents = answer.frequency.interval(above: target).value
      guard abs(cents) <= StrumTrial.range else { continue }
      answers[update] = StrumAnswer(
        answer.confidence >= confident ? .sounding : .unclear, cents: cents,
        sigma: answer.sigma?.value)
    }
    return answers
  }

  /// Returns the samples after one section around a frequency.
  private static func filtered(_ samples: [Float], around centre: Hertz) -> [Float] {
    let angle = 2 * Double.pi * centre.value / Double(StrumTrial.rate.hertz)
    let alpha = sin(angle) * sinh(log(2.0) / 2 * bandwidth * angle / sin(angle))
    let scale = 1 / (1 + alpha)
    let (b, a1, a2) = (alpha * scale, -2 * cos(angle) * scale, (1 - alpha) * scale)
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return samples.map { sample in
      let x = Double(sample)
      let y = b * (x - x2) - a1 * y1 - a2 * y2
      (x2, x1, y2, y1) = (x1, x, y1, y)
      return Float(y)
    }
  }
}
