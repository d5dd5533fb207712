// SPDX-License-Identifier: MIT

package import Acoustics
package import Evaluation

/// A pitch estimator under test: a detector of this package, another program, or a deliberately
/// wrong detector.
///
/// The bench calls a contestant from several threads, one item each. A contestant therefore keeps
/// no state between items, and prepares everything for a sound in `readings(of:)`.
package protocol Contestant: Sendable {
  /// The name in tables and reports.
  var name: String { get }

  /// The pitch that it claims to report, which selects the reference of a recording.
  var meaning: PitchMeaning { get }

  /// Returns the number of samples before a reading in which its pitch is measured at most; `nil`
  /// if that is not known, or if later samples may correct a reading.
  func longestWindow(at sampleRate: SampleRate) -> Int?

  /// Analyses one item from its start to its end.
  ///
  /// - Returns: every update in the order of time, including "no pitch".
  /// - Throws: `ContestantError` when there is no complete answer. The bench then counts the item
  ///   as failed and does not score it.
  func readings(of input: ContestantInput) throws(ContestantError) -> [Reading]

  /// Analyses one item and also transcribes its notes.
  ///
  /// - Returns: the updates, and the notes if the contestant transcribes notes.
  /// - Throws: as `readings(of:)`.
  func account(of input: ContestantInput) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  )

  /// Runs a tuner's display state with standard settings over one item.
  ///
  /// - Returns: every state of the view in the order of time; `nil` if no view belongs to the
  ///   contestant.
  /// - Throws: as `readings(of:)`.
  func views(of input: ContestantInput) throws(ContestantError) -> [ShownPitch]?
}

extension Contestant {
  /// Returns `nil`: a reading may depend on the whole sound.
  package func longestWindow(at sampleRate: SampleRate) -> Int? { nil }

  /// Returns no states.
  package func views(of input: ContestantInput) throws(ContestantError) -> [ShownPitch]? { nil }

  /// Analyses one item and returns no notes.
  ///
  /// - Throws: as `readings(of:)`.
  package func account(of input: ContestantInput) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  ) {
    (try readings(of: input), nil)
  }
}

/// The input of a contestant: the sound of one item.
package struct ContestantInput: Sendable {
  /// The item's name, unique in its run: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  package let item: String
  /// The rate of `samples`.
  package let sampleRate: SampleRate
  /// The whole sound: mono, full scale 1; NaN and infinity are not removed.
  package let samples: [Float]
  /// The requested rate of readings; a contestant with its own hop keeps that.
  package let updateRate: UpdateRate

  /// Makes the input of one item.
  package init(item: String, sampleRate: SampleRate, samples: [Float], updateRate: UpdateRate) {
    self.item = item
    self.sampleRate = sampleRate
    self.samples = samples
    self.updateRate = updateRate
  }

  /// The sound's length in seconds.
  package var duration: Double { Double(samples.count) / Double(sampleRate.hertz) }
}

/// One update of a contestant.
package struct Reading: Hashable, Sendable {
  /// The time at which the answer was available, in seconds: the position of the last sample used.
  package var seconds: Double
  /// The answer, `nil` for "no pitch".
  package var answer: ScoredFrame.Answer?

  package init(seconds: Double, answer: ScoredFrame.Answer?) {
    self.seconds = seconds
    self.answer = answer
  }

  /// Makes a reading from a program's output.
  package init(_ update: ContestantLines.Update) {
    self.init(
      seconds: update.seconds,
      answer: update.estimate.map {
        .init(frequency: $0.frequency, confidence: $0.confidence, sigma: $0.sigma)
      })
  }

  /// Returns this reading paired with the reference at its time.
  package func judged(against truth: Hertz?) -> ScoredFrame {
    ScoredFrame(seconds: seconds, truth: truth, answer: answer)
  }
}

/// One state of a tuner's view.
package struct ShownPitch: Hashable, Sendable {
  /// The time of its result, in seconds.
  package let seconds: Double
  /// True if the view shows a pitch: its tuning state is neither silent nor detecting.
  package let showsPitch: Bool
}

/// A note in a contestant's transcription.
package struct PlayedNote: Hashable, Sendable {
  /// The onset in seconds since the start of the sound.
  package let onset: Double
  /// The offset in seconds.
  package let offset: Double
  /// Its steady pitch.
  package let pitch: Hertz
  /// True if its pitch is reported to swing.
  package var hasVibrato = false
}
