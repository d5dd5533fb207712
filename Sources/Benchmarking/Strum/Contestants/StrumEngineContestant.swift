// SPDX-License-Identifier: MIT

internal import Acoustics
internal import OfflineAnalysis
internal import PitchDetection
internal import SignalProcessing
internal import TunerPipeline
internal import Tuning

/// The strum engine, as programs use it.
package struct StrumEngineContestant: StrumContestant {
  /// The contestant's name.
  package static let name = "engine"
  /// The contestant's name.
  package var name: String { Self.name }

  /// Makes the contestant.
  package init() {}

  /// Analyses one stroke.
  ///
  /// - Throws: `StrumError` for strings that the engine refuses.
  package func answers(to input: StrumInput) throws -> [[StrumAnswer]] {
    var engine = try StrumEngine(
      StrumConfiguration(
        strings: input.targets.map { StrumString(target: $0) }, sampleRate: StrumTrial.rate))
    let count = StrumTrial.samplesPerUpdate
    let samples = input.samples
    return withDenormalsFlushed {
      (0..<input.updateCount).map { update in
        let start = update * count
        engine.append(samples.span.extracting(start..<(start + count)))
        engine.update()
        return input.targets.indices.map { StrumAnswer(engine.reading(ofString: $0)) }
      }
    }
  }

  /// Analyses a stroke as a recording, with the readings that a program prints.
  ///
  /// - Throws: `StrumError` for strings that the engine refuses.
  package func strokeAnswers(to input: StrumInput) throws -> [StrumAnswer]? {
    let first = try strokes(in: input).first
    return input.targets.indices.map { string in
      first.map { StrumAnswer($0.readings[string]) } ?? StrumAnswer(.silent)
    }
  }

  /// Counts the strokes of `StrumAnalysis`, which a program prints.
  ///
  /// - Throws: `StrumError` for strings that the engine refuses.
  package func strokeCount(in input: StrumInput) throws -> Int? { try strokes(in: input).count }

  private func strokes(in input: StrumInput) throws -> [Stroke] {
    var analysis = try StrumAnalysis(
      StrumConfiguration(
        strings: input.targets.map { StrumString(target: $0) }, sampleRate: input.sampleRate),
      updateRate: StrumTrial.updates)
    var strokes: [Stroke] = []
    withDenormalsFlushed {
      let take = { (event: StrumAnalysis.Event) in
        if case .stroke(let stroke) = event { strokes.append(stroke) }
      }
      analysis.append(input.samples.span, take)
      analysis.finish(take)
    }
    return strokes
  }
}
