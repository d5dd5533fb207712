// SPDX-License-Identifier: MIT

package import Acoustics
import AudioFile
import Foundation
import SignalProcessing
import Terminal
import TunerRuntime
import TunerState
import Tuning

/// The description of a session: the settings, the device's stream, and the versions of programs.
///
/// Reports are sent to other people, so the description names no file and no directory of the user.
package struct SessionDescription: Codable, Equatable {
  static let schema = "tuner.session/1"

  /// One setting, as `--print-config` prints it.
  struct Setting: Codable, Equatable {
    var name: String
    var value: String
    var from: SettingSources.Origin.Kind
  }

  /// The changes of one setting during the session.
  struct Change: Codable, Equatable {
    /// The name of the setting, or `strum`.
    var name: String
    /// The value before the first change.
    var before: String
    /// The time of the first change, in seconds of the session, within an update.
    var first: Double
    /// The time of the last change, in seconds of the session, within an update.
    var last: Double

    enum CodingKeys: String, CodingKey {
      case name, before
      case first = "first_change_s"
      case last = "last_change_s"
    }
  }

  /// The parameters of a device's stream.
  package struct Stream: Codable, Equatable, Sendable {
    var device: String
    var format: String
    var channels: Int
    var period: Int
    var buffer: Int

    /// Makes the description of a stream.
    ///
    /// - Parameters:
    ///   - device: the name that opens the device.
    ///   - format: the format of a sample.
    ///   - channels: the number of channels.
    ///   - period: the number of samples of each channel in a period.
    ///   - buffer: the number of samples of each channel in the device's buffer.
    package init(device: String, format: String, channels: Int, period: Int, buffer: Int) {
      self.device = device
      self.format = format
      self.channels = channels
      self.period = period
      self.buffer = buffer
    }
  }

  var schema = Self.schema
  /// The stream of the device; `nil` for a recording instead of a device.
  var stream: Stream?
  /// The number of samples a second.
  package var sampleRate: Int
  /// The settings in force at the end of the session.
  var settings: [Setting]
  /// The arguments of `tuner analyze` for the settings at the end of the session.
  ///
  /// They give the same results from the recording after the last change. After a change to strokes
  /// the onsets and some states differ, because the analysis of the recording begins earlier.
  var arguments: [String]
  /// The settings that changed during the session; `nil` for none.
  var changes: [Change]?
  /// The settings that depend on files of the player.
  ///
  /// The report does not contain those files.
  var notCarried: [String]
  var versions: [String: String]

  enum CodingKeys: String, CodingKey {
    case schema, stream
    case sampleRate = "sample_rate_hz"
    case settings, arguments, changes
    case notCarried = "not_carried"
    case versions
  }
}

extension SessionDescription {
  /// Describes a session.
  ///
  /// - Parameters:
  ///   - settings: the settings of its analysis.
  ///   - sources: the sources of the settings.
  ///   - sampleRate: the number of samples a second.
  ///   - stream: the stream of the device; `nil` for a recording.
  ///   - deviceLibrary: the version of the library that reads devices.
  ///   - choices: the choices of the player that are in force; `nil` for those of `settings`.
  package init(
    _ settings: AnalysisSettings, _ sources: SettingSources, sampleRate: SampleRate,
    stream: Stream?, deviceLibrary: String, choices: SessionChoices? = nil
  ) {
    let initial = SessionChoices(settings)
    let choices = choices ?? initial
    let sources = sources.following(choices, from: initial)
    var notation = settings.target.notation
    notation.notation = choices.notation
    let isStrum = choices.mode == .all
    var arguments = isStrum ? [Self.strumArgument] : []
    var lost: [String] = []
    self.settings = SettingSources.Name.allCases.filter { !$0.isForScreens }.map { name in
      var value = sources.text(name)
      switch name {
      case .tuning where value != TargetSelection.chromatic.id:
        let argument = Self.argument(for: value, of: sources, in: notation)
        value = argument.text
        if !argument.isWhole { lost.append(name.rawValue) }
      case .temperament where Temperament.isScalaFile(value):
        value = "(a Scala file)"
        lost.append(name.rawValue)
      case .keyboardMap where value != "":
        value = "(a keyboard map)"
        lost.append(name.rawValue)
      default: break
      }
      // A session with --calibrated has another clock than the settings.
      if name == .clockPPM, Double(value) != settings.clock.value {
        value = "\(settings.clock.value)"
      }
      if sources.text(name) != name.standard || value != name.standard,
        !lost.contains(name.rawValue), !isStrum || !SettingSources.Name.forOneString.contains(name)
      {
        arguments += ["--\(name.rawValue)", value]
      }
      return Setting(name: name.rawValue, value: value, from: sources.origin(name).kind)
    }
    self.arguments = arguments
    notCarried = lost
    self.stream = stream
    self.sampleRate = sampleRate.hertz
    versions = Self.versions
    versions["alsa"] = deviceLibrary
  }

  private static let strumArgument = "--strum"
  /// True if the session measured strokes at its end, which the document says by this argument.
  private var isStrum: Bool { arguments.contains(Self.strumArgument) }
  /// The settings whose texts follow the names of notes.
  private static let rewritten: Set<String> = ["tuning", "temperament"]

  /// Returns this description with the changes since an earlier one of the same session.
  ///
  /// - Parameters:
  ///   - earlier: the description before.
  ///   - seconds: the time of the changes, in seconds of the session.
  /// - Returns: the description, with the changes of both.
  package func changed(from earlier: SessionDescription, at seconds: Double) -> SessionDescription {
    var changes = earlier.changes ?? []
    func add(_ name: String, _ before: String) {
      if let index = changes.firstIndex(where: { $0.name == name }) {
        changes[index].last = seconds
      } else {
        changes.append(Change(name: name, before: before, first: seconds, last: seconds))
      }
    }
    if earlier.isStrum != isStrum { add("strum", earlier.isStrum ? "on" : "off") }
    for (old, new) in zip(earlier.settings, settings)
    where old.value != new.value && (new.from == .session || !Self.rewritten.contains(new.name)) {
      add(old.name, old.value)
    }
    var changed = self
    changed.changes = changes.isEmpty ? nil : changes
    return changed
  }

  /// Returns a sentence about the changes after a time.
  ///
  /// - Parameter seconds: the time, in seconds of the session.
  /// - Returns: the sentence; `nil` for no change.
  func changeNotice(after seconds: Double) -> String? {
    let late = (changes ?? []).filter { $0.last > seconds }
    guard let last = late.map(\.last).max() else { return nil }
    let names = late.map(\.name).joined(separator: ", ")
    return "settings changed while it was heard (\(names)), the last at "
      + "\(TextFigures.number(last, places: 3)) s"
  }

  /// Returns the argument that gives the tuning to a program without the player's own tunings.
  ///
  /// - Returns: the id of a tuning that each program has, else the notes of the open strings in the
  ///   notation of the session, which are not the whole tuning if it has offsets.
  private static func argument(
    for text: String, of sources: SettingSources, in notation: NoteStyle
  ) -> (text: String, isWhole: Bool) {
    guard let tuning = try? sources.tuning(text, in: TuningLibrary(), notation),
      tuning.id != InstrumentTuning.literalID
    else { return (text, true) }
    if InstrumentTuning.preset(tuning.id) != nil { return (tuning.id, true) }
    return (
      notation.text(of: tuning), tuning.strings.allSatisfy { $0.offset.value == 0 }
    )
  }

  private static var versions: [String: String] {
    var system = utsname()
    uname(&system)
    return [
      "tuner": Release.version, "libsndfile": AudioFileLibrary.version,
      "fftw": FFTLibrary.version,
      "system": text(&system.sysname) + " " + text(&system.release),
      "machine": text(&system.machine),
    ]
  }

  private static func text<Tuple>(_ field: inout Tuple) -> String {
    withUnsafeBytes(of: &field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// A JSON document with sorted keys.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "{}" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
