// SPDX-License-Identifier: MIT

import Acoustics
package import AudioInput
import Dispatch
import FileFormats
import NoteTracking
import Synchronization
import TunerRuntime
import Tuning

/// The choice of a tuning and of A4 by the notes of all recordings, for `auto`.
package struct TuningSearch: Sendable {
  /// The number of different pitches that determine A4.
  private static let leastPitches = 2

  private let channels: ChannelSelection
  private let jobs: Int

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - channels: the channels that are mixed.
  ///   - jobs: the number of recordings that are analysed at once, from 1.
  package init(channels: ChannelSelection, jobs: Int) {
    self.channels = channels
    self.jobs = jobs
  }

  /// Analyses the recordings, and replaces `auto` by the tuning and the A4 that were found.
  ///
  /// The result is standard tuning unless the notes fit another tuning better.
  ///
  /// - Parameters:
  ///   - sources: the settings.
  ///   - inputs: the recordings; those that can't be used do not count.
  /// - Returns: settings without `auto`, a sentence on each choice, and the notices about the
  ///   settings that only the choice shows.
  /// - Throws: `SettingError` for standard input, which can be read only once, and if the notes do
  ///   not determine the values.
  package func resolved(
    _ sources: SettingSources, by inputs: BatchInputs
  ) throws(SettingError) -> (sources: SettingSources, choices: [String], notices: [String]) {
    guard let name = sources.automatic.first else { return (sources, [], []) }
    if inputs.all.contains(where: { $0.path == "-" }) {
      throw sources.refusal(
        of: name, "standard input can be read only once. Name the recording, or the value.")
    }
    var resolved = sources.provisional
    let heard = frequencies(of: inputs, by: try resolved.validated())
    var choices: [String] = []
    if sources.isAutomatic(.tuning) {
      let chosen = try tuning(for: heard, resolved, refusing: sources)
      resolved = resolved.replacing(.tuning, with: chosen.id)
      choices.append("--tuning auto: \(chosen.id), \(chosen.name)")
    } else {
      resolved = resolved.replacing(.tuning, with: sources.text(.tuning))
    }
    for name in [SettingSources.Name.capo, .string, .stretch, .offsets] {
      resolved = resolved.replacing(name, with: sources.text(name))
    }
    if sources.isAutomatic(.a4) {
      let reference = try reference(for: heard, resolved, refusing: sources)
      let a4 = TextFigures.number(reference.a4.value, places: 2)
      resolved = resolved.replacing(.a4, with: a4)
      choices.append("--a4 auto: \(a4) Hz")
    }
    // Without a tuning, no offset is known to be ignored.
    let notice = sources.isAutomatic(.tuning) ? resolved.offsetsNotice : nil
    return (resolved, choices, [notice].compactMap(\.self))
  }

  private func reference(
    for frequencies: [Hertz], _ settings: SettingSources, refusing sources: SettingSources
  ) throws(SettingError) -> ReferencePitch {
    let classifier = try settings.target().classifier
    let pitches = HeardPitches(frequencies, reference: classifier.reference)
    guard let fit = TuningFit(pitches, classifier.selection.tuning, in: classifier.system),
      let reference = fit.reference(from: classifier.reference)
    else {
      throw sources.refusal(of: .a4, "no note was heard. Give a frequency.")
    }
    // A single pitch always agrees with the A4 that it gives.
    guard pitches.all.count >= Self.leastPitches else {
      throw sources.refusal(
        of: .a4,
        "1 pitch is too few to find A4, since it would always be in tune. Play several strings, or "
          + "give a frequency.")
    }
    guard fit.openCount > 0 || fit.tuning == nil else {
      throw sources.refusal(
        of: .a4,
        "no open string of the tuning is within half a semitone of A4 = "
          + "\(decimal(ReferencePitch.concert.a4.value)) Hz. Give a frequency.")
    }
    return reference
  }

  private func tuning(
    for frequencies: [Hertz], _ settings: SettingSources, refusing sources: SettingSources
  ) throws(SettingError) -> InstrumentTuning {
    let system = try settings.target().classifier.system
    let capo = Int(sources.text(.capo)) ?? 0
    let candidates = InstrumentTuning.presets.compactMap { try? $0.behindCapo(at: capo) }
    let pitches = HeardPitches(frequencies, reference: system.reference)
    guard let standard = candidates.first, pitches.all.count >= TuningSuggestion.leastPitches,
      let fit = TuningFit(pitches, standard, in: system)
    else {
      let count = pitches.all.count
      throw sources.refusal(
        of: .tuning,
        (count == 1 ? "1 pitch is" : "\(count) different pitches are")
          + " too few to find the tuning. Name a tuning, or chromatic.")
    }
    if let other = TuningSuggestion(
      pitches, insteadOf: standard, in: system, among: candidates,
      leastAdvantage: TuningSuggestion.askedAdvantage)
    {
      return other.tuning
    }
    guard Double(fit.foreignCount) <= TuningSuggestion.unexplained * Double(fit.count) else {
      throw sources.refusal(
        of: .tuning, "the notes fit no built-in tuning. Name one, or chromatic.")
    }
    return standard
  }

  /// Returns the pitches of the notes of all recordings, or of their parts.
  private func frequencies(of inputs: BatchInputs, by settings: AnalysisSettings) -> [Hertz] {
    let recordings = inputs.all.filter { $0.problem == nil }.map { RecordingFile($0.identity) }
    let found = Mutex([[Hertz]](repeating: [], count: recordings.count))
    let next = BatchCounter(count: recordings.count)
    DispatchQueue.concurrentPerform(iterations: min(jobs, max(1, recordings.count))) { _ in
      while let index = next.take() {
        // The analysis that follows reports a recording that can't be read.
        let notes = try? recordings[index].notes(by: settings, channels: channels)
        let pitches = notes?.audible.filter { !$0.isPolyphonic }.map(\.frequency) ?? []
        found.withLock { $0[index] = pitches }
      }
    }
    return found.withLock { $0.flatMap(\.self) }
  }
}

extension SettingSources {
  /// The word for a value that the notes of the recordings determine.
  static let automaticWord = TuningLibrary.automaticID

  /// Returns true if the notes of the recordings determine the tuning or A4.
  func isAutomatic(_ name: Name) -> Bool {
    (name == .tuning || name == .a4) && text(name) == Self.automaticWord
  }

  /// The settings that the notes of the recordings determine.
  package var automatic: [Name] { [.tuning, .a4].filter(isAutomatic) }

  /// The settings for the search: any note of the keyboard, and the usual A4 instead of `auto`.
  package var provisional: SettingSources {
    guard !automatic.isEmpty else { return self }
    return isAutomatic(.a4) ? chromatic.withDefaults(of: .a4) : chromatic
  }

  /// The same settings for any note of the keyboard, without those of strings.
  var chromatic: SettingSources {
    replacing(.tuning, with: TargetSelection.chromatic.id)
      .withDefaults(of: .capo, .string, .stretch, .offsets)
  }

  /// Returns the same settings with the defaults of some of them.
  func withDefaults(of names: Name...) -> SettingSources {
    names.reduce(self) { $0.replacing($1, with: $1.standard) }
  }

  /// Returns the same settings with another text of one of them.
  func replacing(_ name: Name, with text: String) -> SettingSources {
    var settings = self
    settings.entries[name] = (text, origin(name))
    return settings
  }

  /// Refuses `auto` in commands that can't determine the value.
  ///
  /// - Throws: `SettingError`, which names the commands that have it.
  func refuseAutomatic() throws(SettingError) {
    guard let name = automatic.first else { return }
    let remedy =
      name == .tuning
      ? "Choose one from: tuner tunings list"
      : "Give a frequency from \(decimal(ReferencePitch.supported.lowerBound.value)) to "
        + "\(decimal(ReferencePitch.supported.upperBound.value))."
    throw refusal(
      of: name,
      "the notes of whole recordings decide it, in tuner analyze and tuner check without --strum and "
        + "--batch. \(remedy)")
  }
}
