// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import SignalProcessing

/// Something whose cost is measured: it is handed a stream hop after hop, once an update.
protocol Contestant: AnyObject {
  /// Takes in one hop and answers, with all the work that an update means.
  func update(_ hop: Span<Float>)
}

/// A contestant that can be asked for by name.
struct ContestantEntry: Sendable {
  /// Whose it is, which decides what is demanded of it.
  enum Owner: String, Codable {
    /// A detector of this package: every gate applies.
    case headstock
    /// The measurement of strokes: its costliest update is held against the engine's.
    case stroke
    /// A measure to compare with.
    case control
    /// A detector of libaubio.
    case aubio

    /// True for a detector of this package, whose updates are counted one by one.
    var isOurs: Bool { self == .headstock || self == .stroke }
  }

  let name: String
  let owner: Owner
  /// True where every run does the same work.
  ///
  /// Plans by timing do not.
  var repeats = true
  /// The signals that it hears unless it is named together with others; `nil` for all of one
  /// string.
  var signals: Set<String>?
  /// Prepares it for a stream of a rate and for hops of as many samples.
  let make: @Sendable (SampleRate, Int) throws -> any Contestant
}

extension ContestantEntry {
  /// The reference of the ratios.
  static let referenceName = "aubio-yinfast-2048"
  /// The control that costs what the clock's own reading costs.
  static let emptyName = "empty"

  /// All contestants.
  ///
  /// A new detector of ours is one line here.
  static let all: [ContestantEntry] =
    [
      // As programs choose it.
      .pipeline("engine") { rate throws in try ChosenDetector(.engine, .init(sampleRate: rate)) },
      .transforms("engine-transforms", loads: engineLoads),
      .transforms("engine-transforms-measured", planning: .measure, loads: engineLoads),
      .pipeline("yin") { rate throws in
        try FramedDetector(YINDetector(.init(sampleRate: rate)))
      },
      .transforms("yin-transforms") { rate throws in
        let count = try YINDetector(.init(sampleRate: rate)).frameCount
        return [TransformLoad(count: count, forward: 2, inverse: 1)]
      },
      .strum,
      ContestantEntry(name: emptyName, owner: .control) { _, _ in EmptyContestant() },
    ]
    + [2048, 4096].flatMap { window in
      ["yinfast", "yinfft", "yin", "mcomb", "fcomb"].map { .aubio($0, window: window) }
    }

  @Sendable private static func engineLoads(_ rate: SampleRate) throws -> [TransformLoad] {
    try PitchEngine(.init(sampleRate: rate)).transforms.map {
      TransformLoad(count: $0.count, forward: $0.forward, inverse: $0.inverse)
    }
  }
}

/// The control: an update in which nothing is done.
final class EmptyContestant: Contestant {
  func update(_ hop: Span<Float>) {}
}
