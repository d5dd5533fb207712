// SPDX-License-Identifier: MIT

import Acoustics
package import AudioInput
import FileFormats
import OfflineAnalysis
import StringCoupling
import Terminal
import Tuning

/// The advice on tuning a guitar whose strings move one another, from recorded strokes.
package struct TremoloAdvice {
  private let settings: AnalysisSettings
  private let targets: [StrumTarget]
  private let memory: StrokeMemory
  /// The strokes of the recordings.
  private let strokes: EarlierStrokes.Series
  /// The strokes of the document.
  private let earlier: [EarlierStrokes.Series]
  /// The number of turns that the strokes of the document show.
  private let earlierTurnCount: Int

  /// Reads the strokes of recordings.
  ///
  /// - Parameters:
  ///   - files: the recordings in the order of playing, each with one stroke or more; `-` for
  ///     standard input.
  ///   - document: the path of an earlier document of the same guitar; `nil` for none.
  ///   - settings: the settings of the analysis, with the strings of strokes.
  ///   - channels: the channels that are mixed.
  ///   - report: receives the warnings about each recording, before the next one is read.
  /// - Throws: `FileFailure` for a recording that can't be read, `CouplingDocumentError` and
  ///   `FileStoreError` for an unusable document, and `TremoloAdviceError` if there are too few
  ///   strokes.
  package init(
    files: [String], document: String? = nil, settings: AnalysisSettings,
    channels: ChannelSelection, reporting report: (String) -> Void
  ) throws {
    guard let strum = settings.strum else { throw StrumTargetsError.noStrings }
    self.settings = settings
    targets = strum.targets
    let known = try document.map { try CouplingDocument.strokes(of: $0, for: strum.targets) }
    earlier = known?.series ?? []
    var memory =
      known?.memory(for: strum.targets.map(\.frequency))
      ?? StrokeMemory(stringCount: strum.targets.count)
    earlierTurnCount = memory.couplings.turnCount
    var strokes: EarlierStrokes.Series = []
    for path in files {
      let heard = try Self.strokes(of: path, strings: strum, by: settings, channels: channels)
      heard.warnings.forEach(report)
      for stroke in heard.strokes {
        memory.add(stroke.readings)
        strokes.append(memory.deviations)
      }
    }
    self.memory = memory
    self.strokes = strokes
    guard memory.couplings.turnCount > 0, !strokes.isEmpty else {
      throw memory.couplings.turnCount > 0
        ? TremoloAdviceError.noStroke : .noTurn(strokeCount: strokes.count)
    }
  }

  /// Returns the strokes of a recording, and the warnings about it with its name.
  private static func strokes(
    of path: String, strings: StrumTargets, by settings: AnalysisSettings,
    channels: ChannelSelection
  ) throws -> (strokes: [Stroke], warnings: [String]) {
    let recording = RecordingFile(path: path)
    do {
      let heard = try recording.strokes(of: strings, by: settings, channels: channels)
      return (heard.strokes, heard.warnings.map { "\(recording.name): \($0)" })
    } catch {
      throw FileFailure(file: recording.name, reason: "\(error)")
    }
  }

  private var sentences: EnglishCouplingTexts {
    EnglishCouplingTexts(target: settings.target, targets: targets)
  }

  private var couplings: StringCouplings { memory.couplings }
  /// The plan; `nil` if the strokes do not determine one.
  private var plan: TuningPlan? { memory.shownPlan(tolerance: settings.tolerance.inTune) }

  // MARK: - For people

  /// The matrix, and the order of tuning.
  package var text: String {
    let misfit =
      (couplings.misfit ?? 0) > 2
      ? "The strings move otherwise than on one bridge: does one of them slip?\n" : ""
    return TextFigures.count(strokes.count, "stroke") + ", "
      + TextFigures.count(couplings.turnCount, "turn") + " of a peg"
      + (earlierTurnCount == 0 ? "" : ", \(earlierTurnCount) of them earlier") + "\n\n"
      + sentences.table(couplings) + "\n" + misfit + order
  }

  private var order: String {
    let plan = plan
    let missing = sentences.unmeasured(memory.unmeasured, beside: plan)
    return advice(plan) + (missing.map { "\($0)\n" } ?? "")
  }

  private func advice(_ plan: TuningPlan?) -> String {
    // No plan turns a peg if every string is in tune, whatever the couplings are.
    let tolerance = settings.tolerance.inTune
    let steps = (plan ?? memory.plan(tolerance: tolerance)).steps
    guard !steps.isEmpty else {
      let window = decimal(tolerance.value)
      return "Every string that was heard is within \(window) cents: leave the pegs.\n"
    }
    guard let plan else { return sentences.reservation(memory).map { "\($0)\n" } ?? "" }
    let lines = steps.enumerated().map { index, step in
      let way = step.turn.value > 0 ? "up" : "down"
      let size = TextFigures.number(step.turn.magnitude.value, places: 1)
      return "  \(index + 1). \(sentences.names[step.string]): \(way) by \(size) cents, to "
        + EnglishCouplingTexts.place(step.reading)
    }
    let caution = sentences.caution(plan).map { "\($0)\n" } ?? ""
    return "Tune in this order, each string to the reading given, because later turns move it:\n"
      + lines.joined(separator: "\n") + "\n" + sentences.ends(plan) + "\n" + caution
  }

  // MARK: - For machines

  /// One object on one line.
  package var json: String {
    let matrix = targets.indices.map { row in
      targets.indices.map { column in
        ObjectText(
          "coupling", couplings.coupling(of: row, to: column), "sigma",
          couplings.sigma(of: row, to: column))
      }
    }
    let rows = matrix.map { "[" + $0.map(\.text).joined(separator: ",") + "]" }
    let plan = plan
    let steps = (plan?.steps ?? []).map { step in
      "{\"string\":\(targets[step.string].string.position),"
        + "\"turn_cents\":\(decimal(step.turn.value)),"
        + "\"reading_cents\":\(decimal(step.reading.value))}"
    }
    let head = NDJSONRendering.members([
      ("schema", Field(CouplingDocument.schema)),
      ("strokes", Field(strokes.count)),
      ("turns", Field(couplings.turnCount)),
      ("misfit", Field(couplings.misfit)),
      ("tolerance_cents", Field(settings.tolerance.inTune.value)),
      ("remaining_cents", Field((plan?.remaining ?? memory.largestDeviation).value)),
      ("remaining_sigma_cents", Field(plan?.largestEndSigma?.value)),
      ("evidence", Field(memory.evidence.rawValue)),
    ])
    let strings = targets.map { "\($0.string.position)" }.joined(separator: ",")
    let unmeasured = memory.unmeasured.map { "\(targets[$0].string.position)" }
      .joined(separator: ",")
    let frequencies = targets.map { decimal($0.frequency.value) }.joined(separator: ",")
    return "{" + head + ",\"strings\":[\(strings)],\"targets_hz\":[\(frequencies)],"
      + "\"couplings\":[" + rows.joined(separator: ",") + "],\"steps\":["
      + steps.joined(separator: ",") + "],\"unmeasured\":[\(unmeasured)],"
      + "\"series\":\(series)}\n"
  }

  /// The strokes of the document and of the recordings, for later documents.
  private var series: String {
    JSONValue.array(
      (earlier + [strokes]).map { series in
        .array(
          series.map { stroke in
            .array(
              stroke.map { string in
                guard let string else { return .null }
                return .object([
                  ("cents", .number(string.cents.value)),
                  ("sigma_cents", .number(string.sigma.value)),
                ])
              })
          })
      }
    ).compact
  }

  /// Two numbers of an object.
  private struct ObjectText {
    let text: String

    init(_ first: String, _ value: Double, _ second: String, _ other: Double) {
      text = "{\"\(first)\":\(decimal(value)),\"\(second)\":\(decimal(other))}"
    }
  }
}

/// Too few strokes for advice.
package enum TremoloAdviceError: UsageError, Hashable {
  /// No two of the strokes have a turn of one peg between them.
  case noTurn(strokeCount: Int)
  /// The document has turns, but the recordings have no stroke.
  case noStroke

  /// Two sentences: the fault and the remedy.
  package var description: String {
    switch self {
    case .noTurn(let strokeCount):
      let strokes = strokeCount == 1 ? "One stroke was" : "\(strokeCount) strokes were"
      return
        "\(strokes) heard, and no two with one peg turned between them. Stroke all open strings, "
        + "turn one peg, stroke again, and so on."
    case .noStroke:
      return
        "No stroke was heard. With the turns of --couplings, one stroke of all open strings is "
        + "enough."
    }
  }
}
